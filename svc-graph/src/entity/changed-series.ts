import type { Reader } from '../query/engine/reader.ts';
import type { EntityMatch } from './find.ts';

/** Commits whose changes are told as one: a commit alone, or all of a pull request. */
export interface ChangedSeries {
  /** The commit whose sources may keep the changes. */
  readonly entity: string;
  /** The commit that has all changes. */
  readonly sha: string;
  /** The first commit, before which the changes begin; undefined for what the commit itself changes. */
  readonly since: string | undefined;
  /** The commits, by uuid. */
  readonly commits: readonly string[];
}

interface CommitRow {
  readonly uuid: string;
  readonly sha: string;
}

const OWN = `SELECT c.uuid::VARCHAR AS uuid, c.sha FROM "Relation" r JOIN "Commit" c ON c.uuid = r."toUuid"
  WHERE r.relation = 'hasCommit' AND r."fromUuid" = $1::UUID AND NOT coalesce(c.deleted, false)
  ORDER BY c."committedAt" NULLS FIRST, c.uuid`;
const MERGED = `SELECT uuid::VARCHAR AS uuid, sha FROM "Commit" WHERE uuid = $1::UUID AND NOT coalesce(deleted, false)`;

/**
 * The changes of a pull request: what its merge or squash commit changed, else what its own commits changed from the
 * first to the last. Null where no commit of it is known.
 */
export async function pullRequestSeries(store: Reader, { row }: EntityMatch): Promise<ChangedSeries | null> {
  const own = await store.rows<CommitRow>(OWN, [String(row['uuid'])]);
  const mergeCommit = row['mergeCommitUuid'];
  const [merged] = mergeCommit ? await store.rows<CommitRow>(MERGED, [String(mergeCommit)]) : [];
  const commits = own.map(({ uuid }) => uuid);
  if (merged && !commits.includes(merged.uuid))
    return {
      entity: merged.uuid,
      sha: merged.sha,
      since: undefined,
      // A squash repeats what its commits changed.
      commits: commits.length > 0 ? commits : [merged.uuid],
    };
  const last = merged ?? own.at(-1);
  return last ? { entity: last.uuid, sha: last.sha, since: own[0]?.sha, commits } : null;
}
