import { createTemp, deleteFrom, dropTemp, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import { clear } from './clear.ts';
import { repositoryUuid } from './ingest.ts';

const ALONE = 'alone';

/** What people of git do; who did nothing of it in any repository that is still there goes with the one that is removed. */
const ACTIVE = [
  ['Commit', 'authorUuid'],
  ['Commit', 'committerUuid'],
  ['Release', 'authorUuid'],
  ['Event', 'actorUuid'],
]
  .map(([table, column]) => `SELECT "${column}" FROM "${table}" WHERE "${column}" IS NOT NULL`)
  .join(' UNION ');
const INACTIVE = `SELECT uuid FROM "Person" WHERE integration = 'git' AND NOT coalesce(deleted, false)
  AND uuid NOT IN (${ACTIVE})`;

const THEIRS = `SELECT "identityUuid" FROM "IdentityLink" WHERE "personUuid" IN (FROM temp.${ALONE})`;
const OTHERS = `SELECT "identityUuid" FROM "IdentityLink" WHERE "personUuid" NOT IN (FROM temp.${ALONE})`;

const SIGNED = `SELECT "authorUuid" AS uuid, "authoredAt" AS moment FROM "Commit"
  UNION ALL SELECT "committerUuid", "committedAt" FROM "Commit"
  UNION ALL SELECT "authorUuid", "createdAt" FROM "Release"`;

const PEOPLE = [
  createTemp(ALONE, INACTIVE),
  deleteFrom('Identity', `uuid IN (${THEIRS}) AND uuid NOT IN (${OTHERS})`),
  deleteFrom('IdentityLink', `"personUuid" IN (FROM temp.${ALONE})`),
  deleteFrom('Person', `uuid IN (FROM temp.${ALONE})`),
  dropTemp(ALONE),
  update(
    'Person',
    { createdAt: 's.first', updatedAt: 's.last' },
    `FROM (SELECT uuid, min(moment) AS first, max(moment) AS last FROM (${SIGNED}) GROUP BY 1) s
     WHERE t.uuid = s.uuid AND t.integration = 'git'
       AND (t."createdAt" IS DISTINCT FROM s.first OR t."updatedAt" IS DISTINCT FROM s.last)`,
  ),
];

/**
 * Deletes a repository and people who did nothing elsewhere. What its mailmap said of people who stay still holds.
 */
export function removeStatements(orgId: string, sourceId: string): Statement[] {
  const repository = repositoryUuid(orgId, sourceId);
  return [...clear(repository), deleteFrom('Repository', 'uuid = $1::UUID', [repository]), ...PEOPLE];
}
