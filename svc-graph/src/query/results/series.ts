import type { AnswerMeta, Column } from '@cairn/contracts';
import { NULL_MARKER, bucketStarts, isClockPart } from '@cairn/query';
import type { BucketUnit, Condition, GroupBy, Query, TimeUnit } from '@cairn/query';
import type { QueryAnswer } from '../codec/answer.ts';
import { planGroups } from '../plan/groups.ts';
import { namedFirst } from '../plan/plan.ts';
import type { GroupsPlan } from '../plan/plan.ts';
import { invalidQuery } from '../plan/refusals.ts';
import { fieldOf, isMainMoment } from '../plan/scope.ts';
import type { QueryScope } from '../plan/scope.ts';
import { cellOf } from '../table.ts';
import type { Table } from '../table.ts';
import { readExtent } from '../data-bounds.ts';
import { QUIET_MS, readDataEnd } from '../data-end.ts';
import type { Extent } from '../data-bounds.ts';
import { binWidths } from './bin-widths.ts';
import { addsUp, fillGrid, seriesName } from './series-grid.ts';
import { columnsOf, withoutTotal } from './groups.ts';
import { metaOf } from './page.ts';
import type { ReadContext } from '../read-graph.ts';
import { countWithheld, runPlan } from '../run-plan.ts';
import { withheldGroups } from './withheld.ts';

const MOST_BUCKETS = 10_000;
/** The series of a query that does not say how many, and the most that one may ask for. */
const [FEW_SERIES, MOST_SERIES] = [12, 24];
const MOST_ROWS = MOST_BUCKETS * (MOST_SERIES + 1);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The longest window of each automatic unit; longer windows have months. */
export const AUTO_UNITS: readonly { readonly upTo: number; readonly unit: Exclude<TimeUnit, 'auto'> }[] = [
  { upTo: 3 * HOUR, unit: 'minutes' },
  { upTo: 3 * DAY, unit: 'hours' },
  { upTo: 93 * DAY, unit: 'days' },
  { upTo: 732 * DAY, unit: 'weeks' },
];

const BUCKET: Record<Exclude<TimeUnit, 'auto'>, BucketUnit> = {
  minutes: 'minute',
  hours: 'hour',
  days: 'day',
  weeks: 'week',
  months: 'month',
};

/** The automatic unit for a window of this length. */
export function autoUnit(length: number): Exclude<TimeUnit, 'auto'> {
  return AUTO_UNITS.find(({ upTo }) => length <= upTo)?.unit ?? 'months';
}

const moment = ({ kind }: QueryScope) => ({ target: kind.name, attribute: kind.timeAttribute });

/**
 * The window of a series, closed at both ends. The data's extent replaces an open end or one in the future.
 */
async function closedWindow(
  query: Query,
  scope: QueryScope,
  now: number,
  context: ReadContext,
): Promise<Extent | null> {
  const { start, end } = scope.window;
  if (start !== null && end !== null && end <= now) return { start, end };
  const bounds = await readExtent(query, scope, context);
  if (start !== null && end !== null)
    return { start, end: Math.min(end, Math.max(start, now, bounds?.end ?? now)) };
  return bounds && { start: start ?? bounds.start, end: end ?? Math.max(bounds.end, start ?? bounds.end) };
}

const seriesWanted = ({ limit = 0 }: Query) => Math.max(FEW_SERIES, Math.min(limit, MOST_SERIES));

/** The names of the largest series, a filter that keeps only them, and the number of all series. */
async function largestSeries(
  query: Query,
  group: GroupBy,
  scope: QueryScope,
  widths: ReadonlyMap<string, number>,
  context: ReadContext,
): Promise<{ names: string[]; filters: Condition[]; total: number; withheld: number }> {
  const plan = planGroups(
    { ...query, widths, groupBys: [group], order: [], limit: seriesWanted(query), offset: 0 },
    scope,
  );
  const { table, total } = withoutTotal(await runPlan(byMeasure(plan), context));
  const vector = table.vectors[0];
  const values = Array.from({ length: table.rowCount }, (_, row) => (vector ? cellOf(vector, row) : null));
  const names = values.map(seriesName);
  const comparison = { IN: values.map((value) => (value === null ? NULL_MARKER : (value as string))) };
  const withheld = context.audience === null ? 0 : await countWithheld(plan, context);
  const isCut = (total ?? 0) > table.rowCount || withheld > 0;
  const { target, attribute, unit } = group;
  const { binWidth } = plan.groups[0]?.column ?? {};
  const part = {
    ...(unit ? { unit } : {}),
    ...(binWidth === undefined ? {} : { bins: { width: binWidth } }),
  };
  return {
    names,
    filters: isCut ? [{ target, attribute, ...part, comparison }] : [],
    total: total ?? 0,
    withheld,
  };
}

const byMeasure = (plan: GroupsPlan): GroupsPlan => ({
  ...plan,
  order: [...namedFirst(plan.groups), { name: 'm0', descending: true }, { name: 'g0', descending: false }],
});

function columnsFor(plan: GroupsPlan): Column[] {
  const [time, ...others] = columnsOf(plan);
  return [
    ...(time ? [{ ...time, key: 'timestamp' }] : []),
    ...others.map((column) =>
      column.role === 'group' ? { ...column, key: 'series', type: 'string' as const } : column,
    ),
  ];
}

function refuseOtherMeasures(plan: GroupsPlan): void {
  const odd = columnsOf(plan).find(({ role, type }) => role === 'measure' && type !== 'number');
  if (odd) throw invalidQuery(`${odd.key} is no number, so it cannot be drawn over time.`);
}

