import type { CompiledQuery } from 'kysely';
import type { Database } from './tables.ts';

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

/**
 * A query that is built and compiled at its first run only, for calls that come often. `build` writes its
 * conditions with the texts it is given; each run sends the values of their names as bound parameters.
 */
export function compileOnce<Name extends string, Row>(
  db: Database,
  names: readonly Name[],
  build: (values: Readonly<Record<Name, string>>) => Compilable<Row>,
): (values: Readonly<Record<Name, string>>) => Promise<Row[]> {
  const nameOf = new Map(names.map((name) => [`value of ${name}`, name]));
  let compiled: CompiledQuery<Row> | null = null;
  return async (values) => {
    compiled ??= build(
      Object.fromEntries(Array.from(nameOf, ([text, name]) => [name, text])) as Record<Name, string>,
    ).compile();
    const parameters = compiled.parameters.map((value) => {
      const name = nameOf.get(String(value));
      return name === undefined ? value : values[name];
    });
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
