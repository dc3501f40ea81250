import type { Reader } from '../../query/engine/reader.ts';

/** The tables whose rows are found by the entities that they name, with the columns that name them. */
export const KEYED = {
  Relation: ['fromUuid', 'toUuid'],
  Event: [
    'entityUuid',
    'actorUuid',
    'issueUuid',
    'pullRequestUuid',
    'projectUuid',
    'teamUuid',
    'sprintUuid',
    'channelUuid',
    'repositoryUuid',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type KeyedTable = keyof typeof KEYED;

/** An index of a table: it has the hash of each key with the row, for all rows before `upTo`. */
export interface KeyTable {
  readonly name: string;
  readonly upTo: number;
}

/** The indexes of a graph that are there now; a table without one is scanned. */
export interface Keys extends Readonly<Partial<Record<KeyedTable, KeyTable>>> {
  /** The table that tells of which kind an entity is; it may lack the latest ones. */
  readonly kinds?: string;
}

/** A reader that knows the indexes of its graph. */
export interface KeyedReader extends Reader {
  readonly keys?: Keys;
}

const named = (table: KeyedTable) => KEYED[table].map((column) => `"${column}"`);

/** The condition under which a row of a table names the entity of a placeholder; 64 bits of hash tell keys apart. */
export function namesEntity(
  { keys }: KeyedReader,
  table: KeyedTable,
  alias: string,
  placeholder: string,
): string {
  const index = keys?.[table];
  const key = `${placeholder}::UUID`;
  if (!index)
    return `(${named(table)
      .map((column) => `${alias}.${column} = ${key}`)
      .join(' OR ')})`;
  return `${alias}.rowid IN (SELECT row FROM ${index.name} WHERE h = hash(${key})
    UNION ALL SELECT rowid FROM "${table}" WHERE rowid >= ${String(index.upTo)} AND ${key} IN (${named(table).join(', ')}))`;
}

/** A further condition that leaves out most rows that name none of the uuids of a query; empty without an index. */
export function narrowedTo({ keys }: KeyedReader, table: KeyedTable, alias: string, uuids: string): string {
  const index = keys?.[table];
  if (!index) return '';
  const added = named(table).map((column) => `${column} IN (${uuids})`);
  return ` AND ${alias}.rowid IN (SELECT row FROM ${index.name} WHERE h IN (SELECT hash(uuid) FROM (${uuids}) k(uuid))
    UNION ALL SELECT rowid FROM "${table}" WHERE rowid >= ${String(index.upTo)} AND (${added.join(' OR ')}))`;
}
