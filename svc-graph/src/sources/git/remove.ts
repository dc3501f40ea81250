import { ALSO_THERE, ONLY_HERE, forgetSource, removeSource } from '../../store/source-records.ts';
import { deleteFrom, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import { RESOLVE_PEOPLE } from './resolve-people.ts';

/** Who signed or did anything that is still there. */
const ACTIVE = [
  ['Commit', 'authorUuid'],
  ['Commit', 'authorSignedUuid'],
  ['Commit', 'committerUuid'],
  ['Commit', 'committerSignedUuid'],
  ['Release', 'authorUuid'],
  ['Release', 'authorSignedUuid'],
  ['Event', 'actorUuid'],
]
  .map(([table, column]) => `SELECT "${column}" FROM "${table}" WHERE "${column}" IS NOT NULL`)
  .concat(`SELECT "toUuid" FROM "Relation" WHERE relation IN ('coSigned', 'coAuthored')`)
  .join(' UNION ');

/** People who did nothing elsewhere go, and so do accounts that no source knows any more. */
const PEOPLE = [
  deleteFrom('Person', `integration = 'git' AND uuid NOT IN (${ACTIVE})`),
  deleteFrom(
    'IdentityLink',
    `"identityUuid" IN (SELECT uuid FROM "Identity" WHERE integration = 'git') AND "personUuid" NOT IN (SELECT uuid FROM "Person")`,
  ),
  deleteFrom('Identity', `integration = 'git' AND uuid NOT IN (SELECT "identityUuid" FROM "IdentityLink")`),
];

/** Each thing that other sources know too, with the repository of one of them. */
const MOVED = `SELECT a.uuid, min(h."entityUuid") AS "repositoryUuid"
  FROM ${ALSO_THERE} a JOIN "SourceRecord" c ON c."entityUuid" = a.uuid AND c."sourceId" <> $1
    JOIN "SourceRecord" h ON h."sourceId" = c."sourceId" AND h.kind = 'Repository' GROUP BY 1`;

/** Commits that another repository holds too become its own, when their repository goes. */
function moveShared(sourceId: string): Statement[] {
  const goes = `t."repositoryUuid" IN (SELECT uuid FROM ${ONLY_HERE})`;
  const repositoryUuid = 's."repositoryUuid"';
  const there = `SELECT "entityUuid" FROM "SourceRecord" WHERE "sourceId" <> $1 AND NOT deleted`;
  return [
    update(
      'Commit',
      { repositoryUuid, branchUuid: 'NULL' },
      `FROM (${MOVED}) s WHERE t.uuid = s.uuid AND ${goes}`,
      [sourceId],
    ),
    update('Event', { repositoryUuid }, `FROM (${MOVED}) s WHERE t."entityUuid" = s.uuid AND ${goes}`, [
      sourceId,
    ]),
    ...['Commit', 'Branch', 'Release'].map((kind) =>
      update(
        kind,
        { deleted: 'true' },
        `WHERE NOT t.deleted AND t.uuid IN (SELECT uuid FROM ${ALSO_THERE}) AND t.uuid NOT IN (${there})`,
        [sourceId],
      ),
    ),
  ];
}

/**
 * Deletes the rows of a source before they are built again, as far as no other source has them too. Commits that
 * stay belong to the repository that is built, whatever it was called.
 */
export function forgetRows(sourceId: string, repositoryUuid: string): Statement[] {
  const stays = (uuid: string) => `WHERE t."repositoryUuid" IN (SELECT uuid FROM ${ONLY_HERE})
    AND t."repositoryUuid" <> $1::UUID AND ${uuid} IN (SELECT uuid FROM ${ALSO_THERE})`;
  const own = { repositoryUuid: '$1::UUID' };
  return forgetSource(sourceId, [
    update('Commit', own, stays('t.uuid'), [repositoryUuid]),
    update('Event', own, stays('t."entityUuid"'), [repositoryUuid]),
  ]);
}

/** Deletes the rows of a source, and people who did nothing elsewhere. */
export function removeStatements(sourceId: string): Statement[] {
  return [
    ...removeSource(sourceId, moveShared(sourceId)),
    deleteFrom('IdentityLink', 'author = $1', [sourceId]),
    ...PEOPLE,
    ...RESOLVE_PEOPLE,
  ];
}
