import { sql, type TableMetadata } from 'kysely';
import type { DatabaseEngine } from './dialects.ts';
import type { Database } from './tables.ts';

/** A table that both databases have, with the columns that both have. */
interface SharedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns that hold true or false in PostgreSQL, and 1 or 0 in SQLite. */
  readonly flags: ReadonlySet<string>;
}

const PAGE = 500;

const tablesOf = async ({ db }: DatabaseEngine): Promise<Map<string, TableMetadata>> => {
  const tables = await db.introspection.getTables();
  return new Map(tables.filter(({ isView }) => !isView).map((table) => [table.name, table]));
};

/** The tables that rows of a table refer to. SQLite tells it, and one of the two databases is SQLite. */
async function parentsOf(sqlite: DatabaseEngine, table: string): Promise<string[]> {
  const { rows } = await sql<{
    table: string;
  }>`select "table" from pragma_foreign_key_list(${table})`.execute(sqlite.db);
  return rows.map((row) => row.table);
}

/** The tables of both, each after those that its rows refer to. */
async function sharedTables(from: DatabaseEngine, to: DatabaseEngine): Promise<SharedTable[]> {
  const [theirs, ours] = [await tablesOf(from), await tablesOf(to)];
  const [sqlite, postgres] = from.kind === 'sqlite' ? [from, ours] : [to, theirs];
  const ordered = new Map<string, SharedTable>();
  const add = async (name: string): Promise<void> => {
    const [source, target] = [theirs.get(name), ours.get(name)];
    if (!source || !target || ordered.has(name)) return;
    for (const parent of await parentsOf(sqlite, name)) if (parent !== name) await add(parent);
    const known = new Set(source.columns.map((column) => column.name));
    const columns = target.columns.map((column) => column.name).filter((column) => known.has(column));
    const flags = (postgres.get(name)?.columns ?? []).filter(({ dataType }) => dataType === 'bool');
    ordered.set(name, { name, columns, flags: new Set(flags.map((column) => column.name)) });
  };
  for (const name of theirs.keys()) await add(name);
  return [...ordered.values()];
}

/** A value of one engine as the other stores it. */
function translated(value: unknown, isFlag: boolean, to: DatabaseEngine['kind']): unknown {
  if (value instanceof Date) return value.toISOString();
  if (!isFlag || value === null) return value;
  return to === 'postgres' ? Boolean(value) : Number(value);
}

async function copyTable(
  from: { readonly db: Database; readonly kind: DatabaseEngine['kind'] },
  to: { readonly db: Database; readonly kind: DatabaseEngine['kind'] },
  { name, columns, flags }: SharedTable,
): Promise<void> {
  const order = sql.ref(from.kind === 'sqlite' ? 'rowid' : 'ctid');
  const list = sql.join(columns.map((column) => sql.ref(column)));
  // The numbers of the audit log stay the same.
  const overriding = to.kind === 'postgres' ? sql`overriding system value` : sql``;
  for (let offset = 0; ; offset += PAGE) {
    const { rows } = await sql<Record<string, unknown>>`select ${list} from ${sql.table(name)}
      order by ${order} limit ${sql.lit(PAGE)} offset ${sql.lit(offset)}`.execute(from.db);
    for (const row of rows) {
      const values = columns.map((column) => translated(row[column], flags.has(column), to.kind));
      await sql`insert into ${sql.table(name)} (${list}) ${overriding} values (${sql.join(values)})`.execute(
        to.db,
      );
    }
    if (rows.length < PAGE) return;
  }
}

/** Numbers that PostgreSQL gives go on after those that were copied. */
async function goOnCounting(db: Database): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(db);
  for (const { table, column } of rows) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)}), false)`.execute(db);
  }
}

/**
 * Copies every row between a SQLite file and a PostgreSQL database, as of one moment, all or nothing. Both are at the
 * newest migration, and the other one is empty. The tables of `without` stay empty.
 */
export async function copyRows(
  from: DatabaseEngine,
  to: DatabaseEngine,
  without: readonly string[] = [],
): Promise<void> {
  const tables = (await sharedTables(from, to)).filter(({ name }) => !without.includes(name));
  const reading = from.db.transaction();
  const snapshot =
    from.kind === 'postgres'
      ? reading.setIsolationLevel('repeatable read').setAccessMode('read only')
      : reading;
  await snapshot.execute((source) =>
    to.db.transaction().execute(async (target) => {
      const [one, other] = [
        { db: source, kind: from.kind },
        { db: target, kind: to.kind },
      ];
      for (const table of tables) await copyTable(one, other, table);
      if (to.kind === 'postgres') await goOnCounting(other.db);
    }),
  );
}

/** Whether nobody has an account in a database. */
export async function hasNoAccounts({ db }: Pick<DatabaseEngine, 'db'>): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) === undefined;
}
