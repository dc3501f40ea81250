import { edgeColumn } from '../plan/plan.ts';
import type { Expr, Hop, Join, Scan } from '../plan/plan.ts';
import { and } from './conditions.ts';
import { renderExpr } from './dialect.ts';
import type { Dialect } from './dialect.ts';
import { sourceSql } from './select.ts';
import { ident, member, sql, value } from './sql.ts';
import type { Sql } from './sql.ts';

const ENDS = {
  out: { near: ident('fromUuid'), far: ident('toUuid') },
  in: { near: ident('toUuid'), far: ident('fromUuid') },
};

const relationName = (name: string): Sql => value({ type: 'string', value: name });

/** A scan of the edges, for the org and version of the rows that they lead to. */
const edges = (scan: Scan, dialect: Dialect): Sql => dialect.scan({ ...scan, table: 'Relation', alias: 'e' });

/** Conditions that a dated edge was valid at a moment or, without a moment, is still valid. */
function held(hop: Extract<Hop, { kind: 'edge' }>, alias: string, dialect: Dialect, prefix = ''): Sql[] {
  if (!hop.held) return [];
  const [since, until] = [member(alias, `${prefix}since`), member(alias, `${prefix}until`)];
  if (!hop.held.at) return [sql`${until} IS NULL`];
  const at = renderExpr(hop.held.at, dialect);
  return [
    sql`(${since} IS NULL OR ${at} IS NULL OR ${since} <= ${at})`,
    sql`(${until} IS NULL OR ${at} < ${until})`,
  ];
}

/** The uuids of base rows that reach a matching row of the scan. */
function reaching(hop: Hop, scan: Scan, where: readonly Sql[], dialect: Dialect): Sql {
  const all = [...where, ...dialect.scanConditions(scan)];
  if (hop.kind === 'edge') {
    const { near, far } = ENDS[hop.direction];
    const target = sql`JOIN ${dialect.scan(scan)} ON ${member(scan.alias, 'uuid')} = e.${far}`;
    const conditions = and([
      sql`e.relation = ${relationName(hop.relation)}`,
      ...held(hop, 'e', dialect),
      ...all,
    ]);
    return sql`SELECT e.${near} FROM ${edges(scan, dialect)} ${target} WHERE ${conditions}`;
  }
  const column = member(scan.alias, hop.kind === 'inverse' ? hop.column : 'uuid');
  return sql`SELECT ${column} FROM ${dialect.scan(scan)} WHERE ${and([sql`${column} IS NOT NULL`, ...all])}`;
}

/** True when a row reaches one that meets the condition. */
export function related(
  { from, hop, scan, where }: Extract<Expr, { node: 'related' }>,
  dialect: Dialect,
): Sql {
  const key = member(from, hop.kind === 'link' ? hop.column : 'uuid');
  const conditions = where ? [renderExpr(where, dialect)] : [];
  return sql`(${key} IN (${reaching(hop, scan, conditions, dialect)}))`;
}

/** True when a uuid belongs to a row that meets the condition, with its joins. */
export function among({ of, scan, joins, where }: Extract<Expr, { node: 'among' }>, dialect: Dialect): Sql {
  const rows = sourceSql({ base: scan, joins, where: [where] }, dialect);
  return sql`(${renderExpr(of, dialect)} IN (SELECT ${member(scan.alias, 'uuid')} ${rows}))`;
}

/** Joins the rows that a hop leads to; a base row without one stays. */
export function hopJoin({ from, hop, scan }: Extract<Join, { node: 'hop' }>, dialect: Dialect): Sql {
  const implied = dialect.scanConditions(scan);
  if (hop.kind === 'edge') {
    const { near, far } = ENDS[hop.direction];
    const inner: Scan = { ...scan, alias: 't' };
    const names = [...(hop.held ? ['since', 'until'] : []), ...(hop.columns ?? [])];
    const own = names.map((name) => sql`, ${member('e', name)} AS ${ident(edgeColumn(name))}`);
    const read = names.map((name) => sql`, ${member('l', edgeColumn(name))}`);
    // An edge has columns of the same names as what it leads to, so it is read under names of its own.
    const links = sql`SELECT e.${near} AS "@near", e.${far} AS "@far"${own.flat()} FROM ${edges(scan, dialect)} WHERE e.relation = ${relationName(hop.relation)}`;
    const conditions = dialect.scanConditions(inner);
    const where = conditions.length > 0 ? sql` WHERE ${and([...conditions])}` : sql``;
    const rows = sql`SELECT l."@near"${read.flat()}, t.* FROM (${links}) AS l JOIN ${dialect.scan(inner)} ON t.uuid = l."@far"${where}`;
    const on = and([
      sql`${member(scan.alias, '@near')} = ${member(from, 'uuid')}`,
      ...(hop.homeColumn
        ? [sql`${member(scan.alias, hop.homeColumn)} = ${member(from, hop.homeColumn)}`]
        : []),
      ...held(hop, scan.alias, dialect, '@'),
    ]);
    return sql`LEFT JOIN (${rows}) ${ident(scan.alias)} ON ${on}`;
  }
  const [near, far] = hop.kind === 'link' ? [hop.column, 'uuid'] : ['uuid', hop.column];
  const on = and([sql`${member(scan.alias, far)} = ${member(from, near)}`, ...implied]);
  return sql`LEFT JOIN ${dialect.scan(scan)} ON ${on}`;
}
