import { rewriteExpr } from '../passes/rewrite.ts';
import type { Expr, Fold, Grain, Part, Projection } from '../plan/plan.ts';
import { finenessOf, tells } from './time-grain.ts';
import { includes, isZoned } from './rollup-spec.ts';
import type { Need } from './rollup-spec.ts';

/** Names of the columns in which a rollup keeps what it counted, summed and saw. */
export const KEPT = {
  rows: '@rows',
  count: (name: string) => `@count ${name}`,
  sum: (name: string) => `@sum ${name}`,
  min: (name: string) => `@min ${name}`,
  max: (name: string) => `@max ${name}`,
  /** The day of the wall clock on which a period of a zone began. */
  day: '@day',
};

function further(part: Part): Part {
  const { reducer, of } = part;
  if (of.node !== 'column') return part;
  const name = reducer === 'count' && of.name === 'uuid' ? KEPT.rows : KEPT[reducer](of.name);
  return { ...part, reducer: reducer === 'count' ? 'sum' : reducer, of: { ...of, name, type: 'number' } };
}

/** Whether the rows of a rollup are as few as the keys of a fold, or nearly. */
function areAsFew({ dims, time, fineness }: Need, { keys }: Fold): boolean {
  const plain = keys.flatMap(({ expr }) => (expr.node === 'column' ? [expr.name] : []));
  const isApart = ({ expr }: Projection) =>
    expr.node === 'bucket' && tells(finenessOf(expr.unit, expr.firstDay), fineness);
  return includes(plain, dims) && (time === null || keys.some(isApart));
}

/** Whether the groups are the keys of a fold, so that to gather rows and to group them is the same. */
const areGroups = ({ joins }: Grain, { keys }: Fold): boolean =>
  joins.length === 0 && keys.every(({ expr }) => expr.node === 'column');

/** A rollup as questions read it. */
export interface Found {
  readonly schema: string;
  readonly table: string;
  readonly kept: Need;
}

const UTC = { zone: 'UTC', stretches: [] };

/** The same, read from the day that is kept beside a moment: to reckon another clock takes longer than to read few rows. */
function byDay(expr: Expr, base: string, { time, zone }: Need): Expr {
  if (expr.node !== 'bucket' && expr.node !== 'clockPart') return expr;
  const { of } = expr;
  if (of.node !== 'column' || of.alias !== base || of.name !== time || expr.zone.zone !== zone) return expr;
  return { ...expr, of: { ...of, name: KEPT.day, type: 'date' }, zone: UTC };
}

function read(fold: Fold, base: string, kept: Need): Pick<Fold, 'where' | 'keys'> {
  if (!isZoned(kept)) return fold;
  const rewrite = { expr: (expr: Expr) => byDay(expr, base, kept) };
  return {
    where: fold.where.map((expr) => rewriteExpr(expr, rewrite)),
    keys: fold.keys.map((key) => ({ ...key, expr: rewriteExpr(key.expr, rewrite) })),
  };
}

/** The grain over a rollup instead of its table. */
export function overRollup(grain: Grain, fold: Fold, { schema, table, kept }: Found): Grain {
  return {
    ...grain,
    // Only living rows were rolled up.
    base: { ...grain.base, schema, table, softDeletes: false },
    fold: {
      ...read(fold, grain.base.alias, kept),
      parts: fold.parts.map(further),
      gathered: areAsFew(kept, fold) || areGroups(grain, fold),
    },
  };
}
