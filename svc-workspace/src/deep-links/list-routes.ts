import { canSee, type OrgActor, type SavedTypeTable, type workspaceContract } from '@cairn/contracts';
import type { linkSearchContract } from '@cairn/contracts/link-search';
import type { Handlers } from '@cairn/service-kit';
import type { AskKinds, KnownKinds } from './availability.ts';
import { present, type LinkAccess } from './link-access.ts';
import type { LinkStore } from './link-store.ts';
import type { ListedLink } from './stored-link.ts';

/** The handlers of the further routes of saved things. */
export type SearchHandlers = Handlers<ReturnType<typeof linkSearchContract>>;
type ListRoutes = Pick<Handlers<typeof workspaceContract>, 'listLinks'> &
  Pick<SearchHandlers, 'searchLinks' | 'readThumbnails'>;

interface ListDeps {
  readonly links: LinkStore;
  readonly access: LinkAccess;
  readonly askKinds: AskKinds;
  readonly types: SavedTypeTable;
}

/** The lists of saved things: pages, finds and pictures. The database counts, filters and sorts them. */
export function listRoutes({ links, access, askKinds, types }: ListDeps): ListRoutes {
  // The database has left out what this person may not see; the rule decides once more.
  const shown = (actor: OrgActor, found: readonly ListedLink[], known: KnownKinds) =>
    found.filter((link) => canSee(actor, link)).map((link) => present(types, actor, link, known));
  return {
    listLinks: async ({ caller, input: { org_id, user_id: owner, ...page } }) => {
      const actor = await access.actorOf(caller, org_id);
      const known = await askKinds(actor.orgId);
      const { links: listed, total, counts } = await links.list(actor, { ...page, owner }, known.missing);
      return {
        data: shown(actor, listed, known),
        more: page.offset + listed.length < total,
        total,
        counts,
        notice: known.notice,
      };
    },
    searchLinks: async ({ caller, input: { org_id, ...search } }) => {
      const actor = await access.actorOf(caller, org_id);
      const [found, known] = await Promise.all([links.search(actor, search), askKinds(actor.orgId)]);
      return { data: shown(actor, found.links, known), counts: found.counts };
    },
    readThumbnails: async ({ caller, input: { org_id, ids } }) => {
      const actor = await access.actorOf(caller, org_id);
      return { data: await links.thumbnails(actor, ids) };
    },
  };
}
