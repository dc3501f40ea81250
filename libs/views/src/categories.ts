import type { CellValue, ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import { OTHER_MARKER } from '@cairn/query';
import { calendarRank } from './calendar-order.ts';
import type { Category, ChartOptions } from './category.ts';
import { formatCell } from './format.ts';
import { PEOPLE } from './order.ts';
import { clockParts, periods, timeUnitOf } from './periods.ts';

/** The key of Other, the sum beyond a limit, of a picture or of an answer. */
export const OTHER = OTHER_MARKER;

export type Weights = ReadonlyMap<string, number>;

type Arrangement = ChartOptions & { readonly weights: Weights };

/** All values of a group in the order of drawing: periods, parts of the clock, else as `ordered` tells. */
export function arrange(
  found: ReadonlyMap<string, CellValue>,
  column: Column | undefined,
  answer: ResultSet,
  options: Arrangement,
): Category[] {
  if (!column) return [...found].map(([key, value]) => ({ key, label: '', value, partial: false }));
  const unit = timeUnitOf(column);
  if (unit) return periods(found, column, unit, answer, options);
  const values = column.dateUnit ? clockParts(found, column.dateUnit, options.firstDay) : [...found];
  const categories = values.map(([key, value]) => ({
    key,
    label: formatCell(value, column, options.timezone),
    value,
    partial: false,
  }));
  return column.dateUnit ? categories : ordered(categories, column, options);
}

const NAMES = new Intl.Collator('en', { numeric: true });
const byName = (a: Category, b: Category) => NAMES.compare(a.label, b.label);

/** Puts categories without a value last. */
const byMissing = (a: Category, b: Category) => Number(isMissing(a)) - Number(isMissing(b));
const isMissing = ({ value }: Category) => value === null || value === '';

function ordered(
  categories: Category[],
  column: Column,
  { order = 'natural', ascending, weights }: Arrangement,
) {
  if (order === 'given') return categories;
  const byWeight = (a: Category, b: Category) => (weights.get(b.key) ?? 0) - (weights.get(a.key) ?? 0);
  const turn = ascending ? -1 : 1;
  const by = (compare: (a: Category, b: Category) => number) =>
    categories.toSorted((a, b) => byMissing(a, b) || compare(a, b));
  if (order === 'value') return by((a, b) => turn * byWeight(a, b));
  if (order === 'name') return by((a, b) => -turn * byName(a, b));
  return by(naturally(categories, column) ?? byWeight);
}

/** The natural order of a group; null where the largest comes first. People are never ranked (ruling 11). */
function naturally(
  categories: readonly Category[],
  column: Column,
): ((a: Category, b: Category) => number) | null {
  if (column.type === 'number' || column.binWidth !== undefined) return byNumber;
  if (PEOPLE.has(column.target ?? '')) return byName;
  const texts = categories.filter(({ value }) => value !== null && value !== '').map(({ label }) => label);
  const rank = calendarRank(texts);
  return rank && ((a, b) => rank(a.label) - rank(b.label));
}

/** Orders by number; categories without one come last. */
function byNumber(a: Category, b: Category): number {
  const [left, right] = [a, b].map(({ value }) => (typeof value === 'number' ? value : Number.MAX_VALUE));
  return (left ?? 0) - (right ?? 0);
}

/** Whether the order is chosen, so that a limit keeps the categories that come first in it. */
export function isRanked(column: Column | undefined, { order }: Pick<ChartOptions, 'order'>): boolean {
  return column !== undefined && (order === 'given' || order === 'name' || order === 'value');
}

interface Limit {
  readonly most: number;
  /** Which categories are kept: the first or the last in their order, or the largest wherever they stand. */
  readonly keeps: 'first' | 'last' | 'largest';
  readonly sums: boolean;
}

/** The categories of a group that are drawn, and those beyond its limit. */
export interface Limited {
  readonly kept: readonly Category[];
  readonly cut: readonly Category[];
}

/** Keeps at most `most` categories in their order. The rest becomes one more category where it can be summed. */
export function limited(given: readonly Category[], weights: Weights, { most, keeps, sums }: Limit): Limited {
  // An answer may have a sum of the rest already.
  const rest = given.filter(({ key }) => key === OTHER);
  const all = rest.length > 0 ? given.filter(({ key }) => key !== OTHER) : given;
  if (all.length <= most) return { kept: rest.length > 0 ? withOther(all) : all, cut: rest };
  const chosen = new Set(chosenOf(all, weights, most, keeps));
  const [kept, cut] = [all.filter((each) => chosen.has(each)), all.filter((each) => !chosen.has(each))];
  return { kept: sums || rest.length > 0 ? withOther(kept) : kept, cut: [...cut, ...rest] };
}

/** The categories with one more for the sum of all others. */
function withOther(kept: readonly Category[]): Category[] {
  const except = kept.map(({ value }) => value);
  return [...kept, { key: OTHER, label: 'Other', value: null, partial: false, except }];
}

function chosenOf(all: readonly Category[], weights: Weights, most: number, keeps: Limit['keeps']) {
  if (keeps === 'first') return all.slice(0, most);
  if (keeps === 'last') return all.slice(-most);
  const weightOf = ({ key }: Category) => weights.get(key) ?? 0;
  return all.toSorted((a, b) => byMissing(a, b) || weightOf(b) - weightOf(a)).slice(0, most);
}
