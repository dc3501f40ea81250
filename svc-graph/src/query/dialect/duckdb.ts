import type { Expr, Hop, Join, Scan } from '../plan/plan.ts';
import { renderExpr } from './dialect.ts';
import type { Rules } from './dialect.ts';
import { groupsSql, rowsSql, sourceSql, totalSql } from './duckdb-plan.ts';
import { DUCKDB_CALLS } from './duckdb-call.ts';
import { bucket, clockPart, instantOfLocal, localTime, weekdayName } from './duckdb-time.ts';
import { ident, join, list, member, sql, value } from './sql.ts';
import type { Sql } from './sql.ts';

const and = (conditions: readonly Sql[]): Sql =>
  conditions.length > 0 ? sql`(${join(conditions, sql` AND `)})` : sql`TRUE`;
const or = (conditions: readonly Sql[]): Sql =>
  conditions.length > 0 ? sql`(${join(conditions, sql` OR `)})` : sql`FALSE`;

function oneOf(
  expr: Extract<Expr, { node: 'oneOf' | 'overlaps' }>,
  has: (of: Sql, values: Sql) => Sql,
  rules: Rules,
) {
  const of = renderExpr(expr.of, rules);
  const values = list(expr.values.map(rules.bound));
  const found = expr.values.length > 0 ? [sql`coalesce(${has(of, values)}, FALSE)`] : [];
  const empty = expr.node === 'overlaps' ? sql`len(${of}) = 0 OR ` : sql``;
  const missing = expr.orMissing ? [sql`(${empty}${of} IS NULL)`] : [];
  return or([...found, ...missing]);
}

function between({ of, from, to }: Extract<Expr, { node: 'between' }>, rules: Rules): Sql {
  const what = renderExpr(of, rules);
  const lower = from && sql`${what} ${from.inclusive ? sql`>=` : sql`>`} ${rules.bound(from.bound)}`;
  const upper = to && sql`${what} ${to.inclusive ? sql`<=` : sql`<`} ${rules.bound(to.bound)}`;
  return and([lower, upper].filter((end) => end !== null));
}

const MATCH = { contains: sql`contains`, starts: sql`starts_with` };

function textMatch({ of, text, how, list: isList }: Extract<Expr, { node: 'textMatch' }>, rules: Rules): Sql {
  const what = renderExpr(of, rules);
  const wanted = sql`lower(${rules.bound({ type: 'string', value: text })})`;
  const found = isList
    ? sql`(len(list_filter(${what}, lambda x: ${MATCH[how]}(lower(x), ${wanted}))) > 0)`
    : sql`${MATCH[how]}(lower(CAST(${what} AS VARCHAR)), ${wanted})`;
  return sql`coalesce(${found}, FALSE)`;
}

const ENDS = {
  out: { near: ident('fromUuid'), far: ident('toUuid') },
  in: { near: ident('toUuid'), far: ident('fromUuid') },
};

const relationName = (name: string): Sql => value({ type: 'string', value: name });

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
    return sql`SELECT e.${near} FROM "Relation" e ${target} WHERE ${conditions}`;
  }
  const column = member(scan.alias, hop.kind === 'inverse' ? hop.column : 'uuid');
  return sql`SELECT ${column} FROM ${rules.scan(scan)} WHERE ${and([sql`${column} IS NOT NULL`, ...all])}`;
}

