import type { Column } from '@cairn/contracts';
import { NULL_MARKER, bucketStarts } from '@cairn/query';
import type { BucketUnit, Condition, GroupBy, Query, TimeUnit } from '@cairn/query';
import type { Answer } from '../codec/answer.ts';
import { planGroups } from '../plan/groups.ts';
import type { GroupsPlan } from '../plan/plan.ts';
import { invalidQuery } from '../plan/refusals.ts';
import { fieldOf, isMainMoment } from '../plan/scope.ts';
import type { Scope } from '../plan/scope.ts';
import { cellOf, instantVector, numberVector } from '../table.ts';
import type { Table, Vector } from '../table.ts';
import { binWidths } from './bin-widths.ts';
import { columnsOf, withoutTotal } from './groups.ts';
import { metaOf } from '../query-scope.ts';
import type { Reading } from '../graph-reader.ts';

const MOST_BUCKETS = 10_000;
const MOST_SERIES = 12;
const MOST_ROWS = MOST_BUCKETS * (MOST_SERIES + 1);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How long a window may be for a unit to be the automatic choice; longer ones are cut into months. */
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

/** The unit for a window of this length. */
export function autoUnit(length: number): Exclude<TimeUnit, 'auto'> {
  return AUTO_UNITS.find(({ upTo }) => length <= upTo)?.unit ?? 'months';
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const moment = ({ kind }: Scope) => ({ target: kind.name, attribute: kind.timeAttribute });

const asMs = ({ rowCount, vectors }: Table, column: number): number | null => {
  const vector = vectors[column];
  const iso = vector && rowCount > 0 ? cellOf(vector, 0) : null;
  return typeof iso === 'string' ? Date.parse(iso) : null;
};

/** The moments of the first and the last row that the question selects. */
export async function boundsOf(
  question: Pick<Query, 'filters' | 'search'>,
  scope: Scope,
  reading: Reading,
): Promise<Span | null> {
  const aggregations = (['min', 'max'] as const).map((reducer) => ({ ...moment(scope), reducer }));
  const { filters, search } = question;
  // The bounds are those of the asked window, whatever it is compared with.
  const { compared: _compared, extent: _extent, ...alone } = scope;
  const plan = planGroups(
    { filters, search, groupBys: [], aggregations, order: [], limit: 1, offset: 0 },
    alone,
  );
  const table = await reading.rows(plan);
  const [start, last] = [asMs(table, 0), asMs(table, 1)];
  return start === null || last === null ? null : { start, end: last + 1 };
}

/** The window itself where it is closed; where it is open or lies ahead, as far as there is data. */
async function spanOf(query: Query, scope: Scope, now: number, reading: Reading): Promise<Span | null> {
  const { start, end } = scope.window;
  if (start !== null && end !== null && end <= now) return { start, end };
  const bounds = await boundsOf(query, scope, reading);
  if (start !== null && end !== null)
    return { start, end: Math.min(end, Math.max(start, now, bounds?.end ?? now)) };
  return bounds && { start: start ?? bounds.start, end: end ?? Math.max(bounds.end, start ?? bounds.end) };
}

/** The values of the largest series, as a filter that keeps only them; and how many series there are. */
async function largestSeries(
  query: Query,
  group: GroupBy,
  scope: Scope,
  widths: ReadonlyMap<string, number>,
  reading: Reading,
): Promise<{ names: string[]; filters: Condition[]; total: number }> {
  const plan = planGroups(
    { ...query, widths, groupBys: [group], order: [], limit: MOST_SERIES, offset: 0 },
    scope,
  );
  const { table, total } = withoutTotal(await reading.rows(byMeasure(plan)));
  const vector = table.vectors[0];
  const values = Array.from({ length: table.rowCount }, (_, row) => (vector ? cellOf(vector, row) : null));
  const names = values.map(seriesName);
  const comparison = { IN: values.map((value) => (value === null ? NULL_MARKER : (value as string))) };
  const isCut = (total ?? 0) > table.rowCount;
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
  };
}

const byMeasure = (plan: GroupsPlan): GroupsPlan => ({
  ...plan,
  order: [
    { name: 'm0', descending: true },
    { name: 'g0', descending: false },
  ],
});

const seriesName = (value: unknown): string => (value === null ? NULL_MARKER : String(value));

const EMPTY_IS_ZERO = new Set(['count', 'countDistinct', 'sum']);

interface Grid {
  readonly starts: readonly number[];
  readonly names: readonly string[] | null;
}

