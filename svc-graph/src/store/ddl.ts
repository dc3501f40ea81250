import { type Attribute, type Kind, statedColumn } from '@cairn/entities';
import { MIGRATE_SOURCES } from './migrate-sources.ts';

/** Raise it when a table changes its meaning. New columns of the catalogue are added without it. */
export const SCHEMA_VERSION = 3;

/** Numbers without a unit that have fractions. */
const FRACTIONAL = new Set(['storyPoints', 'score']);
const WHOLE_UNLESS = new Set(['fraction', 'hour', 'minute']);

/** The SQL type that stores an attribute. */
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
    (unit && WHOLE_UNLESS.has(unit)) || FRACTIONAL.has(name) || (!unit && name.startsWith('cairn'));
  return fractional ? 'DOUBLE' : 'BIGINT';
}

/** Quotes a name for SQL; callers pass only names of the catalogue or of this folder. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The columns that a kind is stored in: its attributes, but for what grows by itself, its links, and what it keeps. */
export function columnsOf(kind: Kind): ReadonlyMap<string, string> {
  const stored = kind.attributes.filter(({ since }) => since === undefined);
  const columns = new Map(stored.map((attribute) => [attribute.name, columnType(attribute)]));
  for (const { via, first = via } of kind.relations)
    if (first.kind === 'link') columns.set(first.column, 'UUID');
  for (const column of kind.kept ?? []) columns.set(column, 'UUID');
  for (const column of kind.keptTexts ?? []) columns.set(column, 'VARCHAR');
  for (const attribute of kind.decided ?? [])
    columns.set(statedColumn(attribute), columns.get(attribute) ?? 'VARCHAR');
  if (kind.name === 'Event') columns.set('sourceId', 'VARCHAR');
  return columns;
}

/** Attributes of a kind that no source fills yet. */
const unfilledOf = ({ attributes }: Kind) =>
  new Set(attributes.filter(({ providedBy }) => providedBy.length === 0).map(({ name }) => name));

/** Tables beside those of kinds. */
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
    answer: 'VARCHAR',
    verdict: 'VARCHAR',
    role: 'VARCHAR',
    linkType: 'VARCHAR',
    /** The source that says so. */
    sourceId: 'VARCHAR',
  },
  /** Which sources know a thing, and under which id. A thing goes with its last record. */
  SourceRecord: {
    entityUuid: 'UUID',
    kind: 'VARCHAR',
    sourceId: 'VARCHAR',
    externalId: 'VARCHAR',
    firstSeen: 'TIMESTAMP',
    lastSeen: 'TIMESTAMP',
    /** The source no longer has it. */
    deleted: 'BOOLEAN',
  },
  /** The present uuid of what had another one before. */
  FormerUuid: {
    former: 'UUID',
    current: 'UUID',
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
    accountType: 'VARCHAR',
    /** Whether its address tells that it is no human's, or only its name. */
    botBy: 'VARCHAR',
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
  /** The e-mail addresses that a tool has verified as those of an account. */
  VouchedEmail: { personUuid: 'UUID', email: 'VARCHAR', sourceId: 'VARCHAR', integration: 'VARCHAR' },
  /** The accounts that belong to another person than their source says, and why. The step is the next account on the way. */
  JoinedPerson: { accountUuid: 'UUID', personUuid: 'UUID', stepUuid: 'UUID', method: 'VARCHAR' },
  /** The columns of rows that name the person of a joined account, with the person that their source names. */
  JoinedReference: { kind: 'VARCHAR', field: 'VARCHAR', rowUuid: 'UUID', was: 'UUID', now: 'UUID' },
  /** What admins decided about people; rows are only ever added. */
  PersonDecision: {
    number: 'BIGINT',
    kind: 'VARCHAR',
    subjectUuid: 'UUID',
    objectUuid: 'UUID',
    value: 'VARCHAR',
    reason: 'VARCHAR',
    undoes: 'BIGINT',
    words: 'VARCHAR',
    authorId: 'VARCHAR',
    authorName: 'VARCHAR',
    decidedAt: 'TIMESTAMP',
  },
  /** Which account each decision gives to which person. */
  PersonAssignment: { decision: 'BIGINT', accountUuid: 'UUID', personUuid: 'UUID' },
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
  /** The owner: `org`, or the uuid of a team or a person. */
  WorkingCalendar: {
    owner: 'VARCHAR',
    zone: 'VARCHAR',
    days: 'VARCHAR[]',
    opens: 'BIGINT',
    closes: 'BIGINT',
    holidays: 'VARCHAR[]',
  },
  /** The order and category that an admin gave to the statuses of a project. */
  StatusRule: {
    projectUuid: 'UUID',
    status: 'VARCHAR',
    category: 'VARCHAR',
    position: 'BIGINT',
  },
  /** The categories that the org gave to repositories and projects. */
  ResourceCategory: {
    uuid: 'UUID',
    category: 'VARCHAR',
  },
  /** Teams of admins as they were removed, until they are restored. */
  RemovedTeam: { uuid: 'UUID', team: 'JSON', removedAt: 'TIMESTAMP' },
  /** The clocks that the measures were last computed with. */
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
    settings: 'JSON',
    name: 'VARCHAR',
    createdAt: 'TIMESTAMP',
    state: 'JSON',
  },
  /** What admins decided about the reading of a source; rows are only ever added, and the latest one counts. */
  SourceChange: { sourceId: 'VARCHAR', what: 'VARCHAR', value: 'JSON', changedAt: 'TIMESTAMP' },
  /** The log of readings. One without an outcome runs, or was cut off. */
  SourceRun: {
    number: 'BIGINT',
    sourceId: 'VARCHAR',
    kind: 'VARCHAR',
    reason: 'VARCHAR',
    startedBy: 'VARCHAR',
    startedByEmail: 'VARCHAR',
    /** The end of the reading before; what came since is news. */
    readBefore: 'TIMESTAMP',
    startedAt: 'TIMESTAMP',
    endedAt: 'TIMESTAMP',
    outcome: 'VARCHAR',
    brought: 'JSON',
    error: 'VARCHAR',
    ignored: 'JSON',
  },
  /** Messages of tools. One without an outcome waits; its payload is kept until then. */
  SourceDelivery: {
    sourceId: 'VARCHAR',
    number: 'BIGINT',
    id: 'VARCHAR',
    kind: 'VARCHAR',
    receivedAt: 'TIMESTAMP',
    bytes: 'BIGINT',
    payload: 'BLOB',
    outcome: 'VARCHAR',
  },
  /** States of installations of apps that were used, until they are too old anyway. */
  UsedState: { nonce: 'VARCHAR', until: 'TIMESTAMP' },
  /** What svc-workspace is told, until it has taken it. */
  Outbox: { id: 'VARCHAR', at: 'TIMESTAMP', message: 'JSON' },
  /** Secret settings of sources, each encrypted with the installation's key. */
  SourceSecret: {
    sourceId: 'VARCHAR',
    name: 'VARCHAR',
    sealed: 'BLOB',
  },
};

