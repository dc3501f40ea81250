import type { Reducer } from '@cairn/entities';
import type {
  Aggregate,
  Expr,
  PreAggregation,
  Grain,
  Group,
  GroupsPlan,
  Join,
  OrderBy,
  PartialAggregate,
  Plan,
  Projection,
  RowsPlan,
  ComputedStep,
  ComputedValue,
} from '../plan/plan.ts';
import { pruneJoins } from '../passes/prune-joins.ts';
import { renderExpr, renderJoin } from './dialect.ts';
import type { Dialect } from './dialect.ts';
import { ident, join, list, member, sql, value } from './sql.ts';
import type { Sql } from './sql.ts';
import { WITHHELD, markedSql, shownSql } from './withheld.ts';

type Source = Pick<Grain, 'base' | 'joins' | 'where'>;

/** FROM … JOIN … WHERE … of a grain or of rows. */
export function sourceSql({ base, joins, where }: Source, dialect: Dialect): Sql {
  const tables = join([dialect.scan(base), ...joins.map((each) => renderJoin(each, dialect))], sql` `);
  const conditions = [
    ...dialect.scanConditions(base),
    ...where.map((expr: Expr) => renderExpr(expr, dialect)),
  ];
  return conditions.length > 0
    ? sql`FROM ${tables} WHERE ${join(conditions, sql` AND `)}`
    : sql`FROM ${tables}`;
}

const named = ({ name }: { readonly name: string }, of: Sql): Sql => sql`${of} AS ${ident(name)}`;

type GroupingKey = ReturnType<Dialect['groupingKey']>;

/** The base aggregated by its keys. All other parts of the statement read it in place of the base. */
function preAggregatedSql(
  { base, joins, where }: Grain,
  preAggregation: PreAggregation,
  dialect: Dialect,
): Sql {
  const { keys, partials, where: within, alreadyGrouped: asIs = false } = preAggregation;
  const kept = partials.map((part) => {
    const of = renderExpr(part.of, dialect);
    return named(part, asIs ? of : sql`${PARTIAL[part.reducer]}(${of})`);
  });
  // A rollup has few rows: hashing them is cheaper than a slot for every possible key.
  const isRollup = base.schema !== undefined;
  const groupingKeys = keys.map(({ expr }) => (isRollup ? null : dialect.groupingKey(expr, within, dialect)));
  const columns = list([...keys.map((key, index) => byOf(key, groupingKeys[index], dialect)), ...kept]);
  const source = sourceSql({ base, joins: [], where: within }, dialect);
  const by =
    keys.length > 0 && !asIs ? sql` GROUP BY ${list(keys.map((_, index) => sql`${index + 1}`))}` : sql``;
  const groups = sql`SELECT ${columns} ${source}${by}`;
  const rows = sql`(${restoredSql(keys, groupingKeys, partials, groups)}) ${ident(base.alias)}`;
  const tables = join([rows, ...joins.map((each) => renderJoin(each, dialect))], sql` `);
  const conditions = where.map((expr) => renderExpr(expr, dialect));
  return conditions.length > 0
    ? sql`FROM ${tables} WHERE ${join(conditions, sql` AND `)}`
    : sql`FROM ${tables}`;
}

const byOf = (key: Projection, groupingKeys: GroupingKey | undefined, dialect: Dialect): Sql =>
  named(key, groupingKeys?.by ?? renderExpr(key.expr, dialect));

/** Groups with their keys restored from what the engine grouped by. */
function restoredSql(
  keys: readonly Projection[],
  groupingKeys: readonly GroupingKey[],
  others: readonly { readonly name: string }[],
  groups: Sql,
): Sql {
  if (groupingKeys.every((each) => each === null)) return groups;
  const values = keys.map((key, index) => {
    const of = ident(key.name);
    return named(key, groupingKeys[index]?.restore(of) ?? of);
  });
  return sql`SELECT ${list([...values, ...others.map(({ name }) => ident(name))])} FROM (${groups}) d`;
}

const PARTIAL: Readonly<Record<PartialAggregate['reducer'], Sql>> = {
  count: sql`count`,
  sum: sql`sum`,
  min: sql`min`,
  max: sql`max`,
};

