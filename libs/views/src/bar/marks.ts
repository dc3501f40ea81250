import type { Column } from '@cairn/contracts';
import type { Category, ChartData } from '../chart-data.ts';
import type { ChartMark } from '../chart.tsx';
import { formatNumber } from '@cairn/ui';
import { changeInWords } from '../change.ts';
import { formatValue } from '../format.ts';
import type { SelectedGroup } from '../view.ts';
import type { Segment } from './stacks.ts';

/** What a segment says when it is pointed at, focused or chosen. */
export function markOf(data: ChartData, segment: Segment, color: string): ChartMark {
  const [category, series] = [data.categories[segment.category], data.series[segment.series]];
  const value = formatValue(segment.value, data.measure?.unit);
  const share = segment.share === null ? '' : ` (${formatNumber(segment.share * 100)}%)`;
  const name = series?.label || data.measure?.label || 'Value';
  const compared = beforeOf(data, segment);
  const note = category?.partial ? 'Part of a period only' : undefined;
  return {
    id: `${category?.key}\u0000${series?.key}`,
    label: [
      category?.label,
      data.seriesColumn ? `${name}:` : '',
      `${value}${share}`,
      compared ? `(before: ${compared})` : '',
      note ? `(${note.toLowerCase()})` : '',
    ]
      .filter(Boolean)
      .join(' '),
    title: category?.label ?? '',
    lines: [
      { name, value: `${value}${share}`, ...(data.seriesColumn ? { color } : {}) },
      ...(compared ? [{ name: 'Before', value: compared }] : []),
    ],
    ...(note ? { note } : {}),
    groups: [...groupOf(data.categoryColumn, category), ...groupOf(data.seriesColumn, series)],
  };
}

/** A category or a series as a person chooses it. */
export function groupOf(column: Column | undefined, category: Category | undefined): SelectedGroup[] {
  if (!column || !category) return [];
  const { value, except } = category;
  return [{ column, value, ...(except ? { except } : {}) }];
}

/** What it was in the compared period, with the change since; nothing where nothing is compared. */
function beforeOf(data: ChartData, { category, series, value }: Segment): string | null {
  const before = data.before(category, series);
  if (before === undefined) return null;
  const figure = before === null ? '-' : formatValue(before, data.measure?.unit);
  return `${figure}, ${changeInWords(value, before)}`;
}
