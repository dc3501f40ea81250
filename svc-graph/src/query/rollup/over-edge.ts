import { rewriteExpr } from '../passes/rewrite.ts';
import type { Expr, Grain, Hop, Join, Projection, Scan } from '../plan/plan.ts';
import { partsOf } from '../plan/plan.ts';

/** Things that an edge leads to from the rows of a base, by what of them is told apart. */
export interface Beside {
  readonly relation: string;
  readonly direction: 'out' | 'in';
  readonly table: string;
  /** Whether only those count that their source still has. */
  readonly living: boolean;
  readonly columns: readonly string[];
}

/** The name that a column of such a thing has beside those of the base. */
export const farName = (name: string): string => `@far ${name}`;

interface Way {
  readonly scan: Scan;
  readonly hop: Extract<Hop, { kind: 'edge' }>;
  readonly others: readonly Join[];
}

/** The one edge that leads on from the base, where nothing leads on from there and all else are links. */
function wayOf({ base, joins }: Grain): Way | null {
  const many = joins.filter((each) => each.node !== 'hop' || each.hop.kind !== 'link');
  const [way] = many;
  if (many.length !== 1 || way?.node !== 'hop' || way.hop.kind !== 'edge') return null;
  if (way.hop.held || way.from !== base.alias) return null;
  const others = joins.filter((each) => each !== way);
  const leadsOn = others.some((each) => each.node === 'hop' && each.from === way.scan.alias);
  return leadsOn ? null : { scan: way.scan, hop: way.hop, others };
}

/** Whether an expression reads of an alias what is none of these columns. */
function readsElse(expr: Expr, alias: string, columns: ReadonlySet<string>): boolean {
  if (expr.node === 'column') return expr.alias === alias && !columns.has(expr.name);
  if (expr.node === 'related' && expr.from === alias) return true;
  return partsOf(expr).some((part) => readsElse(part, alias, columns));
}

/**
 * The same grain over a base of which there is one row for each different thing that the edge leads to; null where
 * groups do not tell just those apart, since a row would then count more than once in one of them.
 */
export function besideEdge(grain: Grain): { readonly grain: Grain; readonly beside: Beside } | null {
  const way = wayOf(grain);
  if (!way || !grain.distinct || grain.identity.length !== 1) return null;
  const { scan, hop, others } = way;
  const { alias } = scan;
  const columns = new Set(
    grain.groups.flatMap(({ expr }) => (expr.node === 'column' && expr.alias === alias ? [expr.name] : [])),
  );
  const all = [
    ...grain.where,
    ...[...grain.groups, ...grain.identity, ...grain.inputs].map(({ expr }) => expr),
  ];
  if (columns.size === 0 || all.some((expr) => readsElse(expr, alias, columns))) return null;
  const near = (expr: Expr): Expr =>
    expr.node === 'column' && expr.alias === alias
      ? { ...expr, alias: grain.base.alias, name: farName(expr.name) }
      : expr;
  const read = (expr: Expr) => rewriteExpr(expr, { expr: near });
  const readAll = (list: readonly Projection[]) => list.map((each) => ({ ...each, expr: read(each.expr) }));
  return {
    grain: {
      ...grain,
      joins: others,
      distinct: false,
      where: grain.where.map(read),
      identity: readAll(grain.identity),
      groups: readAll(grain.groups),
      inputs: readAll(grain.inputs),
    },
    beside: {
      relation: hop.relation,
      direction: hop.direction,
      table: scan.table,
      living: scan.softDeletes && !scan.keepsHistory,
      columns: [...columns].toSorted(),
    },
  };
}
