import { z } from 'zod';
import { naturalKey, remoteAddress } from '../../store/natural-key.ts';
import { JiraId, tolerantList } from './shapes.ts';
import type { JiraPayload } from './shapes.ts';
import type { SiteRows } from './site-rows.ts';

const Address = z.url({ protocol: /^https?$/ });
const Commit = z.object({ id: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/) });
const Branch = z.object({ name: z.string().min(1), repository: z.object({ url: Address }) });
const Panel = z.object({
  issueId: JiraId,
  detail: tolerantList(
    z.object({
      pullRequests: tolerantList(z.object({ url: Address })),
      branches: tolerantList(Branch),
      repositories: tolerantList(z.object({ commits: tolerantList(Commit) })),
    }),
  ),
});

const PANEL_EDGES = ['commitMentions', 'branchMentions'];

/**
 * Relates issues to the commits and branches that their development panels name. A pull request is known by its
 * address alone, so the addresses are kept, and derived relations follow them.
 */
export function addPanels(rows: SiteRows, { items, isRefused }: JiraPayload): void {
  if (isRefused) rows.ignored.push('development panel, which this site refuses');
  for (const item of items) {
    const { success, data } = Panel.safeParse(item);
    if (!success) {
      rows.ignored.push('development panel');
      continue;
    }
    const uuid = rows.uuid('issue', data.issueId);
    const pulls = data.detail.flatMap(({ pullRequests }) => pullRequests.map(({ url }) => url));
    rows.change('Issue', { uuid, pullRequestUrls: [...new Set(pulls)].toSorted() });
    rows.tellWhole({ relations: PANEL_EDGES, side: 'to', ownerKind: 'Issue' }, { uuid, at: null });
    for (const { branches, repositories } of data.detail) {
      for (const { id: sha } of repositories.flatMap(({ commits }) => commits))
        rows.edge('commitMentions', [rows.keyed(naturalKey.Commit({ sha })), uuid]);
      for (const { name, repository } of branches) {
        const address = remoteAddress(repository.url) ?? repository.url;
        rows.edge('branchMentions', [rows.keyed(naturalKey.Branch({ repository: address, name })), uuid]);
      }
    }
  }
}
