import type { CorpusTable } from './org.ts';
import type { CorpusValue } from './org/read.ts';

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

function literal(value: CorpusValue | undefined, type: string): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const written = typeof value === 'string' ? text(value) : `[${value.map(text).join()}]`;
  return `CAST(${written} AS ${type})`;
}

/** The statements that fill DuckDB tables with the rows of the corpus. */
export function loadStatements(tables: readonly CorpusTable[]): string[] {
  return tables.map(({ name, types, rows }) => {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const values = rows.map(
      (row) => `(${columns.map((column) => literal(row[column], types.get(column) ?? 'VARCHAR')).join()})`,
    );
    return `INSERT INTO "${name}" (${columns.map((column) => `"${column}"`).join()}) VALUES ${values.join()}`;
  });
}
