import { deleteFrom } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';

const OWN = '(SELECT uuid FROM "Commit" WHERE "repositoryUuid" = $1::UUID)';
const RELEASES = '(SELECT uuid FROM "Release" WHERE "repositoryUuid" = $1::UUID)';
const KINDS = ['Commit', 'SourceFile', 'Branch', 'Release', 'Event'];

/** Deletes everything of a repository but its own row and its people. */
export function clear(repositoryUuid: string): Statement[] {
  const params = [repositoryUuid];
  return [
    deleteFrom('Relation', `"fromUuid" IN ${OWN} OR "fromUuid" IN ${RELEASES}`, params),
    ...KINDS.map((kind) => deleteFrom(kind, '"repositoryUuid" = $1::UUID', params)),
  ];
}
