/** The type of a value; lists are unnested when grouped by. */
export type AttributeType = 'string' | 'number' | 'boolean' | 'datetime' | 'date' | 'string[]' | 'json';

/** Working time, and the same with the seconds of the one working day that all calendars behind its values have. */
export type WorkingUnit = 'businesssecond' | `businesssecond:${number}`;

/** Units of numbers. An identifier names something and is no quantity. */
export type Unit =
  WorkingUnit | 'millisecond' | 'second' | 'minute' | 'hour' | 'line' | 'byte' | 'fraction' | 'identifier';

export const REDUCERS = [
  'count',
  'countDistinct',
  'sum',
  'avg',
  'min',
  'max',
  'p25',
  'median',
  'p75',
  'p90',
  'p95',
  'first',
  'last',
] as const;
export type Reducer = (typeof REDUCERS)[number];

export const INTEGRATIONS = [
  'git',
  'github',
  'gitlab',
  'jira',
  'slack',
  'circleci',
  'gcalendar',
  'snyk',
  'push',
  'derived',
  'settings',
] as const;
export type Integration = (typeof INTEGRATIONS)[number];

/** An attribute of a kind; a query may use no other names. */
export interface Attribute {
  readonly name: string;
  /** Other names by which a query may say it, such as Age for the age of a PullRequest. */
  readonly aliases?: readonly string[];
  readonly label: string;
  readonly type: AttributeType;
  readonly unit?: Unit;
  /** The sources that fill it; empty when nothing does yet. */
  readonly providedBy: readonly Integration[];
  /** Attributes of 500 and higher come first (E§3). */
  readonly priority: number;
  readonly definition?: string;
  /** For an age: the moment of the same kind from which its seconds count. It is not stored. */
  readonly since?: string;
  /** The part of a clock that its values are; a chart then shows every hour or day in its own order. */
  readonly part?: 'hourOfDay' | 'dayOfWeek';
  /** Its values from the least to the greatest, in lower case; lists sort by them and not by the alphabet. */
  readonly ranks?: readonly string[];
  /** Set where its values name kinds of entities; people read the labels of these. */
  readonly holds?: 'kind';
  /** Brought by a source of one org; no other org has it. */
  readonly own?: boolean;
}

/** A property of a relation, such as the lines that a commit added in a file: `column` of the relation table. */
export interface RelationAttribute extends Attribute {
  readonly column: string;
}

/**
 * How rows reach related ones. `link` reads a uuid column of the row; `inverse` finds rows whose uuid column
 * names this row. `edge` follows the relation table in the given direction.
 */
export type Via =
  | { readonly kind: 'link'; readonly column: string }
  | { readonly kind: 'inverse'; readonly column: string }
  | {
      readonly kind: 'edge';
      readonly relation: string;
      readonly direction: 'out' | 'in';
      /**
       * Set when its rows say from when until when it held. A query that says nothing asks for what holds now,
       * or for what held at the moment of each row.
       */
      readonly dated?: 'now' | 'event';
      /**
       * Set where one change has an edge for each copy of what it changed: the column that both ends have, which is
       * equal on one of these edges. Totals of its properties count that edge alone.
       */
      readonly homeColumn?: string;
    };

/**
 * A relation from one kind to another, under the name that people use ("Person" is the author of a Commit).
 */
export interface Relation {
  readonly name: string;
  /** Other names by which a query may say it, such as CurrentAssignee for the Person of an Issue. */
  readonly aliases?: readonly string[];
  readonly target: string;
  readonly label: string;
  readonly many: boolean;
  readonly via: Via;
  /** For a relation to many: how a row reaches its first one, which stands for all in a table of rows. */
  readonly first?: Via;
  readonly providedBy: readonly Integration[];
  /** Properties of the edge itself; only relations of the relation table have them. */
  readonly properties?: readonly RelationAttribute[];
}

/** The column that keeps what a source stated of an attribute that rules may decide. */
export const statedColumn = (attribute: string): string => `${attribute}AsStated`;

/** A kind of entity: its name, its looks, and what a query may ask of it. */
export interface Kind {
  readonly name: string;
  readonly label: string;
  readonly plural: string;
  /** lucide icon name in kebab case. */
  readonly icon: string;
  /** Colour token name of W§3's entity badges. */
  readonly color: string;
  /** The moment to which a date range applies. */
  readonly timeAttribute: string;
  /** Deleted rows still count in relations: a deleted file has a history. */
  readonly keepsHistory?: boolean;
  /** Uuid columns beside the attributes and links, which no query names. */
  readonly kept?: readonly string[];
  /** Text columns of that sort. */
  readonly keptTexts?: readonly string[];
  /** Attributes that rules of the org may decide. What the source stated is kept beside. */
  readonly decided?: readonly string[];
  /** It lasts rather than happens: what is dated about it counts as of now, not as of its main moment. */
  readonly lasting?: boolean;
  /** For a kind that no source sends: the sources whose data it is computed from. */
  readonly derivedFrom?: readonly Integration[];
  readonly attributes: readonly Attribute[];
  readonly relations: readonly Relation[];
}

/** The sources that rows of a kind come from, directly or computed. */
export function sourcesOf(kind: Kind): readonly Integration[] {
  return kind.derivedFrom ?? kind.attributes.find(({ name }) => name === 'uuid')?.providedBy ?? [];
}

/**
 * True when one of these sources fills an attribute or relation of a kind. Derived ones count as filled by
 * the kind's own sources.
 */
export function isProvided(
  kind: Kind,
  { providedBy }: Pick<Attribute | Relation, 'providedBy'>,
  sources: ReadonlySet<Integration>,
): boolean {
  if (providedBy.some((source) => sources.has(source))) return true;
  return providedBy.includes('derived') && sourcesOf(kind).some((source) => sources.has(source));
}

const BY_TYPE: Record<AttributeType, readonly Reducer[]> = {
  number: REDUCERS,
  string: ['count', 'countDistinct', 'first', 'last'],
  boolean: ['count', 'countDistinct', 'first', 'last'],
  datetime: ['count', 'countDistinct', 'min', 'max', 'first', 'last'],
  date: ['count', 'countDistinct', 'min', 'max', 'first', 'last'],
  'string[]': ['count', 'countDistinct'],
  json: ['count'],
};

const OF_IDENTIFIERS: readonly Reducer[] = ['count', 'countDistinct', 'min', 'max', 'first', 'last'];

/** The reducers that apply to an attribute of this type; a sum or average of identifiers says nothing. */
export function reducersFor(type: AttributeType, unit?: Unit): readonly Reducer[] {
  return unit === 'identifier' ? OF_IDENTIFIERS : BY_TYPE[type];
}
