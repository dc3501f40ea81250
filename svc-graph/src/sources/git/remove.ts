import { deleteFrom } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import { clear } from './clear.ts';
import { repositoryUuid } from './ingest.ts';
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

/** Deletes a repository, people who did nothing elsewhere, and what its mailmap said of those who stay. */
export function removeStatements(orgId: string, sourceId: string): Statement[] {
  const repository = repositoryUuid(orgId, sourceId);
  return [
    ...clear(repository),
    deleteFrom('Repository', 'uuid = $1::UUID', [repository]),
    deleteFrom('IdentityLink', 'author = $1', [sourceId]),
    ...PEOPLE,
    ...RESOLVE_PEOPLE,
  ];
}
