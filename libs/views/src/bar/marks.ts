import type { Column } from '@cairn/contracts';
import { NULL_MARKER } from '@cairn/query';
import { formatNumber } from '@cairn/ui';
import { changeInWords } from '../change.ts';
import { measureOf, type ChartData } from '../chart-data.ts';
import type { Category } from '../category.ts';
import type { ChartMark } from '../chart-mark.ts';
import { formatValue } from '../format.ts';
import type { TipLine, TipText } from '../tip-text.ts';
import type { SelectedGroup } from '../view.ts';
import type { Segment } from './stacks.ts';

const PARTIAL = 'Part of a period only';

/** The mark of a segment, to point at, focus and choose. With colours its tooltip tells the other series too. */
export function markOf(data: ChartData, segment: Segment, colorOf?: (series: number) => string): ChartMark {
  const [category, series] = [data.categories[segment.category], data.series[segment.series]];
  const isOfMany = colorOf && data.series.length > 1;
  return {
    // Of thousands of marks few are drawn and read, and their words take longer than the marks.
    get id() {
      return `${category?.key}\u0000${series?.key}`;
    },
    get label() {
      return labelOf(data, segment);
    },
    get groups() {
      return [...groupOf(data.categoryColumn, category), ...groupOf(data.seriesColumn, series)];
    },
    ...(data.measures.length > 1 ? { measure: measureOf(data, segment.series)?.key ?? '' } : {}),
    tip: () =>
      isOfMany ? columnTip(data, segment.category, colorOf, segment.series) : segmentTip(data, segment),
  };
}

/** A segment in words: its groups, its value with its share, and what it was before. */
function labelOf(data: ChartData, segment: Segment): string {
  const category = data.categories[segment.category];
  const compared = beforeOf(data, segment);
  const parts = [
    category?.label,
    data.series.length > 1 ? `${nameOf(data, segment.series)}:` : '',
    valueOf(data, segment),
    compared ? `(before: ${compared})` : '',
    category?.partial ? `(${PARTIAL.toLowerCase()})` : '',
  ];
  return parts.filter(Boolean).join(' ');
}

/** The tooltip of a segment that answers for itself alone. */
function segmentTip(data: ChartData, segment: Segment): TipText {
  const category = data.categories[segment.category];
  const compared = beforeOf(data, segment);
  const own = { name: nameOf(data, segment.series), value: valueOf(data, segment) };
  return {
    title: category?.label ?? '',
    ...pathOf(data),
    lines: [own, ...sizeOf(data, segment), ...(compared ? [{ name: 'Before', value: compared }] : [])],
    ...rangeOf(data, segment.value),
    ...formulaOf(data, segment.series),
    ...noteOf(data, category),
  };
}

/** The mark of a whole category, shown and chosen between the marks of its series. */
export function columnMark(data: ChartData, at: number, colorOf: (series: number) => string): ChartMark {
  const category = data.categories[at];
  return {
    id: category?.key ?? '',
    label: category?.label ?? '',
    groups: groupOf(data.categoryColumn, category),
    tip: () => columnTip(data, at, colorOf),
  };
}

/** A category or a series as a person chooses it. */
function groupOf(column: Column | undefined, category: Category | undefined): SelectedGroup[] {
  if (!column || !category) return [];
  const { value, except } = category;
  return [{ column, value, ...(except ? { except } : {}) }];
}

/** Every series of a category with its share, their total, and what the total was before. */
function columnTip(data: ChartData, at: number, colorOf: (series: number) => string, own?: number): TipText {
  const category = data.categories[at];
  const values = data.series.map((_, series) => data.at(at, series));
  const total = values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0);
  const hasShares = data.isAdditive && data.series.length > 1 && total > 0;
  const lines = values.flatMap((value, series): TipLine[] => {
    const isOwn = series === own;
    if (value === null || (value === 0 && !isOwn && data.series.length > 1)) return [];
    const share = hasShares ? Math.abs(value) / total : null;
    const color = data.seriesColumn || data.measures.length > 1 ? { color: colorOf(series) } : {};
    const text = valueOf(data, { category: at, series, value, share });
    const compared =
      isOwn || data.series.length === 1 ? beforeOf(data, { category: at, series, value }) : null;
    const before = compared ? [{ name: 'Before', value: compared, isOwn }] : [];
    const line = { name: nameOf(data, series), value: text, ...color, isOwn };
    const size = isOwn ? sizeOf(data, { category: at, series }) : [];
    return [{ ...line, ...(share === null ? {} : { share }) }, ...size, ...before];
  });
  // Zero of each series is zero, while a period after the end of the data has no figure.
  const isZero = data.isAdditive && values.some((value) => value !== null);
  const nothing = lines.length === 0 ? [{ name: data.measure?.label ?? '', value: isZero ? '0' : '-' }] : [];
  return {
    title: category?.label ?? '',
    ...formulaOf(data, own),
    lines: [
      ...lines,
      ...nothing,
      ...(lines.length > 1 ? (hasShares ? totalOf(data, at, values) : askedTotalOf(data, at)) : []),
    ],
    ...noteOf(data, category),
  };
}

