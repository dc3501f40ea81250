import type { Reducer } from '@cairn/entities';
import type { Edge, Expr, Scan } from '../plan/plan.ts';
import { binStart } from './bins.ts';
import { CALLS } from './call.ts';
import { and, between, listed, oneOf, or, singly } from './conditions.ts';
import { renderExpr } from './dialect.ts';
import type { Dialect } from './dialect.ts';
import {
  bucket,
  clockPart,
  countedDay,
  countedHour,
  countedPeriod,
  instantOfLocal,
  localTime,
  once,
} from './duckdb-time.ts';
import type { MomentRange } from './duckdb-time.ts';
import { among, hopJoin, related } from './joins.ts';
import { groupsSql, rowsSql, countSql, withheldSql } from './select.ts';
import { ident, list, member, sql, value } from './sql.ts';
import type { BoundList, Sql } from './sql.ts';
import { isUtc, weekdayName } from './zones.ts';

const MATCH = { contains: sql`contains`, starts: sql`starts_with` };

/** A value as searchable text; the start of a period is written as a moment. */
function textOf(of: Expr, dialect: Dialect): Sql {
  const plain = renderExpr(of, dialect);
  return of.node === 'bucket' ? sql`CAST(${plain} AS TIMESTAMP)` : plain;
}

function textMatch(
  { of, text, how, list: isList }: Extract<Expr, { node: 'textMatch' }>,
  dialect: Dialect,
): Sql {
  const what = textOf(of, dialect);
  const wanted = sql`lower(${dialect.bound({ type: 'string', value: text })})`;
  const found = isList
    ? sql`(len(list_filter(${what}, lambda x: ${MATCH[how]}(lower(x), ${wanted}))) > 0)`
    : sql`${MATCH[how]}(lower(CAST(${what} AS VARCHAR)), ${wanted})`;
  // `IS TRUE` takes two thirds of the time of `coalesce`.
  return sql`(${found} IS TRUE)`;
}

function scanConditions(scan: Scan): Sql[] {
  // Each org has a file of its own, so choosing the file chose the tenant. This checks that one was chosen.
  if (scan.tenant === null) throw new Error(`the reading of ${scan.table} belongs to no org`);
  return scan.excludesDeleted ? [sql`${member(scan.alias, 'deleted')} IS NOT TRUE`] : [];
}

/** The instants between which the conditions keep a moment. */
function keptSpan({ alias, name }: Extract<Expr, { node: 'column' }>, where: readonly Expr[]): MomentRange {
  const at = (edge: Edge | null, open: number) =>
    typeof edge?.bound.value === 'number' ? edge.bound.value : open;
  return where.reduce<MomentRange>(
    (kept, each) =>
      each.node === 'between' && each.of.node === 'column' && each.of.alias === alias && each.of.name === name
        ? {
            start: Math.max(kept.start, at(each.from, kept.start)),
            end: Math.min(kept.end, at(each.to, kept.end)),
          }
        : kept,
    { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY },
  );
}

/**
 * Groups periods longer than a day by numbers. Hours and days of a zone are numbers too when the range of
 * moments is known to be small enough.
 */
const groupingKey: Dialect['groupingKey'] = (key, where, dialect) => {
  if (key.node !== 'bucket' || key.of.node !== 'column') return null;
  const { unit, zone, firstDay } = key;
  const of = renderExpr(key.of, dialect);
  if (unit !== 'minute' && unit !== 'hour' && unit !== 'day') return countedPeriod(of, unit, zone, firstDay);
  const span = keptSpan(key.of, where);
  if (unit === 'day') return isUtc(zone) ? null : countedDay(of, zone, span);
  return unit === 'hour' && isUtc(zone) ? countedHour(of, span) : null;
};

function listType({ type, list }: BoundList): Sql {
  if (type === 'uuid') return sql`UUID[]`;
  if (type === 'string') return sql`VARCHAR[]`;
  return Number.isSafeInteger(list[0]) ? sql`BIGINT[]` : sql`DOUBLE[]`;
}

