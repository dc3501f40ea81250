import type { ChangedFile } from '@cairn/contracts';
import type { CommitDiff } from '../connector.ts';
import type { Payload } from '../payload.ts';
import { type GithubPullRequest, PullRequestPayload } from './payloads.ts';

const CHANGES: Readonly<Record<string, ChangedFile['change']>> = {
  ADDED: 'added',
  COPIED: 'added',
  DELETED: 'deleted',
  RENAMED: 'renamed',
};

type File = NonNullable<GithubPullRequest['files']>['nodes'][number];

const changedFile = ({ path, additions, deletions, changeType }: File): ChangedFile => ({
  path,
  previousPath: null,
  change: CHANGES[changeType ?? ''] ?? 'modified',
  additions,
  deletions,
  patch: null,
  reason: 'GitHub tells which files changed, and not what changed in them.',
});

/** The changed files of a pull request, as a payload tells them; undefined for a payload that does not. */
export function filesIn({ kind, body }: Payload, id: string): CommitDiff | undefined {
  if (kind !== 'pullRequests') return undefined;
  const pull = PullRequestPayload.parse(body).items.find((each) => each.id === id);
  if (!pull?.files) return undefined;
  const files = pull.files.nodes.map(changedFile);
  return { files, total: Math.max(files.length, pull.changedFiles ?? 0) };
}
