import type { ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import { formatNumber } from '@cairn/ui';
import { OTHER, type Limited, type Weights } from './categories.ts';
import { timeUnitOf } from './periods.ts';

export interface Cut {
  readonly answer: ResultSet;
  readonly columns: readonly Column[];
  readonly weights: { readonly categories: Weights; readonly series: Weights };
  readonly categories: Limited;
  readonly series: Limited;
  readonly isAdditive: boolean;
}

/** The parts of an answer that are not drawn, in words, each with its share of the total where there is one. */
export function cutsOf(cut: Cut): string[] {
  const { answer, columns, series } = cut;
  const [first, second] = columns;
  const { total } = answer.meta;
  const isCut = answer.numRows < total;
  const undated = timeUnitOf(first) ? missingDates(answer, first) : 0;
  return [
    ...categoriesCut(cut),
    ...(second ? seriesCut(series, second, cut) : []),
    ...(isCut && second ? [`from the first ${count(answer.numRows)} of ${count(total)} groups`] : []),
    ...(undated > 0 ? ['without those that have no date'] : []),
  ];
}

function categoriesCut({ answer, columns, categories, weights, isAdditive }: Cut): string[] {
  const [column, second] = columns;
  const { kept, cut } = categories;
  const drawn = kept.filter(({ key }) => key !== OTHER).length;
  const unit = timeUnitOf(column);
  const isWhole = answer.numRows >= answer.meta.total;
  const all = second || unit || isWhole ? drawn + cut.length : answer.meta.total;
  if (drawn >= all) return [];
  const share = isAdditive && isWhole ? shareOf(categories, weights.categories) : null;
  const rest = share === null ? '' : `; ${kept.length > drawn ? 'Other' : 'the rest'} is ${share}`;
  return unit
    ? [`the last ${count(drawn)} of ${count(all)} ${unit}s${rest}`]
    : [`${count(drawn)} of ${count(all)} shown${rest}`];
}

function seriesCut(series: Limited, column: Column, { answer, weights, isAdditive }: Cut): string[] {
  const { kept, cut } = series;
  const drawn = kept.filter(({ key }) => key !== OTHER).length;
  const named = cut.filter(({ key }) => key !== OTHER).length;
  const all = Math.max(drawn + named, answer.meta.series ?? 0);
  if (drawn >= all) return [];
  const share = isAdditive && cut.length > 0 && kept.length > drawn ? shareOf(series, weights.series) : null;
  const rest = share === null ? '' : `; Other is ${share}`;
  return [`the ${count(drawn)} largest of ${count(all)} by ${column.label.toLowerCase()}${rest}`];
}

/** The part of the total that is beyond the limit. */
function shareOf({ kept, cut }: Limited, weights: Weights): string {
  const sum = (keys: Limited['kept']) => keys.reduce((total, { key }) => total + (weights.get(key) ?? 0), 0);
  const [inside, outside] = [sum(kept.filter(({ key }) => key !== OTHER)), sum(cut)];
  const share = inside + outside === 0 ? 0 : outside / (inside + outside);
  if (share > 0 && share < 0.01) return 'under 1%';
  return `${Math.round(share * 100)}%`;
}

function missingDates(answer: ResultSet, column: Column | undefined): number {
  let missing = 0;
  for (let row = 0; column && row < answer.numRows; row += 1) {
    if (answer.get(column.key, row) === null) missing += 1;
  }
  return missing;
}

function count(value: number): string {
  return formatNumber(value);
}