function grainSql(grain: Grain, dialect: Dialect): Sql {
  const { groups, where, preAggregation } = grain;
  const groupingKeys = groups.map(({ expr }) => dialect.groupingKey(expr, where, dialect));
  const kept = [
    ...grain.identity.map((each) => named(each, renderExpr(each.expr, dialect))),
    ...groups.map((each, index) => byOf(each, groupingKeys[index], dialect)),
  ];
  const inputs = grain.inputs.map((each) => named(each, dialect.input(each.expr, dialect)));
  const columns = list([...kept, ...inputs]);
  const source = preAggregation
    ? preAggregatedSql(grain, preAggregation, dialect)
    : sourceSql(grain, dialect);
  const inner = sql`SELECT ${grain.distinct ? sql`DISTINCT ` : sql``}${columns} ${source}`;
  const keys = groups.map(({ name }) => ident(name));
  const measures = grain.aggregates.map(
    (aggregate) => sql`${reduce(aggregate, grain, dialect)} AS ${ident(aggregate.name)}`,
  );
  const grouped = keys.length > 0 ? sql` GROUP BY ${list(keys)}` : sql``;
  const reduced = sql`SELECT ${list([...keys, ...measures])} FROM (${inner}) i${grouped}`;
  return restoredSql(groups, groupingKeys, grain.aggregates, reduced);
}

/** The reducers that merge partial aggregates, where they differ from those of rows. */
const REAGGREGATED: Partial<Record<Reducer, Reducer>> = { count: 'sum', avg: 'sum' };

function reduce(aggregate: Aggregate, { aggregates }: Grain, dialect: Dialect): Sql {
  const { reducer, input, filters, partial } = aggregate;
  const beside = aggregates
    .filter((each) => each.input === input && each.filters.join() === filters.join())
    .map((each) => each.reducer);
  if (!partial) return dialect.reduce[reducer](ident(input), aggregate, beside);
  const of = (name: string) =>
    dialect.reduce[REAGGREGATED[reducer] ?? reducer](ident(name), aggregate, beside);
  return partial.count === null ? of(input) : sql`(${of(input)} / nullif(${of(partial.count)}, 0))`;
}

/** The grains joined by their groups; the first decides which groups there are. */
function grainsSql(plan: GroupsPlan, dialect: Dialect): Sql {
  const [first, ...others] = plan.grains.map(
    (grain, index) => sql`(${grainSql(grain, dialect)}) ${ident(`k${index}`)}`,
  );
  const beside = others.map((grain, index) => {
    const same = plan.groups.map(
      ({ name }) => sql`${member('k0', name)} IS NOT DISTINCT FROM ${member(`k${index + 1}`, name)}`,
    );
    return sql` LEFT JOIN ${grain} ON ${same.length > 0 ? join(same, sql` AND `) : sql`TRUE`}`;
  });
  return [...(first ?? []), ...beside.flat()];
}

const COUNTS = new Set(['count', 'countDistinct']);

function measureSql(aggregate: Aggregate, grain: number): Sql {
  const of = member(`k${grain}`, aggregate.name);
  return COUNTS.has(aggregate.reducer) ? sql`coalesce(${of}, 0)` : of;
}

interface Output {
  readonly name: string;
  readonly answer: (of: Sql) => Sql;
}

function outputsOf(plan: GroupsPlan, dialect: Dialect): Map<string, Output> {
  const groups = plan.groups.map((group): Output => {
    return {
      name: group.name,
      answer: (of) => dialect.answer[group.column.type](finish(group, of, dialect)),
    };
  });
  const computed = [...plan.grains.flatMap(({ aggregates }) => aggregates), ...plan.formulas];
  const others = computed.map(({ name, column }): Output => ({ name, answer: dialect.answer[column.type] }));
  return new Map([...groups, ...others].map((output) => [output.name, output]));
}

function valueSql(of: ComputedValue, dialect: Dialect): Sql {
  if (of.node === 'output') return sql`CAST(${member('v', of.name)} AS DOUBLE)`;
  if (of.node === 'constant') return sql`CAST(${value({ type: 'number', value: of.value })} AS DOUBLE)`;
  return dialect.call[of.fn](
    of.args.map((each) => valueSql(each, dialect)),
    sql``,
  );
}

