import { vi } from 'vitest';
import { quoted } from '../src/store/ddl.ts';
import type { Effect, Statement } from '../src/store/statement.ts';
import { Transaction } from '../src/store/transaction.ts';

interface Fingerprint {
  readonly table: string;
  readonly rows: string;
}

/** A query that gives a row for each table of the file, which changes with any value of the columns there are now. */
async function fingerprintQuery(transaction: Transaction): Promise<string> {
  const tables = await transaction.rows<{ table: string; columns: string[] }>(
    `SELECT table_name AS "table", list(column_name ORDER BY column_index) AS columns FROM duckdb_columns()
     WHERE database_name = current_database() AND schema_name = 'main' AND NOT internal GROUP BY 1`,
  );
  const each = tables.map(({ table, columns }) => {
    const values = columns.map((column) => `t.${quoted(column)}`).join(', ');
    return `SELECT '${table}' AS "table", count(*) || ' ' || coalesce(sum(hash(${values})), 0) AS rows FROM ${quoted(table)} t`;
  });
  return each.join(' UNION ALL ');
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
  const query = await fingerprintQuery(transaction);
  const before = await transaction.rows<Fingerprint>(query);
  const target = typeof effect === 'string' ? null : effect.table;
  if (target !== null) await transaction.read(`CREATE TEMP TABLE ${BEFORE} AS FROM ${quoted(target)}`);
  await work();
  const after = new Map((await transaction.rows<Fingerprint>(query)).map(({ table, rows }) => [table, rows]));
  const changed = before.flatMap(({ table, rows }) => (after.get(table) === rows ? [] : [table]));
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

/**
 * Compares every table of the file before and after each statement of every transaction, until the spies are restored.
 * A statement that does more than it declares throws.
 */
export function checkEffects(): CheckedEffects {
  const seen = new Map<string, Set<string>>();
  const note = (effect: Effect) => {
    const how = typeof effect === 'string' ? effect : effect.how;
    const tables = seen.get(how) ?? new Set();
    seen.set(how, typeof effect === 'string' ? tables : tables.add(effect.table));
  };
  const { run, append } = Transaction.prototype;
  vi.spyOn(Transaction.prototype, 'run').mockImplementation(async function (
    this: Transaction,
    statement: Statement,
  ) {
    await checked(this, statement.writes, statement.sql, () => run.call(this, statement));
    note(statement.writes);
  });
  vi.spyOn(Transaction.prototype, 'append').mockImplementation(async function (this: Transaction, batch) {
    const effect: Effect = batch.persistent ? { how: 'insert', table: batch.table } : 'nothing';
    await checked(this, effect, `columns of ${batch.table}`, () => append.call(this, batch));
    note(effect);
  });
  return seen;
}
