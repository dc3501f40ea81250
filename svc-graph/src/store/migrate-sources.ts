const PHASE = `state->'progress'->>'phase'`;
const FIELDS = ['status', 'notes', 'error', 'erroredAt', 'lastIngestedAt', 'cursor'];

/**
 * Converts the source table of schema version 1. It held a path or, in its place, settings as JSON, and the
 * counts of one phase. The table is rebuilt, because DuckDB cannot change rows and columns in one
 * transaction.
 */
export const MIGRATE_SOURCES: readonly string[] = [
  `CREATE TABLE "MigratedSource" AS SELECT id, type,
    CASE WHEN path LIKE '{%' THEN path::JSON ELSE json_object('path', path) END AS settings,
    name, "createdAt",
    json_object(${FIELDS.map((name) => `'${name}', state->'${name}'`).join(', ')},
      'progress', CASE WHEN ${PHASE} IN ('waiting', 'done', 'failed')
        THEN json_object('state', ${PHASE}, 'current', NULL, 'counts', '{}'::JSON)
        ELSE json_object('state', 'running', 'current', ${PHASE}, 'counts', json_object(${PHASE}, json_object(
          'done', state->'progress'->'done', 'total', state->'progress'->'total', 'perSecond', NULL)))
      END) AS state
    FROM "Source"`,
  'DROP TABLE "Source"',
  'ALTER TABLE "MigratedSource" RENAME TO "Source"',
];
