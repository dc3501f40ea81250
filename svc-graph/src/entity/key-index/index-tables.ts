import { CATALOGUE } from '@cairn/entities';
import { OWN_TABLES, quoted } from '../../store/ddl.ts';
import { SORTED_BY, makingSorts, sortTables } from './sort-tables.ts';

/** What an index of keys is made of. */
export interface IndexDefinition {
  readonly table: 'Relation' | 'Event';
  /** The columns that name entities. */
  readonly keys: readonly string[];
  /** Columns of the table that the index has itself, so that its rows are read without the table. */
  readonly carries: readonly string[];
  /** Which rows it has. */
  readonly where: string;
}

/** What an edge says: its relation, its ends and their properties. */
export const EDGE_COLUMNS = Object.keys(OWN_TABLES['Relation'] ?? {}).filter(
  (column) => column !== 'sourceId',
);
const EDGE_KEYS = ['fromUuid', 'toUuid'] as const;

/** The relations that have a person at one end. */
const OF_PEOPLE = new Set(
  CATALOGUE.kinds.flatMap(({ name, relations }) =>
    relations.flatMap(({ via, target }) =>
      via.kind === 'edge' && (name === 'Person' || target === 'Person') ? [via.relation] : [],
    ),
  ),
);

/** The indexes of a graph by name. */
export const INDEXES = {
  Relation: { table: 'Relation', keys: EDGE_KEYS, carries: [], where: 'true' },
  /** The edges of people: a person has many, and they lie apart. */
  people: {
    table: 'Relation',
    keys: EDGE_KEYS,
    carries: EDGE_COLUMNS,
    where: `relation IN (${[...OF_PEOPLE].map((relation) => `'${relation}'`).join(', ')})`,
  },
  Event: {
    table: 'Event',
    keys: [
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
    carries: [],
    where: 'true',
  },
} as const satisfies Readonly<Record<string, IndexDefinition>>;
export type IndexName = keyof typeof INDEXES | 'sorts';
export const INDEX_NAMES = [...(Object.keys(INDEXES) as (keyof typeof INDEXES)[]), 'sorts'] as const;

/** What an index is kept by. */
interface KeptIndex {
  readonly table: IndexDefinition['table'];
  /** The columns whose change makes it wrong. */
  readonly watched: readonly string[];
  /** The statements that make it of the rows before one, under a name. */
  readonly making: (name: string, upTo: number) => readonly string[];
  /** Its tables. */
  readonly tables: (name: string) => readonly string[];
}

/** How an index is made and kept. */
export function keptIndex(index: IndexName): KeptIndex {
  if (index === 'sorts')
    return { table: 'Event', watched: SORTED_BY, making: makingSorts, tables: sortTables };
  const definition: IndexDefinition = INDEXES[index];
  return {
    table: definition.table,
    watched: watchedColumns(definition),
    making: (name, upTo) => [makingIndex(definition, name, upTo)],
    tables: (name) => [name],
  };
}

/** The columns whose change makes an index wrong. */
const watchedColumns = ({ keys, carries }: IndexDefinition): readonly string[] => [
  ...new Set([...keys, ...carries]),
];

/** Makes an index of the rows before one, in the order of the hashes of what they name; a row stands once under each. */
function makingIndex({ table, keys, carries, where }: IndexDefinition, name: string, upTo: number): string {
  const carried = carries.map((column) => `, ${quoted(column)}`).join('');
  const rows = keys.map((key, place) => {
    const others = keys
      .slice(0, place)
      .map((other) => ` AND ${quoted(key)} IS DISTINCT FROM ${quoted(other)}`);
    return `SELECT ${quoted(key)} AS k, rowid AS row${carried} FROM ${quoted(table)}
      WHERE ${quoted(key)} IS NOT NULL AND ${where}${others.join('')}`;
  });
  return `CREATE OR REPLACE TABLE ${name} AS SELECT hash(k) AS h, row::UINTEGER AS row${carried}
    FROM (${rows.join(' UNION ALL ')}) WHERE row < ${String(upTo)} ORDER BY h, row`;
}