/** Every table of an org's file, with its columns. */
export function tablesOf(kinds: readonly Kind[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  return new Map([
    ...kinds.map((kind) => [kind.name, columnsOf(kind)] as const),
    ...Object.entries(OWN_TABLES).map(([name, columns]) => [name, new Map(Object.entries(columns))] as const),
  ]);
}

/** `tablesOf` without the columns that no source fills. */
export function writtenTablesOf(kinds: readonly Kind[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const unfilled = new Map(kinds.map((kind) => [kind.name, unfilledOf(kind)]));
  return new Map(
    [...tablesOf(kinds)].map(([table, columns]) => [
      table,
      new Map([...columns].filter(([name]) => !unfilled.get(table)?.has(name))),
    ]),
  );
}

/** The columns that a table of an org's file has now. */
export interface ColumnsThere {
  readonly stored: ReadonlySet<string>;
  /** Generated columns, which take no space and hold nothing. */
  readonly empty: ReadonlySet<string>;
}

/**
 * Statements that create missing tables and columns, and change no existing ones. A column that no source
 * fills becomes a generated one, because a stored column costs time with every row.
 */
export function schemaStatements(kinds: readonly Kind[], there: ReadonlyMap<string, ColumnsThere>): string[] {
  const written = writtenTablesOf(kinds);
  return [...tablesOf(kinds)].flatMap(([table, columns]) => {
    const isUnfilled = (name: string) => !written.get(table)?.has(name);
    const known = there.get(table);
    if (table === 'Source' && known?.stored.has('path')) return [...MIGRATE_SOURCES];
    if (known) return missingColumns(table, columns, known, isUnfilled);
    const list = [...columns].map(([name, type]) =>
      isUnfilled(name)
        ? `${quoted(name)} ${type} GENERATED ALWAYS AS (CAST(NULL AS ${type})) VIRTUAL`
        : `${quoted(name)} ${type}`,
    );
    return [`CREATE TABLE IF NOT EXISTS ${quoted(table)} (${list.join(', ')})`];
  });
}

function missingColumns(
  table: string,
  columns: ReadonlyMap<string, string>,
  { stored, empty }: ColumnsThere,
  isUnfilled: (name: string) => boolean,
): string[] {
  const missing = [...columns].filter(
    ([name]) => !stored.has(name) && !(empty.has(name) && isUnfilled(name)),
  );
  return missing.flatMap(([name, type]) => [
    ...(empty.has(name) ? [`ALTER TABLE ${quoted(table)} DROP COLUMN ${quoted(name)}`] : []),
    `ALTER TABLE ${quoted(table)} ADD COLUMN IF NOT EXISTS ${quoted(name)} ${type}`,
  ]);
}