type Reduce = Dialect['reduce']['sum'];
const reduced =
  (call: (input: Sql) => Sql): Reduce =>
  (input, { filters }) =>
    filters.length > 0 ? sql`${call(input)} FILTER (WHERE ${and(filters.map(ident))})` : call(input);
const QUANTILES = { p25: sql`0.25`, median: sql`0.5`, p75: sql`0.75`, p90: sql`0.9`, p95: sql`0.95` };
const isQuantile = (reducer: Reducer): reducer is keyof typeof QUANTILES => reducer in QUANTILES;

/** Quantiles of the same values render the same call, so that DuckDB sorts the values once. */
const quantile =
  (reducer: keyof typeof QUANTILES): Reduce =>
  (input, aggregate, beside) => {
    const asked = [...new Set(beside.filter(isQuantile))].toSorted();
    const place = asked.indexOf(reducer) + 1;
    if (asked.length < 2)
      return reduced((of) => sql`quantile_cont(${of}, ${QUANTILES[reducer]})`)(input, aggregate, beside);
    const all = list(asked.map((each) => QUANTILES[each]));
    const values = reduced((of) => sql`quantile_cont(${of}, [${all}])`)(input, aggregate, beside);
    return sql`(${values})[${place}]`;
  };
const byMoment =
  (pick: Sql): Reduce =>
  (input, { filters, moment, ties = ['id'] }) => {
    const at = ident(moment ?? 'id');
    // A row without a moment is neither first nor last.
    const conditions = [sql`${input} IS NOT NULL`, sql`${at} IS NOT NULL`, ...filters.map(ident)];
    return sql`${pick}(${input}, row(${list([at, ...ties.map(ident)])})) FILTER (WHERE ${and(conditions)})`;
  };

