import { OWN_NAME } from '@cairn/entities';
import type { Expr, Scan, ValueType } from '../plan/plan.ts';
import { binStart } from './bins.ts';
import { CALLS } from './call.ts';
import { and, between, listed, oneOf, or, singly } from './conditions.ts';
import { renderExpr } from './dialect.ts';
import type { Dialect } from './dialect.ts';
import { bucket, clockPart, microsOfExpr, momentOf, movedMicros } from './clickhouse-time.ts';
import { among, hopJoin, related } from './joins.ts';
import { groupsSql, rowsSql, countSql, withheldSql } from './select.ts';
import { ident, join, member, sql, value } from './sql.ts';
import type { BoundList, Sql } from './sql.ts';
import { weekdayName } from './zones.ts';

/*
 * This SQL relies on the settings in `engine/clickhouse-engine.ts`: unmatched rows of a join are NULL, and a
 * cast of NULL is NULL. Lists cannot be NULL here, so a missing list holds one NULL.
 */
const MISSING_LIST = sql`CAST([NULL] AS Array(Nullable(String)))`;

/**
 * The column of an attribute. All orgs share the tables, and two orgs may give one name different types. An
 * org's own attribute is therefore stored under its name and type.
 */
export const columnFor = (name: string, type: ValueType): string =>
  OWN_NAME.test(name) ? `${name} ${type === 'uuid' ? 'string' : type}` : name;

const isList = (expr: Expr): boolean => expr.node === 'column' && expr.type === 'string[]';
const isUuid = (expr: Expr): boolean => expr.node === 'column' && expr.type === 'uuid';

const isDated = (expr: Expr): boolean =>
  expr.node === 'bucket' || expr.node === 'shifted' || (expr.node === 'column' && expr.type === 'datetime');

/** A value as searchable text. Moments lose trailing zeros of a fraction, as in DuckDB. */
function textOf(expr: Expr, dialect: Dialect): Sql {
  const plain = sql`CAST(${renderExpr(expr, dialect)} AS String)`;
  return isDated(expr) ? sql`replaceRegexpOne(${plain}, '\\\\.?0+$', '')` : plain;
}

/** Lowercases a text. Some rare letters differ from DuckDB (docs/decisions/0007). */
const lowered = (of: Sql): Sql => sql`lowerUTF8(${of})`;

const MATCH = {
  contains: (of: Sql, wanted: Sql) => sql`position(${of}, ${wanted}) > 0`,
  starts: (of: Sql, wanted: Sql) => sql`startsWith(${of}, ${wanted})`,
};

function textMatch({ of, text, how, list }: Extract<Expr, { node: 'textMatch' }>, dialect: Dialect): Sql {
  const wanted = lowered(dialect.bound({ type: 'string', value: text }));
  if (!list) return sql`coalesce(${MATCH[how](lowered(textOf(of, dialect)), wanted)}, FALSE)`;
  const one = MATCH[how](lowered(sql`coalesce(x, '')`), wanted);
  return sql`arrayExists(x -> (isNotNull(x) AND ${one}), ${renderExpr(of, dialect)})`;
}

function shifted({ of, unless, by, zones, into }: Extract<Expr, { node: 'shifted' }>, dialect: Dialect): Sql {
  const edge = (at: number) => sql`CAST(${value({ type: 'datetime', value: at })} AS Int64)`;
  const at = renderExpr(of, dialect);
  const moved = movedMicros(microsOfExpr(at, of), by, zones);
  const kept = sql`least(greatest(${moved}, ${edge(into.start)}), ${edge(into.end)} - 1)`;
  return sql`(CASE WHEN ${renderExpr(unless, dialect)} THEN ${at} ELSE ${momentOf(kept)} END)`;
}

/** Columns that no query reads. They are left out, because joined tables would have each name twice. */
const UNREAD = sql`"orgId", "@row", "@since", "@until", "@written"`;

function scan({ table, alias, tenant }: Scan): Sql {
  // All orgs share the tables, so a scan without a tenant must never become a statement.
  if (tenant === null) throw new Error(`the reading of ${table} belongs to no org`);
  const version = value({ type: 'number', value: tenant.version });
  const conditions = [
    sql`"orgId" = ${value({ type: 'string', value: tenant.org })}`,
    sql`"@since" <= ${version}`,
    sql`"@until" > ${version}`,
  ];
  return sql`(SELECT * EXCEPT (${UNREAD}) FROM ${ident(table)} FINAL WHERE ${join(conditions, sql` AND `)}) AS ${ident(alias)}`;
}

