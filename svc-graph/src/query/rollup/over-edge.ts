import { rewriteExpr } from '../passes/rewrite.ts';
import { operandsOf } from '../plan/plan.ts';
import type { Expr, Grain, Hop, Join, Projection, Scan } from '../plan/plan.ts';

/** Columns of the entities that one edge leads to from base rows. */
export interface EdgeColumns {
  readonly relation: string;
  readonly direction: 'out' | 'in';
  readonly table: string;
  /** True when soft-deleted entities are left out. */
  readonly softDeletes: boolean;
  readonly columns: readonly string[];
}

/** The name of such a column among those of the base. */
export const edgeColumn = (name: string): string => `@edge ${name}`;

interface EdgeJoin {
  readonly scan: Scan;
  readonly hop: Extract<Hop, { kind: 'edge' }>;
  readonly others: readonly Join[];
}

/** The grain's only join to many, if it is one edge from the base with no further joins. */
function edgeJoinOf({ base, joins }: Grain): EdgeJoin | null {
  const toMany = joins.filter((each) => each.node !== 'hop' || each.hop.kind !== 'link');
  const [join] = toMany;
  if (toMany.length !== 1 || join?.node !== 'hop' || join.hop.kind !== 'edge') return null;
  if (join.hop.held || join.hop.homeColumn || join.from !== base.alias) return null;
  const others = joins.filter((each) => each !== join);
  const leadsOn = others.some((each) => each.node === 'hop' && each.from === join.scan.alias);
  return leadsOn ? null : { scan: join.scan, hop: join.hop, others };
}

/** True when an expression reads an alias beyond these columns. */
function readsMore(expr: Expr, alias: string, columns: ReadonlySet<string>): boolean {
  if (expr.node === 'column') return expr.alias === alias && !columns.has(expr.name);
  if (expr.node === 'related' && expr.from === alias) return true;
  return operandsOf(expr).some((part) => readsMore(part, alias, columns));
}

/** The columns of an alias that rows are grouped by unchanged. */
function groupedColumns({ groups }: Grain, alias: string): Set<string> {
  return new Set(
    groups.flatMap(({ expr }) => (expr.node === 'column' && expr.alias === alias ? [expr.name] : [])),
  );
}

/**
 * Distinct values reached over an edge, per base row: the same grain over a base with one row for each. Null
 * when the groups do not separate these values, because a base row would then count twice in a group.
 */
export function overEdge(grain: Grain): { readonly grain: Grain; readonly edge: EdgeColumns } | null {
  const join = edgeJoinOf(grain);
  if (!join || !grain.distinct || grain.identity.length !== 1) return null;
  const { scan, hop, others } = join;
  const columns = groupedColumns(grain, scan.alias);
  const projections = [...grain.groups, ...grain.identity, ...grain.inputs];
  const all = [...grain.where, ...projections.map(({ expr }) => expr)];
  if (columns.size === 0 || all.some((expr) => readsMore(expr, scan.alias, columns))) return null;
  const moved = (expr: Expr): Expr =>
    expr.node === 'column' && expr.alias === scan.alias
      ? { ...expr, alias: grain.base.alias, name: edgeColumn(expr.name) }
      : expr;
  const move = (expr: Expr) => rewriteExpr(expr, { expr: moved });
  const moveAll = (list: readonly Projection[]) => list.map((each) => ({ ...each, expr: move(each.expr) }));
  return {
    grain: {
      ...grain,
      joins: others,
      distinct: false,
      where: grain.where.map(move),
      identity: moveAll(grain.identity),
      groups: moveAll(grain.groups),
      inputs: moveAll(grain.inputs),
    },
    edge: {
      relation: hop.relation,
      direction: hop.direction,
      table: scan.table,
      softDeletes: scan.softDeletes && !scan.keepsHistory,
      columns: [...columns].toSorted(),
    },
  };
}
