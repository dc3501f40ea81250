import { rewriteExpr } from '../passes/rewrite.ts';
import type { Expr, PreAggregation, Grain, PartialAggregate, Projection } from '../plan/plan.ts';
import { grainOf, coversGrain } from './time-grain.ts';
import { includes, isZoned } from './rollup-spec.ts';
import type { RollupSpec } from './rollup-spec.ts';

/** The column names of a rollup table. */
export const KEPT = {
  rows: '@rows',
  count: (name: string) => `@count ${name}`,
  sum: (name: string) => `@sum ${name}`,
  min: (name: string) => `@min ${name}`,
  max: (name: string) => `@max ${name}`,
  /** The day of the wall clock on which a period of a zone begins. */
  day: '@day',
};

function reaggregated(part: PartialAggregate): PartialAggregate {
  const { reducer, of } = part;
  if (of.node !== 'column') return part;
  const name = reducer === 'count' && of.name === 'uuid' ? KEPT.rows : KEPT[reducer](of.name);
  return { ...part, reducer: reducer === 'count' ? 'sum' : reducer, of: { ...of, name, type: 'number' } };
}

/** True when a rollup has few more rows than there are keys, so that grouping it again gains nothing. */
function areAsFew({ dims, time, timeGrain }: RollupSpec, { keys }: PreAggregation): boolean {
  const plain = keys.flatMap(({ expr }) => (expr.node === 'column' ? [expr.name] : []));
  const isApart = ({ expr }: Projection) =>
    expr.node === 'bucket' && coversGrain(grainOf(expr.unit, expr.firstDay), timeGrain);
  return includes(plain, dims) && (time === null || keys.some(isApart));
}

/** True when the groups equal the keys, so that rows are grouped only once anyway. */
const areGroups = ({ joins }: Grain, { keys }: PreAggregation): boolean =>
  joins.length === 0 && keys.every(({ expr }) => expr.node === 'column');

/** A rollup that can be read: its schema, table and spec. */
export interface RollupTable {
  readonly schema: string;
  readonly table: string;
  readonly kept: RollupSpec;
}

const UTC = { zone: 'UTC', stretches: [] };

/** Reads the stored day instead of the moment, so that the query needs no offsets of a zone. */
function byDay(expr: Expr, base: string, { time, zone }: RollupSpec): Expr {
  if (expr.node !== 'bucket' && expr.node !== 'clockPart') return expr;
  const { of } = expr;
  if (of.node !== 'column' || of.alias !== base || of.name !== time || expr.zone.zone !== zone) return expr;
  return { ...expr, of: { ...of, name: KEPT.day, type: 'date' }, zone: UTC };
}

function read(
  preAggregation: PreAggregation,
  base: string,
  kept: RollupSpec,
): Pick<PreAggregation, 'where' | 'keys'> {
  if (!isZoned(kept)) return preAggregation;
  const rewrite = { expr: (expr: Expr) => byDay(expr, base, kept) };
  return {
    where: preAggregation.where.map((expr) => rewriteExpr(expr, rewrite)),
    keys: preAggregation.keys.map((key) => ({ ...key, expr: rewriteExpr(key.expr, rewrite) })),
  };
}

/** Reads a pre-aggregated grain from a rollup instead of its table. */
export function readFromRollup(
  grain: Grain,
  preAggregation: PreAggregation,
  { schema, table, kept }: RollupTable,
): Grain {
  return {
    ...grain,
    // A rollup holds no soft-deleted rows.
    base: { ...grain.base, schema, table, softDeletes: false },
    preAggregation: {
      ...read(preAggregation, grain.base.alias, kept),
      partials: preAggregation.partials.map(reaggregated),
      alreadyGrouped: areAsFew(kept, preAggregation) || areGroups(grain, preAggregation),
    },
  };
}
