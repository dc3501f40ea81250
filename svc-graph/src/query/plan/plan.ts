import type { Column } from '@cairn/contracts';
import type { AttributeType, Reducer } from '@cairn/entities';
import type { BucketUnit, ClockPart, FunctionId, Shift, Weekday, ZoneTable } from '@cairn/query';

/** The type of a value in a plan; uuids are text everywhere except in storage. */
export type ValueType = AttributeType | 'uuid';

/** A value of a query; instants are epoch ms. It only travels as a bound parameter. */
export interface Bound {
  readonly type: ValueType;
  readonly value: string | number | boolean;
}

/** One end of a range. */
export interface Edge {
  readonly bound: Bound;
  readonly inclusive: boolean;
}

/** One scan of a table. Passes add its tenant and whether it excludes soft-deleted rows. */
export interface Scan {
  readonly table: string;
  readonly alias: string;
  /** True when rows of the kind are soft-deleted once their source no longer has them. */
  readonly softDeletes: boolean;
  /** True when deleted rows still count in relations. */
  readonly keepsHistory: boolean;
  readonly excludesDeleted: boolean;
  /** The schema of a table outside the graph. */
  readonly schema?: string;
  readonly tenant: { readonly org: string; readonly version: number } | null;
}

/** How rows of `from` reach rows of another scan. */
export type Hop =
  | { readonly kind: 'link'; readonly column: string }
  | { readonly kind: 'inverse'; readonly column: string }
  | {
      readonly kind: 'edge';
      readonly relation: string;
      readonly direction: 'out' | 'in';
      /** Properties of the edges, read beside the rows that they lead to. */
      readonly columns?: readonly string[];
      /** Dated edges only: those valid at this moment or, without one, those still valid. */
      readonly held?: { readonly at: Expr | null };
      /** Only edges between rows that are equal in this column. */
      readonly homeColumn?: string;
    };

/** The name of a relation's property among the columns of the row it leads to. */
export const edgeColumn = (column: string): string => `@${column}`;

/** Every condition node is two-valued, so that `not` gives its complement. */
export type Expr =
  | { readonly node: 'column'; readonly alias: string; readonly name: string; readonly type: ValueType }
  | {
      readonly node: 'oneOf';
      readonly of: Expr;
      readonly values: readonly Bound[];
      readonly orMissing: boolean;
    }
  | {
      readonly node: 'overlaps';
      readonly of: Expr;
      readonly values: readonly Bound[];
      readonly orMissing: boolean;
    }
  | { readonly node: 'between'; readonly of: Expr; readonly from: Edge | null; readonly to: Edge | null }
  | {
      readonly node: 'textMatch';
      readonly of: Expr;
      readonly text: string;
      readonly how: 'contains' | 'starts';
      /** True for a list of texts, of which one must match. */
      readonly list: boolean;
    }
  | { readonly node: 'all'; readonly of: readonly Expr[] }
  | { readonly node: 'any'; readonly of: readonly Expr[] }
  | { readonly node: 'not'; readonly of: Expr }
  | {
      readonly node: 'related';
      readonly from: string;
      readonly hop: Hop;
      readonly scan: Scan;
      readonly where: Expr | null;
    }
  | {
      /**
       * True when `of`, the uuid of a row, belongs to a row of the scan that meets the condition with its
       * joins.
       */
      readonly node: 'among';
      readonly of: Expr;
      readonly scan: Scan;
      readonly joins: readonly Join[];
      readonly where: Expr;
    }
  | {
      /** A moment. Where `unless` does not hold, the wall clock shifts it and the window clamps it. */
      readonly node: 'shifted';
      readonly of: Expr;
      readonly unless: Expr;
      readonly by: Shift;
      /** The zone tables of the time that moments are shifted from, and of the time they are shifted to. */
      readonly zones: { readonly from: ZoneTable; readonly to: ZoneTable };
      readonly into: { readonly start: number; readonly end: number };
    }
  | {
      /**
       * Whole seconds from one moment to another; 0 when the second is earlier, missing when the first is
       * missing.
       */
      readonly node: 'elapsed';
      readonly of: Expr;
      readonly until: number;
    }
  | { readonly node: 'bin'; readonly of: Expr; readonly width: number }
  | {
      readonly node: 'bucket';
      readonly of: Expr;
      readonly unit: BucketUnit;
      readonly zone: ZoneTable;
      readonly firstDay: Weekday;
    }
  | {
      readonly node: 'clockPart';
      readonly of: Expr;
      /** The hour, the minute of it, or the number of days after the first day of the week. */
      readonly part: ClockPart;
      readonly zone: ZoneTable;
      readonly firstDay: Weekday;
    }
  | { readonly node: 'element'; readonly alias: string }
  /** A value where a condition holds; elsewhere it is missing. */
  | { readonly node: 'when'; readonly of: Expr; readonly holds: Expr }
  /** A moment that the query names, in epoch ms. */
  | { readonly node: 'moment'; readonly at: number };

/** Rows of another kind beside those of the base, or the elements of a list of the base. */
export type Join =
  | { readonly node: 'hop'; readonly from: string; readonly hop: Hop; readonly scan: Scan }
  | { readonly node: 'elements'; readonly of: Expr; readonly alias: string };

/** A named expression of the inner query. */
export interface Projection {
  readonly name: string;
  readonly expr: Expr;
}

/** How the outer query finishes a group once, instead of once per row. */
export type FinishInSql =
  { readonly kind: 'plain' } | { readonly kind: 'weekday'; readonly firstDay: Weekday };

