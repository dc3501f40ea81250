import type { Column } from '@cairn/contracts';
import type { Reducer } from '@cairn/entities';
import type { FunctionId } from '@cairn/query';
import type { Aggregate, Bound, Expr, FinishInSql, GroupsPlan, Join, Plan, Scan } from '../plan/plan.ts';
import { toStatement } from './sql.ts';
import type { BoundList, Param, Reads, Sql, CompiledStatement } from './sql.ts';

type NodeOf<U extends { node: string }> = U['node'];
type RuleOf<U extends { node: string }, K extends NodeOf<U>> = (
  node: Extract<U, { node: K }>,
  dialect: Dialect,
) => Sql;

/** One rule per kind of node: a node that a dialect forgets does not compile. */
export interface Dialect {
  readonly name: string;
  readonly expr: { readonly [K in NodeOf<Expr>]: RuleOf<Expr, K> };
  readonly join: { readonly [K in NodeOf<Join>]: RuleOf<Join, K> };
  readonly plan: { readonly [K in NodeOf<Plan>]: RuleOf<Plan, K> };
  /** One row, one column: the total number of rows. */
  readonly total: (plan: Plan, dialect: Dialect) => Sql;
  /** One row, one column: the number of groups that are withheld. */
  readonly withheld: (plan: GroupsPlan, dialect: Dialect) => Sql;
  readonly finish: {
    readonly [K in FinishInSql['kind']]: (of: Sql, finish: Extract<FinishInSql, { kind: K }>) => Sql;
  };
  /**
   * How a reducer reads its input. `beside` lists the reducers of the same input and conditions, itself
   * included.
   */
  readonly reduce: Readonly<
    Record<Reducer, (input: Sql, aggregate: Aggregate, beside: readonly Reducer[]) => Sql>
  >;
  /** True when groups are materialised before they are counted. */
  readonly countsGroupsApart: (plan: GroupsPlan) => boolean;
  /** What the engine groups by instead of a key, and how the key is restored; null for the key itself. */
  readonly groupingKey: (
    key: Expr,
    where: readonly Expr[],
    dialect: Dialect,
  ) => { readonly by: Sql; readonly restore: (of: Sql) => Sql } | null;
  /**
   * A function over numbers. A change takes the current and the compared number; a window takes its partition
   * and order.
   */
  readonly call: Readonly<Record<FunctionId, (args: readonly Sql[], over: Sql) => Sql>>;
  /** Casts a value to the physical form that the codec expects for its type. */
  readonly answer: Readonly<Record<Column['type'] | 'uuid', (of: Sql) => Sql>>;
  /** The input of a reducer, in which missing values are ones that the reducer skips. */
  readonly input: (expr: Expr, dialect: Dialect) => Sql;
  /** The sort key of an expression: texts sort by bytes, uuids by their text. */
  readonly sortKey: (of: Sql, expr: Expr) => Sql;
  readonly scan: (scan: Scan) => Sql;
  /** The conditions that a scan implies: of its tenant, and against soft-deleted rows. */
  readonly scanConditions: (scan: Scan) => readonly Sql[];
  /** A bound value for a comparison with a stored one. */
  readonly bound: (bound: Bound) => Sql;
  /** True when a value is one of many texts, uuids or numbers. Numbers are all whole, or none is. */
  readonly oneOfMany: (of: Sql, many: BoundList) => Sql;
  readonly placeholder: (index: number, param: Param) => string;
}

/** Renders an expression by the rule of its kind. */
export function renderExpr(expr: Expr, dialect: Dialect): Sql {
  const rule = dialect.expr[expr.node] as (node: Expr, dialect: Dialect) => Sql;
  return rule(expr, dialect);
}

/** Renders a join by the rule of its kind. */
export function renderJoin(join: Join, dialect: Dialect): Sql {
  const rule = dialect.join[join.node] as (node: Join, dialect: Dialect) => Sql;
  return rule(join, dialect);
}

/** Renders a plan by the rule of its kind. */
export function renderPlan(plan: Plan, dialect: Dialect): Sql {
  const rule = dialect.plan[plan.node] as (node: Plan, dialect: Dialect) => Sql;
  return rule(plan, dialect);
}

/** Only rollups are read from a schema other than the graph's. */
const readsOf = (plan: Plan): Reads =>
  plan.node === 'groups' && plan.grains.some(({ base }) => base.schema !== undefined) ? 'rollup' : 'graph';

/** Compiles a plan to the statement that answers it. */
export function compile(plan: Plan, dialect: Dialect): CompiledStatement {
  return { ...toStatement(renderPlan(plan, dialect), dialect.placeholder), reads: readsOf(plan) };
}

/** Compiles the statement that counts the rows of a plan without limit and offset. */
export function compileCount(plan: Plan, dialect: Dialect): CompiledStatement {
  return { ...toStatement(dialect.total(plan, dialect), dialect.placeholder), reads: readsOf(plan) };
}

/** Compiles the statement that counts the groups that a plan withholds. */
export function compileWithheld(plan: GroupsPlan, dialect: Dialect): CompiledStatement {
  return { ...toStatement(dialect.withheld(plan, dialect), dialect.placeholder), reads: readsOf(plan) };
}
