import { EVENT_TYPE } from '../event-type.ts';

/** What tells sorts of events apart, beside their type. */
export const SAID = ['action', 'integration', 'entityType', 'actorUuid'];
/** What an event `e` or a sort says, by its alias. */
export const said = (alias: string) => SAID.map((column) => `${alias}."${column}"`).join(', ');
/** What an event `e` says, with its type. */
export const ALL_SAID = `${said('e')}, ${EVENT_TYPE} AS type`;

/** The columns whose change makes the sorts wrong. */
export const SORTED_BY: readonly string[] = [...SAID, 'newStatus', 'delta', 'comment', 'occurredAt'];

/** The name of the table that says what each sort is. */
export const valuesOf = (name: string) => name.replace(/"$/, ' values"');

/** The tables of an index of sorts. */
export const sortTables = (name: string): readonly string[] => [name, valuesOf(name)];

/** Makes an index that has the moment of each event before a row, and a number for what else it says: few differ in that. */
export function makingSorts(name: string, upTo: number): readonly string[] {
  const events = `"Event" e WHERE e.rowid < ${String(upTo)} AND e."occurredAt" IS NOT NULL`;
  const same = SAID.map((column) => `v."${column}" IS NOT DISTINCT FROM e."${column}"`).join(' AND ');
  return [
    `CREATE OR REPLACE TABLE ${valuesOf(name)} AS
       SELECT (row_number() OVER ())::UINTEGER AS sort, * FROM (SELECT DISTINCT ${ALL_SAID} FROM ${events})`,
    `CREATE OR REPLACE TABLE ${name} AS SELECT e.row, v.sort, e."occurredAt"
       FROM (SELECT e.rowid::UINTEGER AS row, e."occurredAt", ${ALL_SAID} FROM ${events}) e
       JOIN ${valuesOf(name)} v ON ${same} AND v.type = e.type ORDER BY e.row`,
  ];
}
