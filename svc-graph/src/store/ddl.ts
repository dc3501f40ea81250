import type { Attribute, Kind } from '@cairn/entities';

/** Raised when a table changes its meaning; columns that the catalogue gains are added by themselves. */
export const SCHEMA_VERSION = 1;

const WHOLE_UNLESS = new Set(['fraction', 'hour', 'minute']);

/** The type that an attribute is stored as. */
export function columnType(attribute: Attribute): string {
  switch (attribute.type) {
    case 'number':
      return columnTypeOfNumber(attribute);
    case 'datetime':
      return 'TIMESTAMP';
    case 'date':
      return 'DATE';
    case 'boolean':
      return 'BOOLEAN';
    case 'string[]':
      return 'VARCHAR[]';
    case 'json':
      return 'JSON';
    case 'string':
      return attribute.name === 'uuid' || attribute.name === 'entityUuid' ? 'UUID' : 'VARCHAR';
  }
}

function columnTypeOfNumber({ name, unit, own }: Attribute): string {
  if (own) return 'DOUBLE';
  const fractional =
    (unit && WHOLE_UNLESS.has(unit)) || name === 'storyPoints' || (!unit && name.startsWith('cairn'));
  return fractional ? 'DOUBLE' : 'BIGINT';
}

/** A name as SQL takes it; only names of the catalogue and of this folder come here. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The columns that a kind is stored in: its attributes, but for what grows by itself, then its links. */
export function columnsOf(kind: Kind): ReadonlyMap<string, string> {
  const stored = kind.attributes.filter(({ since }) => since === undefined);
  const columns = new Map(stored.map((attribute) => [attribute.name, columnType(attribute)]));
  for (const { via } of kind.relations) if (via.kind === 'link') columns.set(via.column, 'UUID');
  return columns;
}

/** Tables beside those of the kinds. */
export const OWN_TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Relation: {
    relation: 'VARCHAR',
    fromUuid: 'UUID',
    toUuid: 'UUID',
    since: 'TIMESTAMP',
    until: 'TIMESTAMP',
    additions: 'BIGINT',
    deletions: 'BIGINT',
    change: 'VARCHAR',
  },
  RawPayload: {
    sourceId: 'VARCHAR',
    number: 'BIGINT',
    kind: 'VARCHAR',
    receivedAt: 'TIMESTAMP',
    payload: 'BLOB',
  },
  Identity: {
    uuid: 'UUID',
    integration: 'VARCHAR',
    externalId: 'VARCHAR',
    emails: 'VARCHAR[]',
    username: 'VARCHAR',
    name: 'VARCHAR',
    isBot: 'BOOLEAN',
    botReason: 'VARCHAR',
  },
  IdentityLink: {
    identityUuid: 'UUID',
    personUuid: 'UUID',
    method: 'VARCHAR',
    confidence: 'DOUBLE',
    locked: 'BOOLEAN',
    author: 'VARCHAR',
    linkedAt: 'TIMESTAMP',
  },
  OwnAttribute: {
    kind: 'VARCHAR',
    name: 'VARCHAR',
    label: 'VARCHAR',
    type: 'VARCHAR',
    unit: 'VARCHAR',
    integration: 'VARCHAR',
    externalId: 'VARCHAR',
    definition: 'VARCHAR',
  },
  /** Whose: `org`, or the uuid of a team or a person. */
  WorkingCalendar: {
    owner: 'VARCHAR',
    zone: 'VARCHAR',
    days: 'VARCHAR[]',
    opens: 'BIGINT',
    closes: 'BIGINT',
    holidays: 'VARCHAR[]',
  },
  /** The clocks that the measures were last worked out with. */
  WorkClock: {
    personUuid: 'UUID',
    since: 'TIMESTAMP',
    until: 'TIMESTAMP',
    calendar: 'VARCHAR',
    isBot: 'BOOLEAN',
  },
  Source: {
    id: 'VARCHAR',
    type: 'VARCHAR',
    path: 'VARCHAR',
    name: 'VARCHAR',
    createdAt: 'TIMESTAMP',
    state: 'JSON',
  },
};

/** Every table of an org's file with its columns. */
export function tablesOf(kinds: readonly Kind[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  return new Map([
    ...kinds.map((kind) => [kind.name, columnsOf(kind)] as const),
    ...Object.entries(OWN_TABLES).map(([name, columns]) => [name, new Map(Object.entries(columns))] as const),
  ]);
}

/** Creates what is missing, tables as well as columns, and leaves what is there: table → names of its columns. */
export function schemaStatements(
  kinds: readonly Kind[],
  there: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const statements: string[] = [];
  for (const [table, columns] of tablesOf(kinds)) {
    const known = there.get(table);
    const missing = [...columns].filter(([name]) => !known?.has(name));
    const list = missing.map(([name, type]) => `${quoted(name)} ${type}`);
    if (!known) statements.push(`CREATE TABLE IF NOT EXISTS ${quoted(table)} (${list.join(', ')})`);
    else
      for (const column of list)
        statements.push(`ALTER TABLE ${quoted(table)} ADD COLUMN IF NOT EXISTS ${column}`);
  }
  return statements;
}