/**
 * Wall clocks are finished after the run, because an engine plans longer for a zone than the lookup takes.
 */
export type Finish = FinishInSql | { readonly kind: 'localInstant'; readonly zone: ZoneTable };

export interface Group {
  readonly name: string;
  readonly finish: Finish;
  readonly column: Column;
  /** Its values from the least to the greatest, where these have ranks. */
  readonly ranks?: readonly string[];
}

export interface Aggregate {
  readonly name: string;
  readonly reducer: Reducer;
  /** The inner projection that is reduced, and the names of the conditions for its rows. */
  readonly input: string;
  readonly filters: readonly string[];
  /** The moment that decides which row is first or last. */
  readonly moment: string | null;
  /** Tie-breakers among rows of one moment. */
  readonly ties?: readonly string[];
  /** Set when the input is a partial aggregate; an average needs the count of its sums. */
  readonly partial?: { readonly count: string | null };
  readonly column: Column;
}

/** A partial aggregate: the count, sum, least or greatest of a value. */
export interface PartialAggregate {
  readonly name: string;
  readonly reducer: 'count' | 'sum' | 'min' | 'max';
  readonly of: Expr;
}

/** Aggregates base rows before any join. Keys and partials then replace the base's columns. */
export interface PreAggregation {
  readonly where: readonly Expr[];
  readonly keys: readonly Projection[];
  readonly partials: readonly PartialAggregate[];
  /** True when the rows read are already unique by these keys. */
  readonly alreadyGrouped?: boolean;
}

/**
 * The rows from which measures of one grain are computed; `distinct` keeps joins from counting a thing twice.
 */
export interface Grain {
  readonly base: Scan;
  readonly joins: readonly Join[];
  readonly where: readonly Expr[];
  readonly identity: readonly Projection[];
  readonly distinct: boolean;
  readonly groups: readonly Projection[];
  readonly inputs: readonly Projection[];
  readonly aggregates: readonly Aggregate[];
  readonly preAggregation?: PreAggregation;
}

/** A number computed from the numbers of a group. */
export type ComputedValue =
  | { readonly node: 'output'; readonly name: string }
  | { readonly node: 'constant'; readonly value: number }
  | { readonly node: 'call'; readonly fn: FunctionId; readonly args: readonly ComputedValue[] };

/** One more column beside the groups and measures; a later step may read it. */
export type ComputedStep =
  | { readonly kind: 'value'; readonly name: string; readonly value: ComputedValue }
  | {
      readonly kind: 'window';
      readonly name: string;
      readonly fn: FunctionId;
      /** Name of the column that it runs over. */
      readonly of: string;
      readonly partition: readonly string[];
      readonly order: readonly OrderBy[];
    };

/** A condition on the measures of a group (HAVING). */
export interface GroupCondition {
  readonly name: string;
  readonly from: Edge | null;
  readonly to: Edge | null;
}

export interface OrderBy {
  /** Name of a group, an aggregate, or a projected column. */
  readonly name: string;
  readonly descending: boolean;
  /** Sorts by the place of its value in this list; others come before it. */
  readonly ranks?: readonly string[];
  /** Sorts by presence alone: rows with a value come first. */
  readonly byPresence?: true;
}

/** Puts groups without a value last, whatever the groups are ranked by. */
export const namedFirst = (groups: readonly { readonly name: string }[]): OrderBy[] =>
  groups.map(({ name }) => ({ name, descending: false, byPresence: true }));

interface OrderedPage {
  readonly order: readonly OrderBy[];
  readonly limit: number;
  readonly offset: number;
}

/** Measures per group. The first grain decides which groups there are. */
export interface GroupsPlan extends OrderedPage {
  readonly node: 'groups';
  readonly groups: readonly Group[];
  readonly grains: readonly Grain[];
  readonly steps: readonly ComputedStep[];
  readonly formulas: readonly { readonly name: string; readonly column: Column }[];
  readonly having: readonly GroupCondition[];
  /** Column keys in the order of the answer. */
  readonly columns: readonly string[];
  /** True when the count of all groups is left out. */
  readonly uncounted?: boolean;
  /** True when withheld groups stay, without their measures. */
  readonly keepsWithheld?: boolean;
  /** Which groups a pass withholds. */
  readonly withheld?: Withheld;
}

/** Withholds groups of few people, and others beside them from which a total would tell them. */
export interface Withheld {
  /** Names of aggregates: how many people each measure of a group is about. */
  readonly counts: readonly string[];
  /** A group of fewer people is withheld, unless it is of nobody. */
  readonly least: number;
}

/** The rows themselves. */
export interface RowsPlan extends OrderedPage {
  readonly node: 'rows';
  readonly base: Scan;
  readonly joins: readonly Join[];
  readonly where: readonly Expr[];
  readonly projections: readonly (Projection & { readonly column: Column })[];
  /** Sort keys that are not columns of the answer. */
  readonly hidden: readonly Projection[];
  /** True when the last column is the count of all rows. */
  readonly counted?: boolean;
}

export type Plan = GroupsPlan | RowsPlan;

/** A step between planning and rendering. */
export type Pass = (plan: Plan) => Plan;

/** The operands of an expression. */
export function operandsOf(expr: Expr): readonly Expr[] {
  switch (expr.node) {
    case 'column':
    case 'element':
    case 'moment':
      return [];
    case 'shifted':
      return [expr.of, expr.unless];
    case 'when':
      return [expr.of, expr.holds];
    case 'related':
      return expr.where ? [expr.where] : [];
    case 'all':
    case 'any':
      return expr.of;
    default:
      return [expr.of];
  }
}
