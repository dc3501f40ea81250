import type { Column } from '@cairn/contracts';
import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { sampleAnswer } from '../../test/samples.ts';
import { chartData } from '../chart-data.ts';
import { inNumberFormat } from '../number-format.ts';
import { furtherRequestsOf } from '../request.ts';
import { shapeOf } from '../view.ts';
import { resolveView } from '../views.ts';
import { againstQuery, besides } from './against.ts';
import { chartModel } from './chart-model.ts';
import { bar, BarConfig } from './definition.ts';

const REPOSITORY: Column = { key: 'r', label: 'Repository', type: 'string', role: 'group' };
const COUNT: Column = { key: 'n', label: 'Pull requests', type: 'number', role: 'measure', reducer: 'count' };
const TIME: Column = {
  key: 't',
  label: 'Median lead time',
  type: 'number',
  role: 'measure',
  reducer: 'median',
  unit: 'second',
};
const RATIO: Column = { key: 'f', label: 'Failed', type: 'number', role: 'formula', unit: 'fraction' };
const ROWS = [
  { r: 'atlas', n: 40, t: 7_200, f: 0.1 },
  { r: 'cairn', n: 10, t: 3_600, f: 0.5 },
  { r: 'harbour', n: 20, t: null, f: 0.2 },
];
const options = { timezone: 'UTC', now: 0, maxCategories: 10, maxSeries: 10, maxMeasures: 3 };
const dataOf = (columns: readonly Column[]) =>
  chartData(sampleAnswer([REPOSITORY, ...columns], ROWS), options);
const modelOf = (columns: readonly Column[], config = {}) =>
  chartModel(dataOf(columns), BarConfig.parse(config), null, 'UTC');

describe('several measures in one chart', () => {
  it('are a series each, with their own figures, units and missing values', () => {
    const model = modelOf([COUNT, TIME]);
    expect(model.data.series.map(({ label }) => label)).toEqual(['Pull requests', 'Median lead time']);
    expect(model.marks.map(({ label }) => label)).toEqual([
      'atlas Pull requests: 40',
      'atlas Median lead time: 2h',
      'harbour Pull requests: 20',
      'cairn Pull requests: 10',
      'cairn Median lead time: 1h',
    ]);
    expect(model.data.at(1, 1)).toBeNull();
  });

  it('have an axis for each of two units, on which the largest values are as long as each other', () => {
    const { second, segments } = modelOf([COUNT, TIME], { displayType: 'lines' });
    expect(second?.measure.key).toBe('t');
    const ends = segments.map(({ series, category, to }) => [series, category, to]);
    expect(ends).toEqual([
      [0, 0, 40],
      [1, 0, 40],
      [0, 1, 20],
      [0, 2, 10],
      [1, 2, 20],
    ]);
  });

  it('share the axis where they have one unit, and stand side by side, never on each other', () => {
    const other = { ...COUNT, key: 'f', label: 'Merged' };
    const { second, segments, totals } = modelOf([COUNT, other], { bars: 'stack' });
    expect(second).toBeNull();
    expect(new Set(segments.map(({ from }) => from))).toEqual(new Set([0]));
    expect(totals.every((total) => total === null)).toBe(true);
  });

  it('are left out, and named, where a third unit has no axis', () => {
    const { series, cuts } = dataOf([COUNT, TIME, RATIO]);
    expect(series.map(({ key }) => key)).toEqual(['n', 't']);
    expect(cuts).toEqual(['without Failed, whose unit has no axis']);
  });

  it('may be three with one group, and one with two', () => {
    const shape = (groups: number, measures: number) => bar.fits({ groups, measures });
    expect(shape(1, 3).ok).toBe(true);
    expect(shape(1, 4)).toMatchObject({ ok: false, reason: 'Maximum 3 measures exceeded.' });
    expect(shape(2, 2)).toMatchObject({ ok: false, reason: 'Maximum 1 groups exceeded.' });
  });

  it('lead to the rows of their own measure', () => {
    expect(modelOf([COUNT, TIME]).marks.map(({ measure }) => measure)).toEqual(['n', 't', 'n', 'n', 't']);
    expect(modelOf([COUNT]).marks[0]?.measure).toBeUndefined();
  });
});

describe('a format of numbers', () => {
  const unitsOf = (numberFormat: string) =>
    inNumberFormat(sampleAnswer([REPOSITORY, COUNT, TIME, RATIO], ROWS), { numberFormat }).columns.map(
      ({ unit }) => unit,
    );

  it('writes what is computed in percent or plain, and never a count', () => {
    expect(unitsOf('percent')).toEqual([undefined, undefined, 'fraction', 'fraction']);
    expect(unitsOf('number')).toEqual([undefined, undefined, 'second', undefined]);
    expect(unitsOf('auto')).toEqual([undefined, undefined, 'second', 'fraction']);
  });
});

describe('a chart by two moments', () => {
  const query = Query.parse({
    orgId: 'acme',
    select: ['Issue'],
    duration: 'P90D',
    filters: [{ target: 'Issue', attribute: 'issueType', comparison: { IN: ['Bug'] } }],
    groupBys: [{ target: 'Issue', attribute: 'createdAt', unit: 'week' }],
  });
  const week = (attribute: string, label: string): Column => ({
    key: `week(Issue.${attribute})`,
    label: `Week of ${label}`,
    type: 'datetime',
    role: 'group',
    dateUnit: 'week',
    target: 'Issue',
    attribute,
  });
  const [CREATED, RESOLVED] = [week('createdAt', 'created at'), week('completedAt', 'completed at')];
  const at = (day: number) => new Date(Date.UTC(2026, 5, day)).toISOString();

  it('asks for the same by the other moment, whose dates those of the query are', () => {
    expect(shapeOf(query)).toMatchObject({ isTimed: true });
    const resolved = resolveView({ value: 'barChart', config: { against: 'completedAt' } }, query);
    const [[name, request] = []] = furtherRequestsOf(query, resolved, { timezone: 'UTC' });
    expect(name).toBe('against');
    expect(request?.query.duration).toBeUndefined();
    expect(request?.query.groupBys).toEqual([{ target: 'Issue', attribute: 'completedAt', unit: 'week' }]);
    expect(request?.query.filters).toEqual([
      ...query.filters,
      { target: 'Issue', attribute: 'completedAt', comparison: { 'IN LAST': ['P90D'] } },
    ]);
    const dated = againstQuery({ ...query, startDate: '2026-06-01' }, 'completedAt');
    expect(dated.filters.at(-1)).toMatchObject({ comparison: { WITHIN: ['2026-06-01', null] } });
  });

  it('has the figure of either moment in each period, also where one of them has none', () => {
    const first = sampleAnswer(
      [CREATED, COUNT],
      [
        { [CREATED.key]: at(1), n: 5 },
        { [CREATED.key]: at(8), n: 3 },
      ],
    );
    const second = sampleAnswer(
      [RESOLVED, COUNT],
      [
        { [RESOLVED.key]: at(8), n: 2 },
        { [RESOLVED.key]: at(15), n: 7 },
      ],
    );
    const both = besides(first, second);
    const data = chartData(both, { ...options, now: Date.UTC(2027, 0, 1) });
    expect(data.series.map(({ label }) => label)).toEqual([
      'Pull requests, created at',
      'Pull requests, completed at',
    ]);
    const figures = data.categories.map((_, week) => [data.at(week, 0) ?? 0, data.at(week, 1) ?? 0]);
    expect(figures).toEqual([
      [5, 0],
      [3, 2],
      [0, 7],
    ]);
  });
});
