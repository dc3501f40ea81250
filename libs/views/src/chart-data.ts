import type { Category, TimeAxisUnit, ChartOptions } from './category.ts';
import type { CellValue, ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import { NULL_MARKER } from '@cairn/query';
import { arrange, isRanked, limited, OTHER, type Limited, type Weights } from './categories.ts';
import { comparisonOf, PLAIN_CHANGE, type ChangeLook } from './change.ts';
import { cutsOf } from './cuts.ts';
import { measuresOf, type DrawnMeasures } from './measures.ts';
import { timeUnitOf } from './periods.ts';
import { addsUp } from './shares.ts';

/** Two groups at most with one measure, or one group with a few measures, as charts need them. */
export interface ChartData {
  readonly categories: readonly Category[];
  readonly series: readonly Category[];
  readonly categoryColumn: Column | undefined;
  readonly seriesColumn: Column | undefined;
  /** The first measure. */
  readonly measure: Column | undefined;
  /** Several measures are series of their own: the measure of each, and the axis with its unit. */
  readonly measures: readonly Column[];
  readonly axes: readonly number[];
  /** How changes since the compared period are told. */
  readonly change: Pick<ChangeLook, 'showChangeAs'>;
  /** How formulas compute, in words, by the key of their measure. */
  readonly formulas?: ReadonlyMap<string, string> | undefined;
  /** No names stand beside the categories of the picture. */
  readonly hidesNames?: boolean | undefined;
  /** The ends of all values, for one series. */
  readonly ends: readonly [least: number, most: number] | null;
  /** How many values a cell was computed from; null where it is not known. */
  n(category: number, series: number): number | null;
  /** The unit of the time axis, when the categories are periods. */
  readonly timeUnit: TimeAxisUnit | null;
  /** Values of the measure add up to a total; those of an average do not, nor counts of what is in several groups. */
  readonly isAdditive: boolean;
  /** The figure of a whole category or series as the graph computed it, where values do not add up. */
  readonly askedTotal?: (of: 'categories' | 'series', at: number) => number | null;
  /** The parts that are not drawn, in words. */
  readonly cuts: readonly string[];
  at(category: number, series: number): number | null;
  /** The value in the compared period; undefined where nothing is compared. */
  before(category: number, series: number): number | null | undefined;
}

/** Reducers whose values add up. Over nothing they are zero. */
const ADDITIVE = new Set(['count', 'sum']);
/** Reducers that are zero over nothing. */
const ZERO_OF_NOTHING = new Set(['count', 'countDistinct', 'sum']);

/**
 * Arranges an answer by its groups. Periods are in order and without gaps, a count of nothing is zero, the rest is
 * ranked before any cut. Values beyond a limit are summed as Other, and `cuts` tells every cut.
 */
export function chartData(answer: ResultSet, options: ChartOptions): ChartData {
  const groups = answer.columns.filter(({ role }) => role === 'group');
  const columns = options.invert ? groups.slice(0, 2).toReversed() : groups;
  const [categoryColumn, seriesColumn] = columns;
  const measured = measuresOf(answer, seriesColumn ? 1 : (options.maxMeasures ?? 1));
  if (measured.drawn.length > 1) return severalMeasures(answer, options, columns, measured);
  const [measure] = measured.drawn;
  const found = collect(answer, categoryColumn, seriesColumn, measure);
  const earlier = earlierOf(answer, measure, columns);
  const isAdditive = measure !== undefined && addsUp(measure);
  const weights = weightsOf(found.values, ADDITIVE.has(measure?.reducer ?? ''));
  const arranged = { answer, options, columns, found, weights, isAdditive };
  const [categories, series] = [categoriesOf(arranged), seriesOf(arranged)];
  const isZero = isZeroOfNothing(answer, measure, options);
  const single = { key: '', label: measure?.label ?? '', value: null, partial: false };
  const drawn = seriesColumn ? series.kept : [single];
  const lookUp = (values: Values, category: number, place: number) =>
    cellOf(values, categories.kept[category], drawn[place], [categories.cut, series.cut]);
  return {
    categories: categories.kept,
    series: drawn,
    categoryColumn,
    seriesColumn,
    measure,
    measures: measured.drawn,
    axes: drawn.map(() => 0),
    change: options.change ?? PLAIN_CHANGE,
    formulas: options.formulas,
    ends: endsOf(found.values),
    n: sizesOf(options.samples, columns, lookUp),
    timeUnit: timeUnitOf(categoryColumn),
    isAdditive,
    askedTotal: askedTotals(options.totals, { columns, measure, categories, series }),
    cuts: cutsOf({ answer, columns, weights, categories, series, isAdditive }),
    at: (category, place) => {
      const value = lookUp(found.values, category, place);
      return value === undefined ? (isZero ? 0 : null) : value;
    },
    before: (category, place) => {
      const value = earlier && lookUp(earlier, category, place);
      return earlier && (value === undefined ? (isZero ? 0 : null) : value);
    },
  };
}

/** The least and the largest of all values; null for fewer than two. */
function endsOf(values: Values): readonly [number, number] | null {
  const all = [...values.values()].flatMap((cells) => [...cells.values()].filter((value) => value !== null));
  if (all.length < 2) return null;
  const reduce = (pick: (a: number, b: number) => number) => all.reduce((a, b) => pick(a, b));
  return [reduce(Math.min), reduce(Math.max)];
}

/** Looks up how many values a cell was computed from. */
function sizesOf(
  samples: ResultSet | undefined,
  [category, series]: readonly Column[],
  lookUp: (values: Values, category: number, series: number) => number | null | undefined,
): ChartData['n'] {
  const measure = samples?.columns.find(({ role }) => role === 'measure');
  if (!samples || !measure) return () => null;
  const { values } = collect(samples, category, series, measure);
  return (at, place) => lookUp(values, at, place) ?? null;
}

/** Looks up the figure of a whole category or series in the answers by one group. */
function askedTotals(
  totals: readonly ResultSet[] = [],
  {
    columns,
    measure,
    categories,
    series,
  }: Pick<Arranged, 'columns'> & Record<'categories' | 'series', Limited> & { measure: Column | undefined },
): NonNullable<ChartData['askedTotal']> {
  const valuesBy = (column: Column | undefined) => {
    const answer = totals.find((each) => each.columns.some(({ key }) => key === column?.key));
    return answer && collect(answer, column, undefined, measure).values;
  };
  const found = { categories: valuesBy(columns[0]), series: valuesBy(columns[1]) };
  const kept = { categories: categories.kept, series: series.kept };
  return (of, at) => found[of]?.get(kept[of][at]?.key ?? '')?.get('') ?? null;
}

/** Whether a group that the answer lacks counts nothing. */
function isZeroOfNothing(
  answer: ResultSet,
  measure: Column | undefined,
  { leavesOut }: ChartOptions,
): boolean {
  return ZERO_OF_NOTHING.has(measure?.reducer ?? '') && answer.numRows >= answer.meta.total && !leavesOut;
}

/** The values of a measure in the compared period; undefined where nothing is compared. */
function earlierOf(
  answer: ResultSet,
  measure: Column | undefined,
  [category, series]: readonly Column[],
): Values | undefined {
  const comparison = comparisonOf(answer, measure);
  return comparison && collect(answer, category, series, comparison).values;
}

/** Arranges an answer of one group and several measures: each measure is a series, and they add up to nothing. */
function severalMeasures(
  answer: ResultSet,
  options: ChartOptions,
  columns: readonly Column[],
  { drawn, axes, left }: DrawnMeasures,
): ChartData {
  const [column] = columns;
  const each = drawn.map((measure) => ({
    found: collect(answer, column, undefined, measure),
    earlier: earlierOf(answer, measure, columns),
    isZero: isZeroOfNothing(answer, measure, options),
  }));
  const found = each[0]?.found ?? collect(answer, column);
  const isAdditive = ADDITIVE.has(drawn[0]?.reducer ?? '');
  const weights = weightsOf(found.values, isAdditive);
  const categories = categoriesOf({ answer, options, columns, found, weights, isAdditive });
  const keyOf = (category: number) => categories.kept[category]?.key ?? '';
  const cuts = cutsOf({
    answer,
    columns,
    weights,
    categories,
    series: { kept: [], cut: [] },
    isAdditive,
  });
  return {
    categories: categories.kept,
    series: drawn.map(({ key, label }) => ({ key, label, value: null, partial: false })),
    categoryColumn: column,
    seriesColumn: undefined,
    measure: drawn[0],
    measures: drawn,
    axes,
    change: options.change ?? PLAIN_CHANGE,
    formulas: options.formulas,
    ends: null,
    n: () => null,
    timeUnit: timeUnitOf(column),
    isAdditive: false,
    cuts: [...cuts, ...(left.length > 0 ? [`without ${left.join(' and ')}, whose unit has no axis`] : [])],
    at: (category, series) => {
      const own = each[series];
      const value = own?.found.values.get(keyOf(category))?.get('');
      return value === undefined ? (own?.isZero ? 0 : null) : value;
    },
    before: (category, series) => {
      const values = each[series]?.earlier;
      return values && (values.get(keyOf(category))?.get('') ?? null);
    },
  };
}

/** The measure of a series. */
export function measureOf({ measures, measure }: ChartData, series: number): Column | undefined {
  return measures.length > 1 ? measures[series] : measure;
}

interface Arranged {
  readonly answer: ResultSet;
  readonly options: ChartOptions;
  readonly columns: readonly Column[];
  readonly found: Collected;
  readonly weights: { readonly categories: Weights; readonly series: Weights };
  readonly isAdditive: boolean;
}

function categoriesOf({ answer, options, columns: [column], found, weights, isAdditive }: Arranged): Limited {
  const all = arrange(found.categories, column, answer, { ...options, weights: weights.categories });
  return limited(all, weights.categories, {
    most: options.maxCategories,
    keeps: timeUnitOf(column) ? 'last' : isRanked(column, options) ? 'first' : 'largest',
    sums: isAdditive && options.sums?.includes('categories') === true,
  });
}

function seriesOf({ answer, options, columns: [, column], found, weights, isAdditive }: Arranged): Limited {
  const natural = { ...options, order: 'natural' as const, ascending: false, weights: weights.series };
  const all = arrange(found.series, column, answer, natural);
  const isWhole = (answer.meta.series ?? 0) <= all.length && answer.numRows >= answer.meta.total;
  return limited(all, weights.series, {
    most: options.maxSeries,
    keeps: 'largest',
    sums: isAdditive && isWhole && (options.sums ?? ['series']).includes('series'),
  });
}

/** The values by the keys of their category and series. */
type Values = ReadonlyMap<string, ReadonlyMap<string, number | null>>;

interface Collected {
  readonly categories: ReadonlyMap<string, CellValue>;
  readonly series: ReadonlyMap<string, CellValue>;
  readonly values: Values;
}

function collect(answer: ResultSet, category?: Column, series?: Column, measure?: Column): Collected {
  const [categories, names] = [new Map<string, CellValue>(), new Map<string, CellValue>()];
  const values = new Map<string, Map<string, number | null>>();
  for (let row = 0; row < answer.numRows; row += 1) {
    const [first, second] = [category, series].map((column) => (column ? answer.get(column.key, row) : ''));
    const [left, right] = [textKey(first ?? null), series ? textKey(second ?? null) : ''];
    categories.set(left, first ?? null);
    if (series) names.set(right, second ?? null);
    const value = measure ? answer.get(measure.key, row) : null;
    const cells = values.get(left) ?? new Map<string, number | null>();
    cells.set(right, typeof value === 'number' ? value : null);
    values.set(left, cells);
  }
  return { categories, series: names, values };
}

/** The key of a value among its group; nothing has the key of missing values. */
export function textKey(value: CellValue): string {
  return value === null || value === '' ? NULL_MARKER : String(value);
}

/** The sum of a category or series where values add up, else its largest value. */
function weightsOf(values: Values, isAdditive: boolean): { categories: Weights; series: Weights } {
  const [categories, series] = [new Map<string, number>(), new Map<string, number>()];
  const add = (weights: Map<string, number>, key: string, value: number) => {
    const before = weights.get(key) ?? 0;
    weights.set(key, isAdditive ? before + value : Math.max(before, value));
  };
  for (const [category, cells] of values) {
    for (const [name, value] of cells) {
      add(categories, category, Math.abs(value ?? 0));
      add(series, name, Math.abs(value ?? 0));
    }
  }
  return { categories, series };
}

/** The value of a cell; for Other the sum of its members. Undefined where the answer has no row. */
function cellOf(
  values: Values,
  category: Category | undefined,
  series: Category | undefined,
  [cutCategories, cutSeries]: readonly [readonly Category[], readonly Category[]],
): number | null | undefined {
  if (!category || !series) return undefined;
  const [rows, columns] = [
    category.key === OTHER ? cutCategories : [category],
    series.key === OTHER ? cutSeries : [series],
  ];
  const [[row], [column]] = [rows, columns];
  if (rows.length === 1 && columns.length === 1) return values.get(row?.key ?? '')?.get(column?.key ?? '');
  let sum: number | undefined;
  for (const { key } of rows) {
    for (const { key: name } of columns) {
      const value = values.get(key)?.get(name);
      if (value !== undefined) sum = (sum ?? 0) + (value ?? 0);
    }
  }
  return sum;
}
