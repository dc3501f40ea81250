import type { Expr, RowsPlan } from '../plan/plan.ts';
import { NAMING } from './naming.ts';
import { PERSON } from './people-in-rows.ts';
import { rewriteExpr } from './rewrite.ts';

/** What rows say of the people beside them, because it is that of many. */
const SHOWN = new Set(['isBot', 'accountType']);

type Column = Extract<Expr, { node: 'column' }>;

/** The column that says whose a naming text is; undefined for a text that names nobody. */
function ownerOf({ alias, name }: Column, tables: ReadonlyMap<string, string>): Column | null | undefined {
  const table = tables.get(alias) ?? '';
  const uuid = (column: string): Column => ({ node: 'column', alias, name: column, type: 'uuid' });
  if (table === PERSON) return SHOWN.has(name) ? undefined : uuid('uuid');
  const column = NAMING[table]?.get(name);
  return typeof column === 'string' ? uuid(column) : column;
}

/** Leaves out of rows who did something, but for the people of the audience; rows keep their place. */
export function hideNames(plan: RowsPlan, audience: readonly string[]): RowsPlan {
  const tables = new Map([[plan.base.alias, plan.base.table]]);
  for (const join of plan.joins) if (join.node === 'hop') tables.set(join.scan.alias, join.scan.table);
  const values = audience.map((value) => ({ type: 'uuid' as const, value }));
  const hidden = (expr: Expr): Expr => {
    if (expr.node !== 'column') return expr;
    const owner = ownerOf(expr, tables);
    if (owner === undefined) return expr;
    const holds: Expr = owner
      ? { node: 'oneOf', of: owner, values, orMissing: false }
      : { node: 'any', of: [] };
    return { node: 'when', of: expr, holds };
  };
  const hide = <P extends { readonly expr: Expr }>(each: P): P => ({
    ...each,
    expr: rewriteExpr(each.expr, { expr: hidden }),
  });
  return { ...plan, projections: plan.projections.map(hide), hidden: plan.hidden.map(hide) };
}

/** The columns of rows that say who did something. */
export function namesIn(plan: RowsPlan): readonly string[] {
  const masked = hideNames(plan, []);
  return plan.projections.flatMap(({ column, expr }, index) =>
    JSON.stringify(expr) === JSON.stringify(masked.projections[index]?.expr) ? [] : [column.key],
  );
}