/** Puts the measured cells into a full grid of buckets and series, so that an empty bucket is a row too. */
function fill({ starts, names }: Grid, plan: GroupsPlan, measured: Table): Table {
  const width = names?.length ?? 1;
  const buckets = new Map(starts.map((at, index) => [at, index]));
  const series = new Map((names ?? ['']).map((name, index) => [name, index]));
  const rowOf = (row: number): number | null => {
    const bucket = buckets.get(asMsAt(measured.vectors[0], row));
    const place = names ? series.get(seriesName(cellOf(measured.vectors[1] as Vector, row))) : 0;
    return bucket === undefined || place === undefined ? null : bucket * width + place;
  };
  const places = Array.from({ length: measured.rowCount }, (_, row) => rowOf(row));
  const aggregates = plan.grains.flatMap((grain) => grain.aggregates);
  const firstMeasure = plan.groups.length;
  const measures = plan.columns.slice(firstMeasure).map((name, index): Vector => {
    const reducer = aggregates.find((aggregate) => aggregate.name === name)?.reducer ?? 'count';
    const cells: (number | null)[] = Array.from({ length: starts.length * width }, () =>
      EMPTY_IS_ZERO.has(reducer) ? 0 : null,
    );
    const vector = measured.vectors[firstMeasure + index] as Vector;
    places.forEach((place, row) => {
      if (place !== null) cells[place] = (cellOf(vector, row) as number | null) ?? cells[place] ?? null;
    });
    return numberVector(cells);
  });
  const timestamps = instantVector(starts.flatMap((at) => Array.from({ length: width }, () => at)));
  const labels: Vector[] = names
    ? [
        {
          type: 'text',
          values: starts.flatMap(() => names.map((name) => (name === NULL_MARKER ? null : name))),
        },
      ]
    : [];
  return { rowCount: starts.length * width, vectors: [timestamps, ...labels, ...measures] };
}

const asMsAt = (vector: Vector | undefined, row: number): number =>
  vector?.type === 'datetime' ? Number((vector.values[row] ?? 0n) / 1_000n) : Number.NaN;

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

function bucketsOf(span: Span | null, unit: BucketUnit, scope: Scope): number[] {
  if (!span) return [];
  const starts = bucketStarts(span.start, span.end, unit, scope.calendar, MOST_BUCKETS + 1);
  if (starts.length > MOST_BUCKETS) {
    throw invalidQuery(
      `That would be more than ${MOST_BUCKETS.toLocaleString('en')} ${unit}s. Choose a larger unit or a shorter date range.`,
    );
  }
  return starts;
}

/** A group by periods of the same moment asks for what a time series is anyway. */
function isTime(group: GroupBy, scope: Scope): boolean {
  const isPeriod = group.unit !== undefined && group.unit !== 'hourOfDay' && group.unit !== 'dayOfWeek';
  return isPeriod && isMainMoment(fieldOf(scope, group), scope);
}

/** Measures per bucket of time, with the first group as series: the 12 largest, and `truncated` when there are more. */
export async function answerSeries(
  query: Query,
  scope: Scope,
  now: number,
  reading: Reading,
): Promise<Answer> {
  const { formulas: _formulas, having: _having, sort: _sort, ...question } = query;
  const group = query.groupBys.find((each) => !isTime(each, scope));
  const span = await spanOf(query, scope, now, reading);
  const asked = query.timeUnit ?? 'auto';
  const timeUnit = asked === 'auto' ? autoUnit(span ? span.end - span.start : 0) : asked;
  const starts = bucketsOf(span, BUCKET[timeUnit], scope);
  const within: Scope = { ...scope, window: span ?? scope.window };
  const widths = await binWidths(query, within, reading);
  const largest = group
    ? await largestSeries(
        { ...query, formulas: [], having: [], sort: undefined },
        group,
        within,
        widths,
        reading,
      )
    : null;
  const plan = planGroups(
    {
      ...question,
      widths,
      filters: [...query.filters, ...(largest?.filters ?? [])],
      groupBys: [{ ...moment(scope), unit: BUCKET[timeUnit] }, ...(group ? [group] : [])],
      order: [],
      limit: MOST_ROWS,
      offset: 0,
    },
    within,
  );
  refuseOtherMeasures(plan);
  const table = await reading.rows({ ...plan, uncounted: true });
  const filled = fill({ starts, names: largest?.names ?? null }, plan, table);
  const page = { limit: filled.rowCount, offset: 0, cap: filled.rowCount };
  const meta = metaOf(within, page, filled.rowCount, reading.dataVersion);
  const truncated = largest !== null && largest.total > largest.names.length;
  const series = largest ? { series: largest.total } : {};
  return { columns: columnsFor(plan), table: filled, meta: { ...meta, truncated, timeUnit, ...series } };
}
