import type { Column } from '@cairn/contracts';
import type { AttributeType, Reducer } from '@cairn/entities';
import type { BucketUnit, FunctionId, Shift, Weekday, ZoneTable } from '@cairn/query';

/** The type of a value in a plan; uuids are text everywhere but in storage. */
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

/** One scan of a table. Passes add its tenant, and whether it excludes soft-deleted rows. */
export interface Scan {
  readonly table: string;
  readonly alias: string;
  /** Whether the kind marks rows as deleted that its source no longer has. */
  readonly softDeletes: boolean;
  /** Whether deleted rows still count in relations. */
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
      /** Columns of the edges that are read beside the rows they lead to. */
      readonly columns?: readonly string[];
      /** Dated edges only: those valid at this moment, or without one those still valid. */
      readonly held?: { readonly at: Expr | null };
    };

/** The name of an edge's column among those of the row that it leads to. */
export const edgeColumn = (column: string): string => `@${column}`;

/** Conditions hold or do not: every condition node is two-valued, so that `not` of it is its complement. */
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
      /** Whether it is a list of texts, one of which is to match. */
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
      /** Whether `of`, the uuid of a row, is that of a row of the scan that meets the condition with its joins. */
      readonly node: 'among';
      readonly of: Expr;
      readonly scan: Scan;
      readonly joins: readonly Join[];
      readonly where: Expr;
    }
  | {
      /** A moment as it is; where `unless` does not hold, moved by the wall clock and kept within the window. */
      readonly node: 'shifted';
      readonly of: Expr;
      readonly unless: Expr;
      readonly by: Shift;
      /** Of the time that moments are moved from, and of that which they are moved to. */
      readonly zones: { readonly from: ZoneTable; readonly to: ZoneTable };
      readonly into: { readonly start: number; readonly end: number };
    }
  | {
      /** Whole seconds from a moment to another, none where it comes later; missing where the first is. */
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
      /** The hour, or how many days after the first day of the week. */
      readonly part: 'hourOfDay' | 'dayOfWeek';
      readonly zone: ZoneTable;
      readonly firstDay: Weekday;
    }
  | { readonly node: 'element'; readonly alias: string };

/** Rows of another kind beside those of the base, or the elements of a list of the base. */
export type Join =
  | { readonly node: 'hop'; readonly from: string; readonly hop: Hop; readonly scan: Scan }
  | { readonly node: 'elements'; readonly of: Expr; readonly alias: string };

/** A named expression of the inner query. */
export interface Projection {
  readonly name: string;
  readonly expr: Expr;
}

/** How the outer query finishes a group: some units are finished once per group, not per row. */
export type FinishInSql =
  { readonly kind: 'plain' } | { readonly kind: 'weekday'; readonly firstDay: Weekday };

/** A wall clock is finished after the run: an engine plans longer for a zone than a look-up takes. */
export type Finish = FinishInSql | { readonly kind: 'localInstant'; readonly zone: ZoneTable };

export interface Group {
  readonly name: string;
  readonly finish: Finish;
  readonly column: Column;
}

export interface Aggregate {
  readonly name: string;
  readonly reducer: Reducer;
  /** Name of the inner projection that is reduced, and of the conditions that rows must meet. */
  readonly input: string;
  readonly filters: readonly string[];
  /** Moment that decides which is first and last. */
  readonly moment: string | null;
  /** Tie breakers among rows of one moment. */
  readonly ties?: readonly string[];
  /** Set where the input is a partial aggregate; an average needs the count of its sums. */
  readonly partial?: { readonly count: string | null };
  readonly column: Column;
}

/** A partial aggregate: how many rows have a value, or their sum, least or greatest. */
export interface PartialAggregate {
  readonly name: string;
  readonly reducer: 'count' | 'sum' | 'min' | 'max';
  readonly of: Expr;
}

/** Rows of the base that are aggregated before anything is joined; keys and partials are its columns from then on. */
export interface PreAggregation {
  readonly where: readonly Expr[];
  readonly keys: readonly Projection[];
  readonly partials: readonly PartialAggregate[];
  /** Whether the rows that are read have these keys once already. */
  readonly alreadyGrouped?: boolean;
}

/** Rows that measures of one grain are computed from; `distinct` keeps joins from counting a thing twice. */
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
      /** Name of the column it runs over. */
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
  /** Whether there is a value, not which: what has one comes first. */
  readonly byPresence?: true;
}

/** A group without a value is no rival of those that have one: it comes after them, whatever they are ranked by. */
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
  /** Whether the count of all groups is left out. */
  readonly uncounted?: boolean;
}

/** The rows themselves. */
export interface RowsPlan extends OrderedPage {
  readonly node: 'rows';
  readonly base: Scan;
  readonly joins: readonly Join[];
  readonly where: readonly Expr[];
  readonly projections: readonly (Projection & { readonly column: Column })[];
  /** Sort keys that are no columns of the answer. */
  readonly hidden: readonly Projection[];
  /** Whether a last column has the count of all rows. */
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
      return [];
    case 'shifted':
      return [expr.of, expr.unless];
    case 'related':
      return expr.where ? [expr.where] : [];
    case 'all':
    case 'any':
      return expr.of;
    default:
      return [expr.of];
  }
}
