import type { Statement } from '../../store/load.ts';

const OWN = '(SELECT uuid FROM "Commit" WHERE "repositoryUuid" = $1::UUID)';
const RELEASES = '(SELECT uuid FROM "Release" WHERE "repositoryUuid" = $1::UUID)';
const KINDS = ['Commit', 'SourceFile', 'Branch', 'Release', 'Event'];

/** Deletes everything of a repository but its own row and its people. */
export function clear(repositoryUuid: string): Statement[] {
  const params = [repositoryUuid];
  return [
    { sql: `DELETE FROM "Relation" WHERE "fromUuid" IN ${OWN} OR "fromUuid" IN ${RELEASES}`, params },
    ...KINDS.map((kind) => ({ sql: `DELETE FROM "${kind}" WHERE "repositoryUuid" = $1::UUID`, params })),
  ];
}
