import { vi } from 'vitest';
import { quoted } from '../src/store/ddl.ts';
import type { Effect, Statement } from '../src/store/statement.ts';
import { Transaction } from '../src/store/transaction.ts';

type Columns = ReadonlyMap<string, readonly string[]>;
/** Of each table that has rows, a text that changes with any of their values. */
type Fingerprints = ReadonlyMap<string, string>;

interface Known {
  readonly columns: Columns;
  readonly fingerprints: Fingerprints;
}

/** What is known of the file since the last statement of a transaction. */
const known = new WeakMap<Transaction, Known>();

async function columnsOf(transaction: Transaction): Promise<Columns> {
  const tables = await transaction.rows<{ table: string; columns: string[] }>(
    `SELECT table_name AS "table", list(column_name) AS columns FROM duckdb_columns()
     WHERE database_name = current_database() AND schema_name = 'main' AND NOT internal GROUP BY 1`,
  );
  return new Map(tables.map(({ table, columns }) => [table, columns]));
}

async function fingerprintsOf(transaction: Transaction, columns: Columns): Promise<Fingerprints> {
  const counts = [...columns.keys()].map(
    (table) => `SELECT '${table}' AS "table" FROM ${quoted(table)} HAVING count(*) > 0`,
  );
  const filled = await transaction.rows<{ table: string }>(counts.join(' UNION ALL '));
  const each = filled.map(({ table }) => {
    const values = (columns.get(table) ?? []).map((column) => `t.${quoted(column)}`).join(', ');
    return `SELECT '${table}' AS "table", count(*) || ' ' || sum(hash(${values})) AS print FROM ${quoted(table)} t`;
  });
  if (each.length === 0) return new Map();
  const prints = await transaction.rows<{ table: string; print: string }>(each.join(' UNION ALL '));
  return new Map(prints.map(({ table, print }) => [table, print]));
}

async function knownOf(transaction: Transaction): Promise<Known> {
  const before = known.get(transaction);
  if (before) return before;
  const columns = await columnsOf(transaction);
  return { columns, fingerprints: await fingerprintsOf(transaction, columns) };
}

const BEFORE = 'checked_before';

/** Queries that give rows where a table is not what a write may have made of its rows before. */
function violations(effect: Exclude<Effect, string>): string[] {
  const table = quoted(effect.table);
  const other = (one: string, two: string, columns = '*') =>
    `SELECT ${columns} FROM ${one} EXCEPT ALL SELECT ${columns} FROM ${two}`;
  switch (effect.how) {
    case 'insert':
      return [other(BEFORE, table)];
    case 'delete':
      return [other(table, BEFORE)];
    case 'update': {
      const others = `* EXCLUDE (${effect.columns.map(quoted).join(', ')})`;
      return [other(BEFORE, table, others), other(table, BEFORE, others)];
    }
    case 'replace':
      return [];
  }
}

async function checked(
  transaction: Transaction,
  effect: Effect,
  what: string,
  work: () => Promise<void>,
): Promise<void> {
  const before = await knownOf(transaction);
  const target = typeof effect === 'string' ? null : effect.table;
  if (target !== null) await transaction.read(`CREATE TEMP TABLE ${BEFORE} AS FROM ${quoted(target)}`);
  await work();
  const after = await fingerprintsOf(transaction, before.columns);
  // A statement that adds a column leaves the others as they were.
  if (what.startsWith('ALTER')) known.delete(transaction);
  else known.set(transaction, { ...before, fingerprints: after });
  const tables = new Set([...before.fingerprints.keys(), ...after.keys()]);
  const changed = [...tables].filter((table) => before.fingerprints.get(table) !== after.get(table));
  const undeclared = effect === 'anything' ? [] : changed.filter((table) => table !== target);
  if (undeclared.length > 0) throw new Error(`${undeclared.join(', ')} changed, undeclared: ${what}`);
  if (typeof effect === 'string') return;
  for (const violation of violations(effect))
    if ((await transaction.rows(`SELECT 1 FROM (${violation}) LIMIT 1`)).length > 0)
      throw new Error(`${effect.table} changed beyond ${effect.how}: ${what}`);
  await transaction.read(`DROP TABLE temp.${BEFORE}`);
}

/** What was checked: of each kind of write, the tables that a statement really changed in that way. */
export type CheckedEffects = ReadonlyMap<string, ReadonlySet<string>>;

/** How often the same text is compared: once where it finds nothing yet, and once where it finds what it wrote. */
const COMPARED = 2;

/**
 * Compares every table of the file before and after the statements of every transaction, until the spies are restored.
 * A statement that does more than it declares throws. The same text is compared twice, however often it runs.
 */
export function checkEffects(): CheckedEffects {
  const seen = new Map<string, Set<string>>();
  const note = (effect: Effect) => {
    const how = typeof effect === 'string' ? effect : effect.how;
    const tables = seen.get(how) ?? new Set();
    seen.set(how, typeof effect === 'string' ? tables : tables.add(effect.table));
  };
  const compared = new Map<string, number>();
  const check = async (transaction: Transaction, effect: Effect, what: string, work: () => Promise<void>) => {
    const times = (compared.get(what) ?? 0) + 1;
    compared.set(what, times);
    if (times <= COMPARED) await checked(transaction, effect, what, work);
    else {
      await work();
      known.delete(transaction);
    }
    note(effect);
  };
  const { run, append } = Transaction.prototype;
  vi.spyOn(Transaction.prototype, 'run').mockImplementation(async function (
    this: Transaction,
    statement: Statement,
  ) {
    await check(this, statement.writes, statement.sql, () => run.call(this, statement));
  });
  vi.spyOn(Transaction.prototype, 'append').mockImplementation(async function (this: Transaction, batch) {
    const effect: Effect = batch.persistent ? { how: 'insert', table: batch.table } : 'nothing';
    await check(this, effect, `columns of ${batch.table}`, () => append.call(this, batch));
  });
  return seen;
}
