import type { Column } from '@cairn/contracts';
import { expect, it } from 'vitest';
import { chartData } from '../chart-data.ts';
import { sampleAnswer } from '../../test/samples.ts';
import { asPeriods } from './time-answer.ts';

const COUNT: Column = { key: 'n', label: 'Commits', type: 'number', role: 'measure', reducer: 'count' };
const WEEK: Column = { key: 'w', label: 'Week', type: 'datetime', role: 'group', dateUnit: 'week' };
const MOMENT: Column = { key: 'timestamp', label: 'Time', type: 'datetime', role: 'group' };
const NOW = Date.UTC(2026, 10, 22);
const WINDOW = { start: '2025-11-22T00:00:00Z', end: '2026-11-22T00:00:00Z' };
const options = { timezone: 'UTC', now: NOW, maxCategories: 100, maxSeries: 2 };

it('weeks of a past year are the same in groups and over time, also where the data ends early', () => {
  const counted = ['2026-01-05T00:00:00Z', '2026-08-17T00:00:00Z'].map((w, n) => ({ w, n: n + 1 }));
  const grouped = sampleAnswer([WEEK, COUNT], counted);
  const series = sampleAnswer(
    [MOMENT, COUNT],
    counted.map(({ w, n }) => ({ timestamp: w, n })),
  );
  const [groups, time] = [
    { ...grouped, meta: { ...grouped.meta, ...WINDOW } },
    asPeriods({ ...series, meta: { ...series.meta, ...WINDOW, timeUnit: 'weeks' } }),
  ].map((answer) => chartData(answer, options));
  const drawn = (data: typeof groups) =>
    data?.categories.map(({ key, label, partial }, at) => ({ key, label, partial, n: data.at(at, 0) }));
  expect(drawn(groups)).toEqual(drawn(time));
  expect(drawn(groups)?.length).toBe(53);
  expect(drawn(groups)?.at(-1)).toMatchObject({ label: 'Nov 16, 2026', n: 0, partial: true });
});
