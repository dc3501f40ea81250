import type { Statement } from '../../store/load.ts';
import { clear } from './clear.ts';
import { repositoryUuid } from './ingest.ts';

const ALONE = 'temp."alone"';

/** What people of git do; who did nothing of it in any repository that is still there goes with the one that is removed. */
const ACTIVE = [
  ['Commit', 'authorUuid'],
  ['Commit', 'committerUuid'],
  ['Release', 'authorUuid'],
  ['Event', 'actorUuid'],
]
  .map(([table, column]) => `SELECT "${column}" FROM "${table}" WHERE "${column}" IS NOT NULL`)
  .join(' UNION ');
const STAGE = `CREATE OR REPLACE TEMP TABLE "alone" AS SELECT uuid FROM "Person"
  WHERE integration = 'git' AND NOT coalesce(deleted, false) AND uuid NOT IN (${ACTIVE})`;

const THEIRS = `SELECT "identityUuid" FROM "IdentityLink" WHERE "personUuid" IN (FROM ${ALONE})`;
const OTHERS = `SELECT "identityUuid" FROM "IdentityLink" WHERE "personUuid" NOT IN (FROM ${ALONE})`;

const SIGNED = `SELECT "authorUuid" AS uuid, "authoredAt" AS moment FROM "Commit"
  UNION ALL SELECT "committerUuid", "committedAt" FROM "Commit"
  UNION ALL SELECT "authorUuid", "createdAt" FROM "Release"`;

const PEOPLE = [
  STAGE,
  `DELETE FROM "Identity" WHERE uuid IN (${THEIRS}) AND uuid NOT IN (${OTHERS})`,
  `DELETE FROM "IdentityLink" WHERE "personUuid" IN (FROM ${ALONE})`,
  `DELETE FROM "Person" WHERE uuid IN (FROM ${ALONE})`,
  `DROP TABLE ${ALONE}`,
  `UPDATE "Person" p SET "createdAt" = s.first, "updatedAt" = s.last
   FROM (SELECT uuid, min(moment) AS first, max(moment) AS last FROM (${SIGNED}) GROUP BY 1) s
   WHERE p.uuid = s.uuid AND p.integration = 'git'
     AND (p."createdAt" IS DISTINCT FROM s.first OR p."updatedAt" IS DISTINCT FROM s.last)`,
];

/**
 * Deletes a repository and people who did nothing elsewhere. What its mailmap said of people who stay still holds.
 */
export function removeStatements(orgId: string, sourceId: string): Statement[] {
  const repository = repositoryUuid(orgId, sourceId);
  return [
    ...clear(repository),
    { sql: 'DELETE FROM "Repository" WHERE uuid = $1::UUID', params: [repository] },
    ...PEOPLE.map((sql) => ({ sql, params: [] })),
  ];
}
