import type { Expr, Hop, Join, Scan } from '../plan/plan.ts';
import { and } from './conditions.ts';
import { renderExpr } from './dialect.ts';
import type { Rules } from './dialect.ts';
import { sourceSql } from './select.ts';
import { ident, member, sql, value } from './sql.ts';
import type { Sql } from './sql.ts';

const ENDS = {
  out: { near: ident('fromUuid'), far: ident('toUuid') },
  in: { near: ident('toUuid'), far: ident('fromUuid') },
};

const relationName = (name: string): Sql => value({ type: 'string', value: name });

/** The edges, of the same org and version as the rows they lead to. */
const edges = (scan: Scan, rules: Rules): Sql => rules.scan({ ...scan, table: 'Relation', alias: 'e' });

/** Whether a dated edge held at the moment; where the moment is missing, whether it still holds. */
function held(hop: Extract<Hop, { kind: 'edge' }>, alias: string, rules: Rules, prefix = ''): Sql[] {
  if (!hop.held) return [];
  const [since, until] = [member(alias, `${prefix}since`), member(alias, `${prefix}until`)];
  if (!hop.held.at) return [sql`${until} IS NULL`];
  const at = renderExpr(hop.held.at, rules);
  return [
    sql`(${since} IS NULL OR ${at} IS NULL OR ${since} <= ${at})`,
    sql`(${until} IS NULL OR ${at} < ${until})`,
  ];
}

/** The uuids of base rows that reach a row of the scan for which `where` holds. */
function reaching(hop: Hop, scan: Scan, where: readonly Sql[], rules: Rules): Sql {
  const all = [...where, ...rules.scanned(scan)];
  if (hop.kind === 'edge') {
    const { near, far } = ENDS[hop.direction];
    const target = sql`JOIN ${rules.scan(scan)} ON ${member(scan.alias, 'uuid')} = e.${far}`;
    const conditions = and([
      sql`e.relation = ${relationName(hop.relation)}`,
      ...held(hop, 'e', rules),
      ...all,
    ]);
    return sql`SELECT e.${near} FROM ${edges(scan, rules)} ${target} WHERE ${conditions}`;
  }
  const column = member(scan.alias, hop.kind === 'inverse' ? hop.column : 'uuid');
  return sql`SELECT ${column} FROM ${rules.scan(scan)} WHERE ${and([sql`${column} IS NOT NULL`, ...all])}`;
}

/** Whether a row reaches one for which the condition holds. */
export function related({ from, hop, scan, where }: Extract<Expr, { node: 'related' }>, rules: Rules): Sql {
  const key = member(from, hop.kind === 'link' ? hop.column : 'uuid');
  const conditions = where ? [renderExpr(where, rules)] : [];
  return sql`(${key} IN (${reaching(hop, scan, conditions, rules)}))`;
}

/** Whether a uuid is that of a row that meets the condition with its joins. */
export function among({ of, scan, joins, where }: Extract<Expr, { node: 'among' }>, rules: Rules): Sql {
  const rows = sourceSql({ base: scan, joins, where: [where] }, rules);
  return sql`(${renderExpr(of, rules)} IN (SELECT ${member(scan.alias, 'uuid')} ${rows}))`;
}

/** The rows that a hop leads to, beside those it comes from; a row that leads nowhere stays. */
export function hopJoin({ from, hop, scan }: Extract<Join, { node: 'hop' }>, rules: Rules): Sql {
  const implied = rules.scanned(scan);
  if (hop.kind === 'edge') {
    const { near, far } = ENDS[hop.direction];
    const inner: Scan = { ...scan, alias: 't' };
    const conditions = and([sql`e.relation = ${relationName(hop.relation)}`, ...rules.scanned(inner)]);
    const dates = hop.held ? sql`, e.since AS "@since", e.until AS "@until"` : sql``;
    const rows = sql`SELECT e.${near} AS "@near"${dates}, t.* FROM ${edges(scan, rules)} JOIN ${rules.scan(inner)} ON t.uuid = e.${far} WHERE ${conditions}`;
    const on = and([
      sql`${member(scan.alias, '@near')} = ${member(from, 'uuid')}`,
      ...held(hop, scan.alias, rules, '@'),
    ]);
    return sql`LEFT JOIN (${rows}) ${ident(scan.alias)} ON ${on}`;
  }
  const [near, far] = hop.kind === 'link' ? [hop.column, 'uuid'] : ['uuid', hop.column];
  const on = and([sql`${member(scan.alias, far)} = ${member(from, near)}`, ...implied]);
  return sql`LEFT JOIN ${rules.scan(scan)} ON ${on}`;
}
