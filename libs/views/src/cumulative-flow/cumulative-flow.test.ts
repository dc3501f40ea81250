import type { Column } from '@cairn/contracts';
import { Query } from '@cairn/query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleAnswer } from '../../test/samples.ts';
import { shapeOf } from '../view.ts';
import { cumulativeFlow, FlowConfig, flowUnit } from './definition.ts';
import { calendarOf, flowData } from './flow-data.ts';
import { standingAt } from './stays.ts';

const query = (rest: object = {}) => Query.parse({ select: ['Issue'], duration: 'P1Y', ...rest });
const config = FlowConfig.parse({});
const inProject = { target: 'Project', attribute: 'name', comparison: { IN: ['Search'] } };
const isBug = { target: 'Issue', attribute: 'issueType', comparison: { IN: ['Bug'] } };

describe('a cumulative flow', () => {
  it('draws issues that are counted, and says so of anything else', () => {
    const fits = (rest: object) => cumulativeFlow.fits(shapeOf(query(rest))).ok;
    expect(fits({})).toBe(true);
    expect(fits({ select: ['Commit'] })).toBe(false);
    expect(fits({ search: 'crash' })).toBe(false);
    const points = { target: 'Issue', attribute: 'storyPoints', reducer: 'sum' };
    expect(fits({ aggregations: [points] })).toBe(false);
  });

  it('asks of all time when statuses were entered and left, under the conditions of the issues', () => {
    const asked = cumulativeFlow.request(query({ filters: [inProject, { any: [isBug] }] }), config);
    expect(asked).toMatchObject({
      select: ['TimeInStatus'],
      filters: [{ ...inProject, target: 'Issue.Project' }, { any: [{ ...isBug, target: 'Issue' }] }],
      groupBys: [
        { target: 'TimeInStatus', attribute: 'category' },
        { attribute: 'enteredAt', unit: 'week' },
        { attribute: 'leftAt', unit: 'week' },
      ],
    });
    expect(asked).not.toHaveProperty('duration');
  });

  it.each([
    [{ duration: 'P30D' }, 'day'],
    [{ duration: 'P1Y' }, 'week'],
    [{ duration: 'P5Y' }, 'month'],
    [{}, 'month'],
  ])('has periods by the length of %j', (dates, unit) => {
    expect(flowUnit(config, dates)).toBe(unit);
  });

  it('leads from a mark to the issues that stood there at that moment', () => {
    const rows = standingAt(query({ filters: [inProject] }), 'inProgress', Date.UTC(2026, 10, 2));
    expect(rows).not.toHaveProperty('duration');
    expect(rows.filters[0]).toEqual(inProject);
    expect(rows.filters[1]).toMatchObject({
      one: [
        { target: 'TimeInStatus', attribute: 'category', comparison: { IN: ['inProgress'] } },
        { attribute: 'enteredAt', comparison: { WITHIN: [null, '2026-11-01T23:59:59.999Z'] } },
        {
          any: [
            { attribute: 'leftAt', comparison: { 'IS EMPTY': [] } },
            { attribute: 'leftAt', comparison: { WITHIN: ['2026-11-02T00:00:00.000Z', null] } },
          ],
        },
      ],
    });
  });
});

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 1);
const day = (index: number) => new Date(START + index * DAY).toISOString();
const columns: Column[] = [
  { key: 'TimeInStatus.category', label: 'Category', type: 'string', role: 'group' },
  { key: 'day(TimeInStatus.enteredAt)', label: 'Entered', type: 'datetime', role: 'group', dateUnit: 'day' },
  { key: 'day(TimeInStatus.leftAt)', label: 'Left', type: 'datetime', role: 'group', dateUnit: 'day' },
  { key: 'n', label: 'Times', type: 'number', role: 'measure', reducer: 'count' },
];
type Stay = readonly [category: string, entered: number, left: number | null, count: number];
const flowOf = (stays: readonly Stay[], dates: { from: number; to: number }) => {
  const rows = stays.map(([category, entered, left, n]) => ({
    'TimeInStatus.category': category,
    'day(TimeInStatus.enteredAt)': day(entered),
    'day(TimeInStatus.leftAt)': left === null ? null : day(left),
    n,
  }));
  return flowData(sampleAnswer(columns, rows), {
    query: { startDate: day(dates.from).slice(0, 10), endDate: day(dates.to).slice(0, 10) },
    unit: 'day',
    timezone: 'UTC',
    calendar: calendarOf('UTC'),
    now: START + 40 * DAY,
    done: true,
  });
};
const figures = ({ data }: ReturnType<typeof flowOf>) =>
  data.series.map(({ key }, series) => [key, ...data.categories.map((_, at) => data.at(at, series))]);

describe('the issues in each category', () => {
  it('are those that entered by the end of a day and had not left, from before the dates on', () => {
    const stays: Stay[] = [
      ['todo', 0, 3, 4],
      ['todo', 2, null, 1],
      ['inProgress', 3, 4, 4],
      ['done', 4, null, 4],
      // Back and forth within one day is nowhere at its end.
      ['inProgress', 5, 5, 7],
    ];
    expect(figures(flowOf(stays, { from: 1, to: 5 }))).toEqual([
      ['done', 0, 0, 0, 4, 4],
      ['inProgress', 0, 0, 4, 0, 0],
      ['todo', 4, 5, 1, 1, 1],
    ]);
  });

  it('are as many as all that have entered, as long as nobody leaves without entering another', () => {
    const way = fc
      .array(fc.nat(20), { minLength: 1, maxLength: 4 })
      .map((days) => days.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(fc.array(way, { minLength: 1, maxLength: 20 }), (ways) => {
        const names = ['todo', 'inProgress', 'done', 'other'];
        const stays = ways.flatMap((days) =>
          days.map((entered, at): Stay => [names[at] ?? 'other', entered, days[at + 1] ?? null, 1]),
        );
        const { data } = flowOf(stays, { from: 0, to: 20 });
        data.categories.forEach((_, at) => {
          const sum = data.series.reduce((total, _each, series) => total + (data.at(at, series) ?? 0), 0);
          expect(sum).toBe(ways.filter(([first]) => (first ?? 0) <= at).length);
        });
      }),
    );
  });
});
