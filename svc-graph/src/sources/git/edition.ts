import { deleteFrom, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import type { Context } from './normalise.ts';

/**
 * What is read of each commit, and how; raised when that changes. A repository that was read in an earlier edition
 * has its log read again by its next run. From edition 2 on renamed files are told from deleted and added ones;
 * from 3 on commits keep who signed them and by which clock; from 4 on the test merges of forges are left out;
 * from 5 on accounts that only trailers name are told apart, files have former paths, and equal names join nobody;
 * from 6 on commits keep how their signers are spelt, have whole subjects, and tell who wrote from who committed;
 * from 7 on events have whole subjects too, and a shallow clone tells its oldest merges as such.
 */
export const EDITION = 7;

/** Commits that may have renamed a file. */
const MAY_RENAME = `"repositoryUuid" = $1::UUID AND "totalFilesAdded" > 0 AND "totalFilesDeleted" > 0`;

/** Deletes the changes that this edition reads differently from an earlier one; the run reads them again. */
export function upgradeFrom(edition: number | undefined, { repositoryUuid }: Context): Statement[] {
  const params = [repositoryUuid];
  const since6 = update(
    'Commit',
    { totalFilesRenamed: '0' },
    `WHERE "repositoryUuid" = $1::UUID AND "isMerge" AND "totalFilesRenamed" IS NULL`,
    params,
  );
  if ((edition ?? 1) >= 6) return [];
  if ((edition ?? 1) >= 2) return [since6];
  return [
    since6,
    deleteFrom(
      'Relation',
      `relation = 'touches' AND "fromUuid" IN (SELECT uuid FROM "Commit" WHERE ${MAY_RENAME})`,
      params,
    ),
    update('Commit', { changedFiles: 'NULL' }, `WHERE ${MAY_RENAME}`, params),
    update(
      'Commit',
      { additions: 'NULL', deletions: 'NULL' },
      `WHERE "repositoryUuid" = $1::UUID AND "isMerge"`,
      params,
    ),
  ];
}
