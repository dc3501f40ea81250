import type { UnrecordedRows } from '../../store/former-uuids.ts';
import { deleteFrom } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import { entityUuid } from '../../store/uuid.ts';

/** The uuid that a source's repository had before uuids were made of natural keys. */
export function formerRepositoryUuid(orgId: string, sourceId: string): string {
  return entityUuid(orgId, 'git', `repository:${sourceId}`);
}

/** The rows that an earlier version left of a source, which no record names. */
export function unrecordedRows(orgId: string, sourceId: string): UnrecordedRows[] {
  const uuid = formerRepositoryUuid(orgId, sourceId);
  const where = `"repositoryUuid" = '${uuid}'::UUID`;
  return [
    { kind: 'Repository', name: `''`, where: `uuid = '${uuid}'::UUID` },
    { kind: 'Commit', name: 'sha', where },
    ...['Branch', 'Release', 'SourceFile'].map((kind) => ({ kind, name: '"externalId"', where })),
  ];
}

const OWN = '(SELECT uuid FROM "Commit" WHERE "repositoryUuid" = $1::UUID)';
const RELEASES = '(SELECT uuid FROM "Release" WHERE "repositoryUuid" = $1::UUID)';
const KINDS = ['Commit', 'SourceFile', 'Branch', 'Release', 'Event'];

/** Deletes the rows that an earlier version left of a source; people stay. */
export function clearUnrecorded(orgId: string, sourceId: string): Statement[] {
  const params = [formerRepositoryUuid(orgId, sourceId)];
  return [
    deleteFrom('Relation', `"fromUuid" IN ${OWN} OR "fromUuid" IN ${RELEASES}`, params),
    ...KINDS.map((kind) => deleteFrom(kind, '"repositoryUuid" = $1::UUID', params)),
    deleteFrom('Repository', 'uuid = $1::UUID', params),
  ];
}
