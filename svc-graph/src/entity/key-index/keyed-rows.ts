import type { Reader } from '../../query/engine/reader.ts';
import { quoted } from '../../store/ddl.ts';
import { INDEXES, type IndexName } from './index-tables.ts';

/** The tables whose rows are found by the entities that they name. */
export type KeyedTable = 'Relation' | 'Event';

/** An index that is there: it has the hash of each key with the row. */
export interface KeyTable {
  readonly name: string;
  /** The first row that it lacks; null while it has all. */
  readonly from: number | null;
}

/** The indexes of a graph that are there now; a table without one is scanned. */
export interface Keys extends Readonly<Partial<Record<IndexName, KeyTable>>> {
  /** The table that tells of which kind an entity is; it may lack the latest ones. */
  readonly kinds?: string;
}

/** A reader that knows the indexes of its graph. */
export interface KeyedReader extends Reader {
  readonly keys?: Keys;
}

const named = (index: keyof typeof INDEXES) => INDEXES[index].keys.map(quoted);

/** The rows that came after an index was made. */
const addedRows = (table: KeyedTable, { from }: KeyTable, condition = 'true') =>
  from === null
    ? ''
    : ` UNION ALL SELECT rowid FROM "${table}" WHERE rowid >= ${String(from)} AND ${condition}`;

/** An entity by its placeholder, such as `$1`, or entities by a query of uuids. */
const isOne = (entities: string) => entities.startsWith('$');

/** The rows that name entities, of a table that has an index; 64 bits of hash tell keys apart. */
function rowsNaming(table: KeyedTable, index: KeyTable, entities: string): string {
  const columns = named(table);
  if (isOne(entities)) {
    const key = `${entities}::UUID`;
    const added = addedRows(table, index, `${key} IN (${columns.join(', ')})`);
    return `SELECT row FROM ${index.name} WHERE h = hash(${key})${added}`;
  }
  const added = addedRows(
    table,
    index,
    `(${columns.map((column) => `${column} IN (${entities})`).join(' OR ')})`,
  );
  return `SELECT row FROM ${index.name} WHERE h IN (SELECT hash(uuid) FROM (${entities}) k(uuid))${added}`;
}

/** The condition under which a row of a table names entities. */
export function namesAny({ keys }: KeyedReader, table: KeyedTable, alias: string, entities: string): string {
  const index = keys?.[table];
  if (index) return `${alias}.rowid IN (${rowsNaming(table, index, entities)})`;
  const is = isOne(entities) ? `= ${entities}::UUID` : `IN (${entities})`;
  return `(${named(table)
    .map((column) => `${alias}.${column} ${is}`)
    .join(' OR ')})`;
}

/**
 * A query of few rows. It is limited, because the engine tries the conditions of readers only behind a limit; else it
 * tries them on the whole table.
 */
export const fewRows = (query: string): string => `SELECT * FROM (${query}) LIMIT ${String(2 ** 31)}`;

/** What to read instead of a table for its rows that name the entity of a placeholder: the table without an index. */
export const rowsAt = (
  store: KeyedReader,
  table: KeyedTable,
  columns: readonly string[],
  placeholder: string,
): string =>
  store.keys?.[table]
    ? `(${fewRows(`SELECT ${columns.map(quoted).join(', ')} FROM "${table}" r WHERE ${namesAny(store, table, 'r', placeholder)}`)})`
    : `"${table}"`;

/** What to read instead of the table of events for those that name the entity of a placeholder in one column. */
export const eventsAt = (
  store: KeyedReader,
  column: string,
  columns: readonly string[],
  placeholder: string,
): string =>
  store.keys?.Event
    ? `(${fewRows(`SELECT ${[column, ...columns].map(quoted).join(', ')} FROM "Event" r WHERE r.rowid IN (
        SELECT rowid FROM ${rowsAt(store, 'Event', ['rowid', column], placeholder)} k WHERE k.${quoted(column)} = ${placeholder}::UUID)`)})`
    : '"Event"';

/** Room for rows that are added between two statements. */
const ROOM = 1_000;

/**
 * The rows of a table that name entities, as a query of columns. They are counted first and the query says how many
 * there are at most: else the engine takes them for many, and tries the conditions of its readers on the whole table.
 */
export async function namedRows(
  store: KeyedReader,
  {
    table,
    columns,
    entities,
    params,
  }: {
    readonly table: KeyedTable;
    /** Beside `row`; without them only the index is read. */
    readonly columns?: string;
    /** Makes the query of entities for the placeholder of the entity. */
    readonly entities: (placeholder: string) => string;
    /** What the query of entities reads: the entity. */
    readonly params: { readonly placeholder: string; readonly uuid: string };
  },
): Promise<string> {
  const index = store.keys?.[table];
  const conditioned = (condition: string) =>
    `SELECT ${columns ?? 'rowid AS row'} FROM "${table}" r WHERE ${condition}`;
  if (!index) return conditioned(namesAny(store, table, 'r', entities(params.placeholder)));
  const rows = rowsNaming(table, index, entities(params.placeholder));
  const [counted] = await store.rows<{ count: number }>(
    `SELECT count(*)::INTEGER AS count FROM (${rowsNaming(table, index, entities('$1'))})`,
    [params.uuid],
  );
  const query = columns === undefined ? rows : conditioned(`r.rowid IN (${rows})`);
  return `SELECT * FROM (${query}) LIMIT ${String(2 * (counted?.count ?? 0) + ROOM)}`;
}

/** The edges of people that name entities, as a query of columns that reads no other table; null without their index. */
export function edgesOfPeople(
  { keys }: KeyedReader,
  columns: readonly string[],
  entities: string,
): string | null {
  const index = keys?.people;
  if (!index) return null;
  const list = columns.map(quoted).join(', ');
  const hashes = isOne(entities)
    ? `h = hash(${entities}::UUID)`
    : `h IN (SELECT hash(uuid) FROM (${entities}) k(uuid))`;
  const made = `SELECT ${list} FROM ${index.name} WHERE ${hashes}`;
  if (index.from === null) return fewRows(made);
  const is = isOne(entities) ? `= ${entities}::UUID` : `IN (${entities})`;
  const names = named('people').map((column) => `${column} ${is}`);
  return fewRows(`${made} UNION ALL SELECT ${list} FROM "Relation"
    WHERE rowid >= ${String(index.from)} AND ${INDEXES.people.where} AND (${names.join(' OR ')})`);
}

/** The edges at an entity, as a query of columns; `placeholder` is the one of its uuid. */
export async function edgesAt(
  store: KeyedReader,
  { kind, uuid, placeholder }: { readonly kind: string; readonly uuid: string; readonly placeholder: string },
  columns: readonly string[],
): Promise<string> {
  const ofPeople = kind === 'Person' ? edgesOfPeople(store, columns, placeholder) : null;
  if (ofPeople !== null) return ofPeople;
  return namedRows(store, {
    table: 'Relation',
    columns: columns.map(quoted).join(', '),
    entities: (each) => each,
    params: { placeholder, uuid },
  });
}
