import type { GraphWriter } from '../../store/graph-writer.ts';
import { PUBLISH } from '../../store/load.ts';
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
 * Takes a repository out of the graph, with what was kept of it and with people who did nothing elsewhere; all at once.
 * What its mailmap said of people who stay still holds.
 */
export async function removeGit(writer: GraphWriter, orgId: string, sourceId: string): Promise<void> {
  const repository = repositoryUuid(orgId, sourceId);
  await writer.commit([
    ...clear(repository),
    { sql: 'DELETE FROM "Repository" WHERE uuid = $1::UUID', params: [repository] },
    ...PEOPLE.map((sql) => ({ sql, params: [] })),
    { sql: 'DELETE FROM "RawPayload" WHERE "sourceId" = $1', params: [sourceId] },
    { sql: 'DELETE FROM "Source" WHERE id = $1', params: [sourceId] },
    PUBLISH,
  ]);
}
