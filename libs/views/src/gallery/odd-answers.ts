import { decodeRows, type ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import { groupKey, isClockPart, measureKey, type GroupBy, type Query } from '@cairn/query';
import type { AnswerKind } from '../view.ts';

/** The values of an answer that views find hard: the names of its groups, and its figures. */
export interface OddShape {
  readonly name: string;
  readonly names: readonly (string | null)[];
  readonly periods: number;
  figure(index: number): number | null;
  /** The unit of figures that are no counts. */
  readonly unit?: string;
  /** The most rows of an answer; a few thousand by default. */
  readonly rows?: number;
}

const LETTERS = ['search', 'billing', 'ledger', 'checkout', 'catalog'];
const usual = (index: number) => ((index * 7919) % 97) + 1;
const LONG = `${'a rather long name of a repository '.repeat(6)}end`.slice(0, 200);
const plain = { names: LETTERS, periods: 14, figure: usual };
const HUGE = [1, 8e15, 3e12, 40, 9_007_199_254_740_991];
const TINY = [1e-9, 3.2e-7, 0, 0.004, 1e-12];

/** What every view is drawn with: nothing, little, a lot, and what is out of the ordinary. */
export const ODD_SHAPES: readonly OddShape[] = [
  { ...plain, name: 'Zero rows', names: [], periods: 0 },
  { ...plain, name: 'One row', names: ['search'], periods: 1 },
  {
    name: 'Nulls',
    names: ['search', null, 'billing'],
    periods: 6,
    figure: (index) => (index % 2 === 0 ? null : usual(index)),
  },
  { ...plain, name: 'Negatives', figure: (index) => usual(index) - 50 },
  { ...plain, name: 'One category', names: ['search'] },
  {
    ...plain,
    name: '500 categories',
    names: Array.from({ length: 500 }, (_, at) => `repository ${at + 1}`),
    periods: 500,
  },
  { ...plain, name: 'Names of 200 characters', names: [LONG, `b ${LONG}`, `${LONG}c`.slice(-200)] },
  {
    ...plain,
    name: 'Right to left',
    names: ['שלום עולם', 'مستودع البحث', 'search (חיפוש)', 'abc مرحبا 123'],
  },
  { ...plain, name: 'Huge numbers', figure: (index) => HUGE[index % HUGE.length] ?? 0 },
  { ...plain, name: 'Tiny numbers', figure: (index) => TINY[index % TINY.length] ?? 0 },
  { ...plain, name: 'Mixed units', figure: (index) => 60 ** (index % 5), unit: 'second' },
];

const START = Date.UTC(2026, 4, 31, 22);
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MOST_ROWS = 3_000;
const CATEGORIES = ['todo', 'inProgress', 'done'];
const MOMENTS = new Set(['createdAt', 'mergedAt', 'enteredAt', 'leftAt', 'committedAt']);

function groupColumn(group: GroupBy): Column {
  const { target, attribute, unit, bins } = group;
  const isDated = unit !== undefined && !isClockPart(unit);
  const isNumber = bins !== undefined || (unit !== undefined && isClockPart(unit) && unit !== 'dayOfWeek');
  return {
    key: groupKey(group),
    label: attribute,
    type: isDated ? 'datetime' : isNumber ? 'number' : 'string',
    role: 'group',
    target,
    attribute,
    ...(unit ? { dateUnit: unit } : {}),
    ...(bins ? { binWidth: 3_600, unit: 'second' } : {}),
  };
}

const many = (count: number) => Array.from({ length: count }, (_, at) => at);

/** The values of a group, as many as the shape has names or periods. */
function valuesOf(
  { unit, bins, attribute }: GroupBy,
  { names, periods }: OddShape,
): (string | number | null)[] {
  const count = Math.min(periods, 500);
  if (attribute === 'category') return CATEGORIES.slice(0, count);
  if (bins) return many(count).map((at) => at * 3_600);
  if (unit === 'dayOfWeek') return WEEKDAYS.slice(0, count);
  if (unit && isClockPart(unit)) return many(Math.min(count, 24));
  return unit ? many(count).map((at) => new Date(START + at * WEEK_MS).toISOString()) : [...names];
}

function measureColumns({ aggregations, select }: Query, { unit }: OddShape): Column[] {
  const kind = select[0] ?? 'Event';
  const asked =
    aggregations.length > 0 ? aggregations : [{ target: kind, attribute: 'uuid', reducer: 'count' as const }];
  return asked.map((measure) => ({
    key: measureKey(measure),
    label: measure.reducer === 'count' ? 'Pull requests' : `${measure.reducer} of ${measure.attribute}`,
    type: 'number',
    role: 'measure',
    reducer: measure.reducer,
    ...(measure.reducer === 'count' || unit === undefined ? {} : { unit }),
  }));
}

type Row = Record<string, unknown>;

/** Nobody leaves a status before entering it; some have not left. */
function leaveLater(cells: Row): void {
  const [entered, left] = ['enteredAt', 'leftAt'].map((attribute) =>
    Object.keys(cells).find((key) => key.endsWith(`TimeInStatus.${attribute})`)),
  );
  if (!entered || !left) return;
  const isLater = String(cells[left]) > String(cells[entered]);
  if (!isLater) cells[left] = null;
}

function groupRows(query: Query, shape: OddShape, measures: readonly Column[]): Row[] {
  const of = query.groupBys.map((group) => ({ key: groupKey(group), values: valuesOf(group, shape) }));
  if (of.length === 0 && shape.names.length === 0) return [];
  const total = of.reduce((product, { values }) => product * values.length, 1);
  return Array.from({ length: Math.min(total, shape.rows ?? MOST_ROWS) }, (_, row) => {
    let rest = row;
    const cells: Row = {};
    for (const { key, values } of of) {
      cells[key] = values[rest % values.length] ?? null;
      rest = Math.floor(rest / values.length);
    }
    leaveLater(cells);
    const figures = measures.map((_, at) => shape.figure(row + at));
    // The percentiles of a group stand in order, after their number.
    const [count, ...spread] = figures;
    const isSpread = measures.length > 2;
    const ordered = isSpread
      ? [Math.abs(count ?? 0) + 1, ...spread.toSorted((a, b) => (a ?? 0) - (b ?? 0))]
      : figures;
    for (const [at, { key }] of measures.entries()) cells[key] = ordered[at];
    return cells;
  });
}

function entityAnswer(query: Query, shape: OddShape): { columns: Column[]; data: Row[] } {
  const kind = query.select[0] ?? 'Event';
  const asked =
    query.columns.length > 0 ? query.columns : [`${kind}.name`, `${kind}.createdAt`, `${kind}.additions`];
  const columns = asked.map((key): Column => {
    const attribute = key.slice(key.lastIndexOf('.') + 1);
    const isText = attribute === 'name' || attribute === 'title';
    const type = isText ? 'string' : MOMENTS.has(attribute) ? 'datetime' : 'number';
    return {
      key,
      label: attribute,
      type,
      role: 'attribute',
      attribute,
      ...(type === 'number' && shape.unit ? { unit: shape.unit } : {}),
    };
  });
  const id: Column = { key: `${kind}.uuid`, label: 'uuid', type: 'string', role: 'id', attribute: 'uuid' };
  const count = shape.names.length === 0 ? 0 : shape.periods;
  const data = Array.from({ length: count }, (_, row) => {
    const cells: Row = { [id.key]: `00000000-0000-4000-8000-${String(row).padStart(12, '0')}` };
    for (const { key, type } of columns) {
      if (type === 'string') cells[key] = shape.names[row % shape.names.length] ?? null;
      else
        cells[key] = type === 'datetime' ? new Date(START + row * WEEK_MS).toISOString() : shape.figure(row);
    }
    return cells;
  });
  return { columns: [id, ...columns], data };
}

function seriesAnswer(query: Query, shape: OddShape): { columns: Column[]; data: Row[] } {
  const [measure] = measureColumns(query, shape);
  const names = query.groupBys.length > 0 ? shape.names : shape.names.slice(0, 1);
  const step = query.timeUnit === 'days' ? DAY_MS : WEEK_MS;
  const moments = many(Math.min(shape.periods, 500)).map((at) => new Date(START + at * step).toISOString());
  const data = names.flatMap((series, at) =>
    moments.slice(0, Math.ceil(MOST_ROWS / Math.max(1, names.length))).map((timestamp, row) => ({
      timestamp,
      ...(query.groupBys.length > 0 ? { series } : {}),
      ...(measure ? { [measure.key]: shape.figure(row + at) } : {}),
    })),
  );
  const columns: Column[] = [
    { key: 'timestamp', label: 'Time', type: 'datetime', role: 'group' },
    ...(query.groupBys.length > 0
      ? [{ key: 'series', label: 'Name', type: 'string', role: 'group' } as const]
      : []),
    ...(measure ? [measure] : []),
  ];
  return { columns, data };
}

/** The answer of an invented graph to the request of a view. */
export function oddAnswer(request: Omit<Query, 'orgId'>, kind: AnswerKind, shape: OddShape): ResultSet {
  const measures = measureColumns(request, shape);
  const { columns, data } =
    kind === 'entities'
      ? entityAnswer(request, shape)
      : kind === 'series'
        ? seriesAnswer(request, shape)
        : {
            columns: [...request.groupBys.map(groupColumn), ...measures],
            data: groupRows(request, shape, measures),
          };
  const meta = {
    limit: data.length,
    total: data.length,
    truncated: false,
    timezone: 'Europe/Berlin',
    start: null,
    end: null,
    dataVersion: 1,
    ...(kind === 'series' ? { timeUnit: request.timeUnit === 'days' ? 'days' : 'weeks' } : {}),
  };
  return decodeRows({ data, columns, meta });
}