function stepSql(step: ComputedStep, plan: GroupsPlan, dialect: Dialect): Sql {
  if (step.kind === 'value') return valueSql(step.value, dialect);
  const partition = step.partition.map((name) => member('v', name));
  const order = ordered(step.order, (name) => sorted(name, plan, dialect));
  const over = sql`${partition.length > 0 ? sql`PARTITION BY ${list(partition)}` : sql``}${order}`;
  return dialect.call[step.fn]([member('v', step.of)], over);
}

/** Groups and measures, before anything is withheld. */
function measuredSql(plan: GroupsPlan, dialect: Dialect): Sql {
  const groups = plan.groups.map(({ name }) => sql`${member('k0', name)} AS ${ident(name)}`);
  const measures = plan.grains.flatMap((grain, index) =>
    grain.aggregates.map((each) => sql`${measureSql(each, index)} AS ${ident(each.name)}`),
  );
  return sql`SELECT ${list([...groups, ...measures])} FROM ${grainsSql(plan, dialect)}`;
}

/** Groups, measures and computed columns, as nested selects. */
function computedSql(plan: GroupsPlan, dialect: Dialect): Sql {
  const measured = measuredSql(plan, dialect);
  const first = plan.withheld ? shownSql(plan, plan.withheld, measured) : measured;
  return plan.steps.reduce(
    (before, step) =>
      sql`SELECT v.*, ${stepSql(step, plan, dialect)} AS ${ident(step.name)} FROM (${before}) v`,
    first,
  );
}

function havingSql(plan: GroupsPlan, dialect: Dialect): Sql {
  const ends = plan.having.flatMap(({ name, from, to }) => [
    ...(from ? [sql`${member('v', name)} >= ${dialect.bound(from.bound)}`] : []),
    ...(to ? [sql`${member('v', name)} ${to.inclusive ? sql`<=` : sql`<`} ${dialect.bound(to.bound)}`] : []),
  ]);
  return ends.length > 0 ? sql` WHERE ${join(ends, sql` AND `)}` : sql``;
}

function finish(group: Group, of: Sql, dialect: Dialect): Sql {
  if (group.finish.kind === 'localInstant') return of;
  const rule = dialect.finish[group.finish.kind] as (of: Sql, finish: Group['finish']) => Sql;
  return rule(of, group.finish);
}

/** The place of a text in a list of ranks; one that is not in it comes before them all. */
function ranked(raw: Sql, ranks: readonly string[]): Sql {
  const cases = ranks.map(
    (rank, at) => sql` WHEN lower(${raw}) = ${value({ type: 'string', value: rank })} THEN ${at}`,
  );
  return sql`CASE WHEN ${raw} IS NULL THEN NULL${cases.flat()} ELSE -1 END`;
}

function ordered(order: readonly OrderBy[], rawOf: (name: string) => Sql | undefined): Sql {
  const terms = order.flatMap(({ name, descending, byPresence, ranks }) => {
    const raw = rawOf(name);
    if (!raw) return [];
    if (byPresence) return [sql`(${raw} IS NULL) ASC`];
    const keys = ranks ? [ranked(raw, ranks), raw] : [raw];
    return keys.map((key) => sql`${key} ${descending ? sql`DESC` : sql`ASC`} NULLS LAST`);
  });
  return terms.length > 0 ? sql` ORDER BY ${list(terms)}` : sql``;
}

/** The sort key of a column of groups. */
function sorted(name: string, plan: GroupsPlan, dialect: Dialect): Sql {
  const of = member('v', name);
  const group = plan.grains[0]?.groups.find((each) => each.name === name);
  return group ? dialect.sortKey(of, group.expr) : of;
}

const paged = ({ limit, offset }: { limit: number; offset: number }): Sql =>
  sql` LIMIT ${limit} OFFSET ${offset}`;

/**
 * Measures per group. The last column is the count of all groups, unless `uncounted`. Where withheld groups stay,
 * one before it says which they are.
 */