/**
 * The largest size of one parameter in bytes. A server accepts 128 KiB by default, and escaping may double a
 * byte.
 */
const MOST_BYTES = 60_000;

/** Splits a list into lists that each fit one parameter. */
function inParts({ type, list }: BoundList): BoundList[] {
  const parts: { type: ValueType; list: BoundList['list'][number][] }[] = [];
  let bytes = MOST_BYTES;
  for (const each of list) {
    const size = Buffer.byteLength(String(each)) + 3;
    if (bytes + size > MOST_BYTES) {
      parts.push({ type, list: [] });
      bytes = 0;
    }
    bytes += size;
    parts.at(-1)?.list.push(each);
  }
  return parts;
}

type Reduce = Dialect['reduce']['sum'];
const reduced =
  (call: (input: Sql) => Sql): Reduce =>
  (input, { filters }) =>
    filters.length > 0 ? sql`${call(input)} FILTER (WHERE ${and(filters.map(ident))})` : call(input);
/**
 * Sums whole numbers as integers while 64 bits suffice, and as doubles beyond, where integers would overflow.
 */
const added =
  (call: Sql): Reduce =>
  (input, ...of) => {
    const sum = reduced((each) => sql`sumOrNull(toFloat64(${each}))`)(input, ...of);
    const whole = reduced((each) => sql`${call}(${each})`)(input, ...of);
    const rounded = reduced((each) => sql`${call}(toFloat64(${each}))`)(input, ...of);
    return sql`if(abs(${sum}) < 9e18, CAST(${whole} AS Float64), ${rounded})`;
  };
const quantile = (text: Sql): Reduce =>
  reduced((input) => sql`quantileExactInclusiveOrNull(${text})(${input})`);
const byMoment =
  (pick: Sql): Reduce =>
  (input, { filters, moment, ties = ['id'] }) => {
    const at = ident(moment ?? 'id');
    // A row without a moment is neither first nor last.
    const conditions = [sql`${input} IS NOT NULL`, sql`${at} IS NOT NULL`, ...filters.map(ident)];
    const tieBreakers = ties.map((each) => sql`UUIDToNum(assumeNotNull(${ident(each)}))`);
    const rank = sql`(${join([sql`assumeNotNull(${at})`, ...tieBreakers], sql`, `)})`;
    return sql`${pick}(${input}, ${rank}) FILTER (WHERE ${and(conditions)})`;
  };

const INPUT_TYPES = {
  string: sql`String`,
  'string[]': sql`String`,
  json: sql`String`,
  number: sql`Int64`,
  boolean: sql`Bool`,
  datetime: sql`Int64`,
  date: sql`Int32`,
  uuid: sql`UUID`,
};

