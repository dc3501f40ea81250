import { useMemo } from 'react';
import { chartData, type ChartData } from '../chart-data.ts';
import type { Category } from '../category.ts';
import { formatValue } from '../format.ts';
import { assignColors, colorOf, OTHER_COLOR } from '../palette.ts';
import { OTHER } from '../categories.ts';
import { useCategories } from '../use-categories.ts';
import type { Selection, ViewProps } from '../view.ts';

/** A value of a group with its colour, its figure, and its share where the figures add up. */
export interface CategoryValue {
  readonly category: Category;
  readonly color: string;
  readonly text: string;
  readonly share: number | null;
  readonly groups: Selection['groups'];
}

/** The values of a group in their order, as lists of them show. */
export function useCategoryValues(
  props: Pick<ViewProps, 'answer' | 'timezone' | 'firstDay' | 'now' | 'colors' | 'onCategories'>,
  most: number,
): { readonly data: ChartData; readonly values: readonly CategoryValue[] } {
  const { answer, timezone, firstDay, now, colors, onCategories } = props;
  const data = useMemo(
    () =>
      chartData(answer, { timezone, firstDay, now, maxCategories: most, maxSeries: 1, sums: ['categories'] }),
    [answer, timezone, firstDay, now, most],
  );
  const keys = data.categories.map(({ key }) => key).filter((key) => key !== OTHER);
  useCategories(keys, onCategories);
  const slots = assignColors(keys, colors);
  const values = data.categories.map((category, at): CategoryValue => {
    const value = data.at(at, 0);
    const { value: of, except } = category;
    const column = data.categoryColumn;
    return {
      category,
      color: category.key === OTHER ? OTHER_COLOR : colorOf(slots.get(category.key) ?? 0, keys.length),
      text: value === null ? '-' : formatValue(value, data.measure?.unit),
      share: data.isAdditive && value !== null ? shareOf(value, data) : null,
      groups: column ? [{ column, value: of, ...(except ? { except } : {}) }] : [],
    };
  });
  return { data, values };
}

function shareOf(value: number, data: ChartData): number | null {
  const sum = data.categories.reduce((total, _, at) => total + Math.abs(data.at(at, 0) ?? 0), 0);
  return sum > 0 ? Math.abs(value) / sum : null;
}

/** Where a selection of an element begins. */
export function beneath(element: Element): Selection['anchor'] {
  const box = element.getBoundingClientRect();
  return { x: box.left + Math.min(120, box.width / 2), y: box.bottom };
}