export function groupsSql(plan: GroupsPlan, dialect: Dialect): Sql {
  const outputs = outputsOf(plan, dialect);
  const columns = plan.columns.flatMap((name) => {
    const output = outputs.get(name);
    return output ? [sql`${output.answer(member('v', name))} AS ${ident(name)}`] : [];
  });
  if (plan.withheld && plan.keepsWithheld)
    columns.push(sql`CAST(${member('v', WITHHELD)} AS DOUBLE) AS ${ident(WITHHELD)}`);
  const having = havingSql(plan, dialect);
  const order = ordered(plan.order, (name) => sorted(name, plan, dialect));
  const answer = (from: Sql, total: Sql | null) => {
    const counted = total ? [sql`CAST(${total} AS DOUBLE) AS "total"`] : [];
    return sql`SELECT ${list([...columns, ...counted])} FROM ${from}${having}${order}${paged(plan)}`;
  };
  const groups = computedSql(plan, dialect);
  if (plan.uncounted) return answer(sql`(${groups}) v`, null);
  if (plan.groups.length === 0) return answer(sql`(${groups}) v`, sql`1`);
  if (!dialect.countsGroupsApart(plan)) return answer(sql`(${groups}) v`, sql`count(*) OVER ()`);
  return sql`WITH v AS MATERIALIZED (${groups}) ${answer(sql`v`, sql`(SELECT count(*) FROM v${having})`)}`;
}

/** A late join sorts twice, which does not pay for larger pages. */
const LATE_JOIN_ROWS = 10_000;

const isLink = (each: Join): boolean => each.node === 'hop' && each.hop.kind === 'link';

/**
 * A page of rows by late join: select and sort the page, then join display columns. A link leads to at most
 * one row, so the join changes no count.
 */
function pageSql(plan: RowsPlan, order: Sql, dialect: Dialect): Sql {
  const { base, joins, limit } = plan;
  const chosen = pruneJoins({ ...plan, projections: [] });
  const page = (source: Source) => sql`${sourceSql(source, dialect)}${order}${paged(plan)}`;
  if (chosen.node !== 'rows' || chosen.joins.length === joins.length) return page(plan);
  if (limit > LATE_JOIN_ROWS || !joins.every(isLink)) return page(plan);
  const rows = sql`(SELECT ${ident(base.alias)}.* ${page(chosen)}) ${ident(base.alias)}`;
  return sql`FROM ${join([rows, ...joins.map((each) => renderJoin(each, dialect))], sql` `)}${order}`;
}

/** A page of rows. */
export function rowsSql(plan: RowsPlan, dialect: Dialect): Sql {
  const columns = plan.projections.map(({ name, expr, column }) => {
    const form = expr.node === 'column' && expr.type === 'uuid' ? 'uuid' : column.type;
    return sql`${dialect.answer[form](renderExpr(expr, dialect))} AS ${ident(name)}`;
  });
  const raw = new Map([...plan.projections, ...plan.hidden].map(({ name, expr }) => [name, expr]));
  const order = ordered(plan.order, (name) => {
    const expr = raw.get(name);
    return expr && dialect.sortKey(renderExpr(expr, dialect), expr);
  });
  const counted = plan.counted ? [sql`(${countSql(plan, dialect)}) AS "total"`] : [];
  return sql`SELECT ${list([...columns, ...counted])} ${pageSql(plan, order, dialect)}`;
}

/** The count of all rows or groups of a plan. */
export function countSql(plan: Plan, dialect: Dialect): Sql {
  if (plan.node === 'rows') {
    const bare = pruneJoins({ ...plan, projections: [], hidden: [] });
    return sql`SELECT CAST(count(*) AS DOUBLE) AS "total" ${bare.node === 'rows' ? sourceSql(bare, dialect) : sql``}`;
  }
  if (plan.having.length > 0 || plan.withheld) {
    return sql`SELECT CAST(count(*) AS DOUBLE) AS "total" FROM (${computedSql(plan, dialect)}) v${havingSql(plan, dialect)}`;
  }
  const [first] = plan.grains;
  return sql`SELECT CAST(count(*) AS DOUBLE) AS "total" FROM (${first ? grainSql(first, dialect) : sql``}) k`;
}

/** The number of groups that a plan withholds. */
export function withheldSql(plan: GroupsPlan, dialect: Dialect): Sql {
  if (!plan.withheld) return sql`SELECT CAST(0 AS DOUBLE) AS "withheld"`;
  const marked = markedSql(plan, plan.withheld, measuredSql(plan, dialect));
  const count = sql`coalesce(sum(${member('v', WITHHELD)}), 0)`;
  return sql`SELECT CAST(${count} AS DOUBLE) AS "withheld" FROM (${marked}) v`;
}