/** The rules that render a plan as ClickHouse SQL. */
export const CLICKHOUSE: Dialect = {
  name: 'clickhouse',
  expr: {
    column: (expr) => {
      const of = member(expr.alias, columnFor(expr.name, expr.type));
      // A list is empty, not NULL, in a row that a join did not match.
      return isList(expr) ? sql`if(${member(expr.alias, 'uuid')} IS NULL, ${MISSING_LIST}, ${of})` : of;
    },
    element: ({ alias }) => ident(`${alias}.element`),
    when: ({ of, holds }, dialect) => {
      const missing = isList(of) ? MISSING_LIST : sql`NULL`;
      return sql`if(${renderExpr(holds, dialect)}, ${renderExpr(of, dialect)}, ${missing})`;
    },
    moment: ({ at }, dialect) => dialect.bound({ type: 'datetime', value: at }),
    oneOf,
    overlaps: (expr, dialect) =>
      listed(
        expr,
        dialect,
        (of, values) => sql`hasAny(${of}, [${singly(values, dialect)}])`,
        (of) => sql`(empty(${of}) OR has(${of}, NULL))`,
      ),
    between,
    textMatch,
    all: ({ of }, dialect) => and(of.map((each) => renderExpr(each, dialect))),
    any: ({ of }, dialect) => or(of.map((each) => renderExpr(each, dialect))),
    not: ({ of }, dialect) => sql`(${renderExpr(of, dialect)} IS NOT TRUE)`,
    related,
    among,
    shifted,
    elapsed: ({ of, until }, dialect) => {
      const from = renderExpr(of, dialect);
      const to = sql`CAST(${value({ type: 'datetime', value: until })} AS Int64)`;
      const micros = sql`greatest(0, ${to} - ${microsOfExpr(from, of)})`;
      return sql`(CASE WHEN ${from} IS NOT NULL THEN intDiv(${micros}, 1000000) END)`;
    },
    bin: ({ of, width }, dialect) =>
      binStart(renderExpr(of, dialect), width, (each) => sql`CAST(${each} AS Float64)`),
    bucket: ({ of, unit, zone, firstDay }, dialect) =>
      bucket(microsOfExpr(renderExpr(of, dialect), of), unit, zone, firstDay),
    clockPart: ({ of, part, zone, firstDay }, dialect) =>
      clockPart(microsOfExpr(renderExpr(of, dialect), of), part, zone, firstDay),
  },
  join: {
    hop: hopJoin,
    elements: ({ of, alias }, dialect) => {
      const items = renderExpr(of, dialect);
      return sql`LEFT ARRAY JOIN if(empty(${items}), ${MISSING_LIST}, ${items}) AS ${ident(`${alias}.element`)}`;
    },
  },
  plan: { groups: groupsSql, rows: rowsSql },
  total: countSql,
  withheld: withheldSql,
  countsGroupsApart: () => false,
  groupingKey: () => null,
  finish: {
    plain: (of) => of,
    weekday: weekdayName,
  },
  reduce: {
    count: reduced((input) => sql`count(${input})`),
    countDistinct: reduced((input) => sql`uniqExact(${input})`),
    sum: added(sql`sumOrNull`),
    avg: added(sql`avgOrNull`),
    min: reduced((input) => sql`minOrNull(${input})`),
    max: reduced((input) => sql`maxOrNull(${input})`),
    median: quantile(sql`0.5`),
    p25: quantile(sql`0.25`),
    p75: quantile(sql`0.75`),
    p90: quantile(sql`0.9`),
    p95: quantile(sql`0.95`),
    first: byMoment(sql`argMinOrNull`),
    last: byMoment(sql`argMaxOrNull`),
  },
  call: {
    ...CALLS,
    // ClickHouse rounds halves to the even neighbour; Cairn rounds them away from zero.
    round: ([of = sql`NULL`, digits = sql`0`]) => {
      const scaled = sql`(${of} * pow(10, ${digits}))`;
      const away = sql`if(abs(${scaled} - trunc(${scaled})) >= 0.5, sign(${scaled}), 0)`;
      const rounded = sql`((trunc(${scaled}) + ${away}) / pow(10, ${digits}))`;
      // Doubles this large have no fraction, and scaling them would lose digits.
      return sql`if(${digits} >= 0 AND abs(${of}) >= 1e15, ${of}, ${rounded})`;
    },
  },
  answer: {
    string: (of) => sql`CAST(${of} AS String)`,
    number: (of) => sql`CAST(${of} AS Float64)`,
    boolean: (of) => sql`CAST(${of} AS Bool)`,
    date: (of) => sql`CAST(CAST(${of} AS Date32) AS String)`,
    datetime: (of) => sql`CAST(${of} AS DateTime64(6, 'UTC'))`,
    'string[]': (of) => of,
    uuid: (of) => sql`CAST(${of} AS UUID)`,
    json: (of) => sql`CAST(${of} AS String)`,
  },
  input: (expr, dialect) => {
    const of = renderExpr(expr, dialect);
    return isList(expr) ? sql`if(has(${of}, NULL), NULL, 1)` : of;
  },
  // ClickHouse orders uuids by their second half.
  sortKey: (of, expr) => (isUuid(expr) ? sql`UUIDToNum(${of})` : of),
  scan,
  scanConditions: ({ excludesDeleted, alias }) =>
    excludesDeleted ? [sql`${member(alias, 'deleted')} IS NOT TRUE`] : [],
  bound: (bound) => {
    if (bound.type === 'datetime') return momentOf(value(bound));
    if (bound.type === 'date') return sql`CAST(${value(bound)} AS Date32)`;
    return value(bound);
  },
  oneOfMany: (of, many) => or(inParts(many).map((part) => sql`${of} IN ${value(part)}`)),
  placeholder: (index, param) => {
    const isList = 'list' in param;
    const given = isList ? param.list[0] : param.value;
    const isFraction = param.type === 'number' && !Number.isSafeInteger(given);
    const type = isFraction ? 'Float64' : INPUT_TYPES[param.type].join('');
    return `{p${index}:${isList ? `Array(${type})` : type}}`;
  },
};