function hopJoin({ from, hop, scan }: Extract<Join, { node: 'hop' }>, rules: Rules): Sql {
  const implied = rules.scanned(scan);
  if (hop.kind === 'edge') {
    const { near, far } = ENDS[hop.direction];
    const inner: Scan = { ...scan, alias: 't' };
    const conditions = and([sql`e.relation = ${relationName(hop.relation)}`, ...rules.scanned(inner)]);
    const dates = hop.held ? sql`, e.since AS "@since", e.until AS "@until"` : sql``;
    const rows = sql`SELECT e.${near} AS "@near"${dates}, t.* FROM "Relation" e JOIN ${rules.scan(inner)} ON t.uuid = e.${far} WHERE ${conditions}`;
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

function scanned(scan: Scan): Sql[] {
  // An org's tables are a file of its own, so the tenant chose the file; that it was chosen is checked here.
  if (scan.tenant === null) throw new Error(`the reading of ${scan.table} belongs to no org`);
  return scan.livingOnly ? [sql`${member(scan.alias, 'deleted')} IS NOT TRUE`] : [];
}

type Reduce = Rules['reduce']['sum'];
const reduced =
  (call: (input: Sql) => Sql): Reduce =>
  (input, { filters }) =>
    filters.length > 0 ? sql`${call(input)} FILTER (WHERE ${and(filters.map(ident))})` : call(input);
const quantile = (text: Sql): Reduce => reduced((input) => sql`quantile_cont(${input}, ${text})`);
const byMoment =
  (pick: Sql): Reduce =>
  (input, { filters, moment }) => {
    const at = ident(moment ?? 'id');
    // A row without a moment is neither first nor last.
    const conditions = [sql`${input} IS NOT NULL`, sql`${at} IS NOT NULL`, ...filters.map(ident)];
    return sql`${pick}(${input}, row(${at}, id)) FILTER (WHERE ${and(conditions)})`;
  };

/** How DuckDB says it. */
export const DUCKDB: Rules = {
  name: 'duckdb',
  expr: {
    column: ({ alias, name }) => member(alias, name),
    element: ({ alias }) => member(alias, 'element'),
    oneOf: (expr, rules) => oneOf(expr, (of, values) => sql`${of} IN (${values})`, rules),
    overlaps: (expr, rules) => oneOf(expr, (of, values) => sql`list_has_any(${of}, [${values}])`, rules),
    between: (expr, rules) => between(expr, rules),
    textMatch: (expr, rules) => textMatch(expr, rules),
    all: ({ of }, rules) => and(of.map((each) => renderExpr(each, rules))),
    any: ({ of }, rules) => or(of.map((each) => renderExpr(each, rules))),
    not: ({ of }, rules) => sql`(${renderExpr(of, rules)} IS NOT TRUE)`,
    related: ({ from, hop, scan, where }, rules) => {
      const key = member(from, hop.kind === 'link' ? hop.column : 'uuid');
      const conditions = where ? [renderExpr(where, rules)] : [];
      return sql`(${key} IN (${reaching(hop, scan, conditions, rules)}))`;
    },
    among: ({ of, scan, joins, where }, rules) => {
      const rows = sourceSql({ base: scan, joins, where: [where] }, rules);
      return sql`(${renderExpr(of, rules)} IN (SELECT ${member(scan.alias, 'uuid')} ${rows}))`;
    },
    shifted: ({ of, unless, by, zone, into }, rules) => {
      const moment = (at: number) => value({ type: 'datetime', value: at });
      const at = sql`CAST(${renderExpr(of, rules)} AS TIMESTAMP)`;
      const step = 'months' in by ? sql`to_months(${by.months})` : sql`to_milliseconds(${by.ms})`;
      const moved = instantOfLocal(sql`CAST(${localTime(at, zone)} + ${step} AS TIMESTAMP)`, {
        kind: 'localInstant',
        zone,
      });
      const kept = sql`least(greatest(${moved}, ${moment(into.start)}), ${moment(into.end)} - to_microseconds(1))`;
      return sql`(CASE WHEN ${renderExpr(unless, rules)} THEN ${at} ELSE CAST(${kept} AS TIMESTAMP) END)`;
    },
    bin: ({ of, width }, rules) => {
      const step = sql`CAST(${value({ type: 'number', value: width })} AS DOUBLE)`;
      return sql`(floor(${renderExpr(of, rules)} / ${step}) * ${step})`;
    },
    bucket: ({ of, unit, zone, firstDay }, rules) => bucket(renderExpr(of, rules), unit, zone, firstDay),
    clockPart: ({ of, part, zone, firstDay }, rules) =>
      clockPart(renderExpr(of, rules), part, zone, firstDay),
  },
  join: {
    hop: hopJoin,
    elements: ({ of, alias }, rules) =>
      sql`LEFT JOIN LATERAL (SELECT unnest(${renderExpr(of, rules)}) AS element) ${ident(alias)} ON TRUE`,
  },
  plan: { groups: groupsSql, rows: rowsSql },
  total: totalSql,
  finish: {
    plain: (of) => of,
    localInstant: instantOfLocal,
    weekday: weekdayName,
  },
  reduce: {
    count: reduced((input) => sql`count(${input})`),
    countDistinct: reduced((input) => sql`count(DISTINCT ${input})`),
    sum: reduced((input) => sql`sum(${input})`),
    avg: reduced((input) => sql`avg(${input})`),
    min: reduced((input) => sql`min(${input})`),
    max: reduced((input) => sql`max(${input})`),
    median: quantile(sql`0.5`),
    p75: quantile(sql`0.75`),
    p90: quantile(sql`0.9`),
    p95: quantile(sql`0.95`),
    first: byMoment(sql`arg_min`),
    last: byMoment(sql`arg_max`),
  },
  call: DUCKDB_CALLS,
  answer: {
    string: (of) => sql`CAST(${of} AS VARCHAR)`,
    number: (of) => sql`CAST(${of} AS DOUBLE)`,
    boolean: (of) => sql`CAST(${of} AS BOOLEAN)`,
    date: (of) => sql`CAST(CAST(${of} AS DATE) AS VARCHAR)`,
    datetime: (of) => sql`CAST(${of} AS TIMESTAMP)`,
    'string[]': (of) => sql`CAST(${of} AS VARCHAR[])`,
    json: (of) => sql`CAST(${of} AS VARCHAR)`,
  },
  scan: ({ table, alias, schema }) =>
    schema ? sql`${member(schema, table)} ${ident(alias)}` : sql`${ident(table)} ${ident(alias)}`,
  scanned,
  bound: (bound) => {
    if (bound.type === 'uuid') return sql`CAST(${value(bound)} AS UUID)`;
    if (bound.type === 'date') return sql`CAST(${value(bound)} AS DATE)`;
    // Uncast, a fraction would be rounded to the whole numbers of the column that it is compared with.
    const isFraction = bound.type === 'number' && !Number.isSafeInteger(bound.value);
    return isFraction ? sql`CAST(${value(bound)} AS DOUBLE)` : value(bound);
  },
  placeholder: (index) => `$${index}`,
};
