import type { CellValue, ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import { chartData } from '../chart-data.ts';
import type { ChartOptions } from '../category.ts';
import type { DistributionConfig } from './definition.ts';

/** The spread of the values of one group. */
export interface Box {
  readonly label: string;
  readonly value: CellValue;
  readonly count: number;
  readonly least: number;
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  readonly p95: number;
  readonly most: number;
}

export interface BoxRows {
  readonly boxes: readonly Box[];
  readonly column: Column | undefined;
  readonly unit: string | undefined;
  readonly cuts: readonly string[];
}

const MOST = 60;

/** A box for each group that has values: the largest groups, in their natural order or by what is chosen. */
export function boxRows(
  answer: ResultSet,
  { sortBy }: Pick<DistributionConfig, 'sortBy'>,
  options: Pick<ChartOptions, 'timezone' | 'firstDay' | 'now'>,
): BoxRows {
  const data = chartData(answer, {
    ...options,
    maxCategories: MOST,
    maxSeries: 1,
    sums: [],
    order: sortBy === 'name' ? 'name' : 'natural',
    ...(sortBy === 'name' ? { ascending: true } : {}),
  });
  const column = data.categoryColumn;
  const of = new Map(answer.columns.map((each) => [each.reducer, each]));
  const rows = new Map<string, number>();
  for (let row = 0; column && row < answer.numRows; row += 1)
    rows.set(String(answer.get(column.key, row)), row);
  const boxes = data.categories.flatMap(({ label, value }): Box[] => {
    const row = rows.get(String(value));
    const at = (reducer: string) => {
      const key = of.get(reducer)?.key;
      const found = key === undefined || row === undefined ? null : answer.get(key, row);
      return typeof found === 'number' ? found : null;
    };
    const [count, least, low, middle, high, p95, most] = [
      at('count'),
      at('min'),
      at('p25'),
      at('median'),
      at('p75'),
      at('p95'),
      at('max'),
    ];
    if (middle === null || !count) return [];
    return [
      {
        label,
        value,
        count,
        least: least ?? middle,
        low: low ?? middle,
        middle,
        high: high ?? middle,
        p95: p95 ?? middle,
        most: most ?? middle,
      },
    ];
  });
  const sorted = sortBy === 'median' ? boxes.toSorted((a, b) => b.middle - a.middle) : boxes;
  return { boxes: sorted, column, unit: of.get('median')?.unit, cuts: data.cuts };
}