function bucketsOf(window: Extent | null, unit: BucketUnit, scope: QueryScope): number[] {
  if (!window) return [];
  const starts = bucketStarts(window.start, window.end, unit, scope.calendar, MOST_BUCKETS + 1);
  if (starts.length > MOST_BUCKETS) {
    throw invalidQuery(
      `That would be more than ${MOST_BUCKETS.toLocaleString('en')} ${unit}s. Choose a larger unit or a shorter date range.`,
    );
  }
  return starts;
}

/** True for a group by periods of the main moment, which a series has anyway. */
function isTime(group: GroupBy, scope: QueryScope): boolean {
  const isPeriod = group.unit !== undefined && !isClockPart(group.unit);
  return isPeriod && isMainMoment(fieldOf(scope, group), scope);
}

/** Reads what a series needs before planning: its window, buckets and largest series. */
async function readSeriesBounds(query: Query, scope: QueryScope, now: number, context: ReadContext) {
  const group = query.groupBys.find((each) => !isTime(each, scope));
  const window = await closedWindow(query, scope, now, context);
  const asked = query.timeUnit ?? 'auto';
  const timeUnit = asked === 'auto' ? autoUnit(window ? window.end - window.start : 0) : asked;
  const starts = bucketsOf(window, BUCKET[timeUnit], scope);
  const within: QueryScope = { ...scope, window: window ?? scope.window };
  const widths = await binWidths(query, within, context);
  const plain = { ...query, formulas: [], having: [], sort: undefined };
  const largest = group ? await largestSeries(plain, group, within, widths, context) : null;
  return { group, timeUnit, starts, scope: within, widths, largest };
}

type SeriesBounds = Awaited<ReturnType<typeof readSeriesBounds>>;

function seriesPlan(query: Query, { group, timeUnit, scope, widths, largest }: SeriesBounds): GroupsPlan {
  const { formulas: _formulas, having: _having, sort: _sort, ...measured } = query;
  const plan = planGroups(
    {
      ...measured,
      widths,
      filters: [...query.filters, ...(largest?.filters ?? [])],
      groupBys: [{ ...moment(scope), unit: BUCKET[timeUnit] }, ...(group ? [group] : [])],
      order: [],
      limit: MOST_ROWS,
      offset: 0,
    },
    scope,
  );
  refuseOtherMeasures(plan);
  return plan;
}

/** What a series withholds: the series of few people, and the cells of the others. */
async function withheldOfSeries(
  { largest }: SeriesBounds,
  plan: GroupsPlan,
  context: ReadContext,
): Promise<Pick<AnswerMeta, 'withheld'>> {
  if (context.audience === null) return {};
  const groups = (largest?.withheld ?? 0) + (await countWithheld(plan, context));
  return groups > 0 ? { withheld: withheldGroups(groups, true) } : {};
}

/** The measures of all series together in each bucket, where their sum beyond the largest is wanted and means something. */
async function wholeOf(
  query: Query,
  bounds: SeriesBounds,
  plan: GroupsPlan,
  context: ReadContext,
): Promise<Table | null> {
  if (!bounds.largest || bounds.largest.filters.length === 0 || !addsUp(plan)) return null;
  const all = seriesPlan(query, { ...bounds, group: undefined, largest: null });
  const table = await runPlan({ ...all, uncounted: true }, context);
  return fillGrid({ starts: bounds.starts, names: null }, all, table);
}

const NO_MOMENTS = new BigInt64Array();

/** Where the data of the org ends, when the last buckets are empty for long enough to ask for it. */
async function dataEndOf(
  { scope, starts }: SeriesBounds,
  { rowCount, vectors }: Table,
  context: ReadContext,
): Promise<number | null> {
  const moments = vectors[0]?.type === 'datetime' ? vectors[0].values.subarray(0, rowCount) : NO_MOMENTS;
  const filled = moments.reduce<number>((last, at) => Math.max(last, Number(at / 1_000n)), -Infinity);
  const next = starts.find((start) => start > filled);
  const { end } = scope.window;
  if (next === undefined || end === null || end - next < QUIET_MS) return null;
  return readDataEnd(scope, context);
}

/**
 * Measures per bucket of time and value of the first group. Only its 12 largest values are kept, or up to 24 by the
 * limit of the query, and the sum of the rest where they add up; `truncated` says when there are more.
 */
export async function answerSeries(
  query: Query,
  scope: QueryScope,
  now: number,
  context: ReadContext,
): Promise<QueryAnswer> {
  const bounds = await readSeriesBounds(query, scope, now, context);
  const plan = seriesPlan(query, bounds);
  const table = await runPlan({ ...plan, uncounted: true, keepsWithheld: true }, context);
  const { starts, timeUnit, largest } = bounds;
  const withheld = await withheldOfSeries(bounds, plan, context);
  // What the shown series leave of the whole would tell those that are withheld.
  const whole = withheld.withheld ? null : await wholeOf(query, bounds, plan, context);
  const dataEnd = await dataEndOf(bounds, table, context);
  const filled = fillGrid({ starts, names: largest?.names ?? null, whole, dataEnd }, plan, table);
  const page = { limit: filled.rowCount, offset: 0, cap: filled.rowCount };
  const meta = metaOf(bounds.scope, page, filled.rowCount, context.dataVersion);
  const truncated = largest !== null && largest.total > largest.names.length;
  const series = largest ? { series: largest.total } : {};
  return {
    columns: columnsFor(plan),
    table: filled,
    meta: { ...meta, truncated, timeUnit, ...series, ...withheld },
  };
}