/** The rules that render a plan as DuckDB SQL. */
export const DUCKDB: Dialect = {
  name: 'duckdb',
  expr: {
    column: ({ alias, name }) => member(alias, name),
    element: ({ alias }) => member(alias, 'element'),
    when: ({ of, holds }, dialect) =>
      sql`(CASE WHEN ${renderExpr(holds, dialect)} THEN ${renderExpr(of, dialect)} END)`,
    moment: ({ at }, dialect) => dialect.bound({ type: 'datetime', value: at }),
    oneOf,
    overlaps: (expr, dialect) =>
      listed(
        expr,
        dialect,
        (of, values) => sql`list_has_any(${of}, [${singly(values, dialect)}])`,
        (of) => sql`(len(${of}) = 0 OR ${of} IS NULL)`,
      ),
    between,
    textMatch,
    all: ({ of }, dialect) => and(of.map((each) => renderExpr(each, dialect))),
    any: ({ of }, dialect) => or(of.map((each) => renderExpr(each, dialect))),
    not: ({ of }, dialect) => sql`(${renderExpr(of, dialect)} IS NOT TRUE)`,
    related,
    among,
    shifted: ({ of, unless, by, zones, into }, dialect) => {
      const moment = (at: number) => value({ type: 'datetime', value: at });
      const at = sql`CAST(${renderExpr(of, dialect)} AS TIMESTAMP)`;
      const step = 'months' in by ? sql`to_months(${by.months})` : sql`to_milliseconds(${by.ms})`;
      const local = sql`CAST(${localTime(at, zones.from)} + ${step} AS TIMESTAMP)`;
      const moved = once(local, (wall) => instantOfLocal(wall, zones.to));
      const kept = sql`least(greatest(${moved}, ${moment(into.start)}), ${moment(into.end)} - to_microseconds(1))`;
      return sql`(CASE WHEN ${renderExpr(unless, dialect)} THEN ${at} ELSE CAST(${kept} AS TIMESTAMP) END)`;
    },
    elapsed: ({ of, until }, dialect) => {
      const from = renderExpr(of, dialect);
      const to = sql`CAST(${value({ type: 'datetime', value: until })} AS TIMESTAMP)`;
      // `greatest` ignores a missing moment, so missing ones are left out first.
      const micros = sql`greatest(0, epoch_us(${to}) - epoch_us(${from}))`;
      return sql`(CASE WHEN ${from} IS NOT NULL THEN ${micros} // 1000000 END)`;
    },
    bin: ({ of, width }, dialect) =>
      binStart(renderExpr(of, dialect), width, (each) => sql`CAST(${each} AS DOUBLE)`),
    bucket: ({ of, unit, zone, firstDay }, dialect) => {
      const at = renderExpr(of, dialect);
      const start = (moment: Sql) => bucket(moment, unit, zone, firstDay);
      return of.node === 'shifted' ? once(at, start) : start(at);
    },
    clockPart: ({ of, part, zone, firstDay }, dialect) =>
      clockPart(renderExpr(of, dialect), part, zone, firstDay),
  },
  join: {
    hop: hopJoin,
    elements: ({ of, alias }, dialect) =>
      sql`LEFT JOIN LATERAL (SELECT unnest(${renderExpr(of, dialect)}) AS element) ${ident(alias)} ON TRUE`,
  },
  plan: { groups: groupsSql, rows: rowsSql },
  total: countSql,
  withheld: withheldSql,
  // Counting while grouping keeps every group until the last is there, which is expensive for many groups.
  countsGroupsApart: ({ groups }) => groups.length > 1,
  groupingKey,
  finish: {
    plain: (of) => of,
    weekday: weekdayName,
  },
  reduce: {
    count: reduced((input) => sql`count(${input})`),
    countDistinct: reduced((input) => sql`count(DISTINCT ${input})`),
    sum: reduced((input) => sql`sum(${input})`),
    avg: reduced((input) => sql`avg(${input})`),
    min: reduced((input) => sql`min(${input})`),
    max: reduced((input) => sql`max(${input})`),
    median: quantile('median'),
    p25: quantile('p25'),
    p75: quantile('p75'),
    p90: quantile('p90'),
    p95: quantile('p95'),
    first: byMoment(sql`arg_min`),
    last: byMoment(sql`arg_max`),
  },
  call: {
    ...CALLS,
    round: ([of = sql`NULL`, digits = sql`0`]) => sql`round(${of}, CAST(${digits} AS INTEGER))`,
  },
  answer: {
    string: (of) => sql`CAST(${of} AS VARCHAR)`,
    number: (of) => sql`CAST(${of} AS DOUBLE)`,
    boolean: (of) => sql`CAST(${of} AS BOOLEAN)`,
    date: (of) => sql`CAST(CAST(${of} AS DATE) AS VARCHAR)`,
    datetime: (of) => sql`CAST(${of} AS TIMESTAMP)`,
    'string[]': (of) => sql`CAST(${of} AS VARCHAR[])`,
    uuid: (of) => sql`CAST(${of} AS UUID)`,
    json: (of) => sql`CAST(${of} AS VARCHAR)`,
  },
  input: (expr, dialect) => renderExpr(expr, dialect),
  sortKey: (of) => of,
  scan: ({ table, alias, schema }) =>
    schema ? sql`${member(schema, table)} ${ident(alias)}` : sql`${ident(table)} ${ident(alias)}`,
  scanConditions,
  bound: (bound) => {
    if (bound.type === 'uuid') return sql`CAST(${value(bound)} AS UUID)`;
    if (bound.type === 'date') return sql`CAST(${value(bound)} AS DATE)`;
    // Without the cast a fraction would be rounded to the whole numbers of its column.
    const isFraction = bound.type === 'number' && !Number.isSafeInteger(bound.value);
    return isFraction ? sql`CAST(${value(bound)} AS DOUBLE)` : value(bound);
  },
  oneOfMany: (of, many) => sql`${of} IN (SELECT unnest(CAST(${value(many)} AS ${listType(many)})))`,
  placeholder: (index) => `$${index}`,
};
