import { createHash } from 'node:crypto';
import { CATALOGUE } from '@cairn/entities';
import { type ColumnsThere, SCHEMA_VERSION, schemaStatements } from './ddl.ts';
import { outdateSources } from './outdate-sources.ts';
import { insertInto, replaceRow } from './statement.ts';
import type { TransactionStep } from './transaction.ts';

/** The file was written by a later version of Cairn, with tables that this one does not know. */
export class NewerDataError extends Error {
  constructor(file: string, version: number) {
    super(
      `${file} belongs to a newer version of Cairn (data version ${String(version)}, this one reads up to ${String(SCHEMA_VERSION)}). Start that version, or choose another data directory.`,
    );
    this.name = 'NewerDataError';
  }
}

/** A file of an org whose tables are brought up to date. */
interface OpenFile {
  rows<Row>(sql: string): Promise<Row[]>;
  run(sql: string): Promise<unknown>;
  meta(key: string): Promise<string | undefined>;
  transaction(
    work: (open: { runAll(steps: readonly TransactionStep[]): Promise<unknown> }) => Promise<unknown>,
  ): Promise<unknown>;
}

async function presentColumns(store: OpenFile): Promise<Map<string, ColumnsThere>> {
  // Only generated columns have an expression here.
  const rows = await store.rows<{ name: string; stored: string[] | null; empty: string[] | null }>(
    `SELECT table_name AS name, list(column_name) FILTER (column_default IS NULL) AS stored,
       list(column_name) FILTER (column_default IS NOT NULL) AS empty FROM duckdb_columns()
     WHERE database_name = current_database() AND schema_name = 'main' AND NOT internal GROUP BY 1`,
  );
  return new Map(
    rows.map(({ name, stored, empty }) => [name, { stored: new Set(stored), empty: new Set(empty) }]),
  );
}

const VERSION_ZERO = insertInto(
  'Meta',
  [],
  `SELECT 'dataVersion', '0' WHERE NOT EXISTS (FROM "Meta" WHERE key = 'dataVersion')`,
);

/** An answer to an invitation was kept in the column of changes to files, until it got one of its own. */
const MIGRATE_ANSWERS = `UPDATE "Relation" SET answer = change, change = NULL
  WHERE relation = 'attends' AND change IS NOT NULL`;

/** Updates the tables of a file to the catalogue; throws for a file of a later version. */
export async function updateSchema(store: OpenFile, file: string): Promise<void> {
  const whole = schemaStatements(CATALOGUE.kinds, new Map());
  const schema = createHash('sha256').update(whole.join(';')).digest('hex');
  await store.run('CREATE TABLE IF NOT EXISTS "Meta" (key VARCHAR PRIMARY KEY, value VARCHAR)');
  const version = Number((await store.meta('schemaVersion')) ?? SCHEMA_VERSION);
  if (version > SCHEMA_VERSION) throw new NewerDataError(file, version);
  if ((await store.meta('schema')) === schema) return;
  const present = await presentColumns(store);
  const statements = schemaStatements(CATALOGUE.kinds, present);
  const outdated = present.has('Source') ? await outdateSources(store, { file, before: version }) : [];
  const runAll = (sqls: readonly string[]) =>
    sqls.map((sql) => ({ sql, params: [], writes: 'anything' as const }));
  // DuckDB refuses to update rows of a table whose columns changed in the same transaction.
  await store.transaction((transaction) => transaction.runAll(runAll(statements)));
  await store.transaction((transaction) =>
    transaction.runAll([
      ...runAll([MIGRATE_ANSWERS]),
      replaceRow('Meta', ['schema', schema]),
      ...outdated,
      replaceRow('Meta', ['schemaVersion', String(SCHEMA_VERSION)]),
      VERSION_ZERO,
    ]),
  );
}
