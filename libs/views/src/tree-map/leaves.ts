import type { ResultSet } from '@cairn/answer';
import { formatNumber } from '@cairn/ui';
import { group } from 'd3';
import { OTHER } from '../categories.ts';
import { textKey, type ChartData } from '../chart-data.ts';
import type { Category } from '../category.ts';

/** A cell: a value of the first group, one of the second, and their figure. */
export interface Leaf {
  readonly category: number;
  readonly series: number;
  readonly value: number;
}

/** The cells that are drawn, with the data that names and counts them. */
export interface Leaves {
  readonly data: ChartData;
  readonly leaves: readonly Leaf[];
}

const isOther = (category: Category | undefined) => category?.key === OTHER;

/** Every value above zero as a cell. */
function allLeaves(data: ChartData): Leaf[] {
  return data.categories.flatMap((_, category) =>
    data.series.flatMap((_series, series) => {
      const value = data.at(category, series) ?? 0;
      return value > 0 ? [{ category, series, value }] : [];
    }),
  );
}

/** The cells of one group; the one for all others says how many they are. */
export function flatLeaves(data: ChartData, answer: ResultSet): Leaves {
  const named = { ...data, categories: counted(data, answer) };
  return { data: named, leaves: allLeaves(named) };
}

/** The categories, with how many others there are where they are drawn as one. */
function counted({ categories, categoryColumn }: ChartData, answer: ResultSet): readonly Category[] {
  if (!categories.some(isOther) || !categoryColumn) return categories;
  const values = new Set<string>();
  for (let row = 0; row < answer.numRows; row += 1) {
    values.add(textKey(answer.get(categoryColumn.key, row) ?? null));
  }
  values.delete(OTHER);
  const groups = answer.columns.filter(({ role }) => role === 'group').length;
  const all = groups > 1 ? values.size : Math.max(values.size, answer.meta.total);
  const more = all - categories.length + 1;
  const label = more > 0 ? `Other: ${formatNumber(more)} more` : 'Other';
  return categories.map((category) => (isOther(category) ? { ...category, label } : category));
}

/**
 * The largest cells of two groups. What is smaller is one cell in each of the first group, which says how many it
 * holds, and all of the first group beyond its limit are one cell.
 */
export function nestedLeaves(given: ChartData, answer: ResultSet, most: number): Leaves {
  const data = { ...given, categories: counted(given, answer) };
  const { drawn, rests } = parted(data, most);
  const leaves = [...drawn];
  const gathered: Leaf[][] = [];
  for (const [category, rest] of rests) {
    const [only] = rest;
    if (rest.length === 1 && only && !isRest(data, only)) leaves.push(only);
    else {
      const value = rest.reduce((sum, leaf) => sum + leaf.value, 0);
      leaves.push({ category, series: data.series.length + gathered.length, value });
      gathered.push(rest);
    }
  }
  return { data: withRests(data, gathered, leaves), leaves };
}

/** The fewest cells that stand alone in each value of the first group. */
const LEAST = 3;

/** The largest cells of each of the first group, as many as its share of the whole, and the rest of each. */
function parted(data: ChartData, most: number) {
  const every = group(allLeaves(data), ({ category }) => category);
  const totalOf = (leaves: readonly Leaf[]) => leaves.reduce((sum, { value }) => sum + value, 0);
  const whole = totalOf([...every.values()].flat());
  const drawn: Leaf[] = [];
  const rests = new Map<number, Leaf[]>();
  for (const [category, own] of every) {
    const room = Math.max(LEAST, Math.round((most * totalOf(own)) / whole));
    const largest = own.toSorted((a, b) => b.value - a.value).filter((leaf) => !isRest(data, leaf));
    const alone = new Set(largest.slice(0, room));
    drawn.push(...alone);
    if (alone.size < own.length)
      rests.set(
        category,
        own.filter((leaf) => !alone.has(leaf)),
      );
  }
  return { drawn, rests };
}

/** A cell that is a sum already. */
const isRest = ({ categories, series }: ChartData, leaf: Leaf) =>
  isOther(categories[leaf.category]) || isOther(series[leaf.series]);

/** The data with one more value of the second group for each gathered cell. */
function withRests(
  data: ChartData,
  gathered: readonly (readonly Leaf[])[],
  leaves: readonly Leaf[],
): ChartData {
  const { series } = data;
  const rests = gathered.map((rest): Category => {
    const category = rest[0]?.category ?? 0;
    const own = leaves.filter((leaf) => leaf.category === category && leaf.series < series.length);
    const label = isOther(data.categories[category]) ? 'Other' : `${formatNumber(rest.length)} more`;
    const except = own.map((leaf) => series[leaf.series]?.value ?? null);
    return { key: OTHER, label, value: null, partial: false, except };
  });
  const summed = (at: ChartData['before'], category: number, place: number) => {
    const rest = gathered[place - series.length];
    if (!rest) return at(category, place);
    const parts = rest.map((leaf) => at(category, leaf.series));
    if (parts.every((part) => part === undefined)) return undefined;
    return parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
  };
  return {
    ...data,
    series: [...series, ...rests],
    at: (category, place) => summed(data.at, category, place) ?? null,
    before: (category, place) => summed(data.before, category, place),
    cuts: [...data.cuts, ...gatheredInWords(data, gathered, leaves)],
  };
}

/** How much is drawn together, in words. */
function gatheredInWords(
  data: ChartData,
  gathered: readonly (readonly Leaf[])[],
  leaves: readonly Leaf[],
): string[] {
  const own = gathered.filter((rest) => !isOther(data.categories[rest[0]?.category ?? 0]));
  const small = own.reduce((sum, rest) => sum + rest.length, 0);
  if (small === 0) return [];
  const alone = leaves.length - gathered.length;
  const sum = own.flat().reduce((total, { value }) => total + value, 0);
  const whole = leaves.reduce((total, { value }) => total + value, 0);
  const share = Math.round((sum / whole) * 100);
  const part = share < 1 ? 'under 1%' : `${share}%`;
  return [
    `the ${formatNumber(alone)} largest cells of their groups stand alone; ${formatNumber(small)} smaller ones are drawn as one in each group and are ${part}`,
  ];
}