/** Reducers whose figure over several groups is a total. */
const COUNTED = new Set(['count', 'countDistinct', 'sum']);

/** The figure of a whole category where its values do not add up to it, as the graph computed it. */
function askedTotalOf({ askedTotal, measure, measures }: ChartData, at: number): TipLine[] {
  const total = measures.length > 1 ? null : (askedTotal?.('categories', at) ?? null);
  if (total === null) return [];
  const name = COUNTED.has(measure?.reducer ?? '') ? 'Total' : 'All together';
  return [{ name, value: formatValue(total, measure?.unit) }];
}

function totalOf(data: ChartData, at: number, values: readonly (number | null)[]): TipLine[] {
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const before = data.series.map((_, series) => data.before(at, series));
  const unit = data.measure?.unit;
  const total = { name: 'Total', value: formatValue(sum, unit) };
  if (before.every((each) => each === undefined)) return [total];
  const earlier = before.reduce<number>((all, value) => all + (value ?? 0), 0);
  const compared = `${formatValue(earlier, unit)}, ${changeInWords(sum, earlier, data.change, unit)}`;
  return [total, { name: 'Total before', value: compared }];
}

/** The names of both groups, for a mark that is of one value of each. */
const pathOf = ({ categoryColumn, seriesColumn }: ChartData) =>
  categoryColumn && seriesColumn ? { path: [categoryColumn.label, seriesColumn.label] } : {};

/** How the figure of a series is computed, where a formula does. */
function formulaOf(data: ChartData, series: number | undefined): Pick<TipText, 'formula'> {
  const formula = data.formulas?.get(measureOf(data, series ?? 0)?.key ?? '');
  return formula === undefined ? {} : { formula };
}

/** How many values a measure other than a count was computed from. */
function sizeOf(data: ChartData, { category, series }: Pick<Segment, 'category' | 'series'>): TipLine[] {
  const n = data.n(category, series);
  return n === null ? [] : [{ name: 'computed from', value: formatNumber(n) }];
}

/** Where a value lies among all of them. */
function rangeOf({ ends, measure }: ChartData, value: number): Pick<TipText, 'range'> {
  if (!ends) return {};
  const [least, most] = ends;
  if (value < least || value > most) return {};
  const texts = [formatValue(least, measure?.unit), formatValue(most, measure?.unit)] as const;
  return { range: { least, most, value, ends: texts } };
}

/** What a reader could not know of a category: that its period is not over, or what having no name means. */
function noteOf({ categoryColumn }: ChartData, category: Category | undefined): Pick<TipText, 'note'> {
  if (category?.partial) return { note: PARTIAL };
  const isMissing = category && category.key === NULL_MARKER && categoryColumn;
  return isMissing ? { note: `No value for ${categoryColumn.label.toLowerCase()}` } : {};
}

const nameOf = (data: ChartData, series: number) =>
  data.series[series]?.label || data.measure?.label || 'Value';

function valueOf(data: ChartData, { value, share, series }: Omit<Segment, 'from' | 'to'>): string {
  const text = formatValue(value, measureOf(data, series)?.unit);
  return share === null ? text : `${text} (${formatNumber(share * 100)}%)`;
}

/** The value in the compared period, with the change since. Null where nothing is compared. */
function beforeOf(
  data: ChartData,
  { category, series, value }: Pick<Segment, 'category' | 'series' | 'value'>,
): string | null {
  const before = data.before(category, series);
  if (before === undefined) return null;
  const { unit } = measureOf(data, series) ?? {};
  const figure = before === null ? '-' : formatValue(before, unit);
  return `${figure}, ${changeInWords(value, before, data.change, unit)}`;
}
