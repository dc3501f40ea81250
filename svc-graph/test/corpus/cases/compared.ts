import type { QueryInput } from '@cairn/query';
import { each, groupsOf, measure, seriesOf } from '../case.ts';
import type { CorpusCase } from '../case.ts';

const commits = groupsOf('Commit');
const NOVEMBER: QueryInput = { startDate: '2024-11-01', endDate: '2024-11-30', compareWith: {} };
const TWO_DAYS: QueryInput = { startDate: '2024-11-03', endDate: '2024-11-04', compareWith: { ago: '7D' } };
const COUNT = 'count(Commit.uuid)';

/** A window beside an earlier one. */
export const COMPARED_CASES: readonly CorpusCase[] = [
  commits(
    'compares a whole month with the month before, groups of either',
    { ...NOVEMBER, groupBys: ['Person.name'] },
    [
      ['Ann', 1, 1],
      ['Bob', 1, 0],
      ['robot[bot]', 0, 1],
      [null, 1, 0],
    ],
  ),
  commits('compares a single figure', NOVEMBER, [[3, 2]]),
  commits('compares a single sum', { ...NOVEMBER, aggregations: [measure('sum(Commit.additions)')] }, [
    [112, 10],
  ]),
  commits(
    'compares days with as many before',
    { groupBys: ['Person.name'], startDate: '2024-03-31', endDate: '2024-03-31', compareWith: {} },
    [['Bob', 2, 0]],
  ),
  commits('compares a duration', { groupBys: ['Repository.name'], duration: 'T1M', compareWith: {} }, [
    ['cairn', 1, 2],
    ['tools', 1, 0],
    ['we"ird, repo', 1, 0],
  ]),
  commits(
    'leaves a sum missing where a period has none',
    { ...NOVEMBER, groupBys: ['Person.name'], aggregations: [measure('sum(Commit.additions)')] },
    [
      ['Bob', 100, null],
      ['Ann', 12, 5],
      ['robot[bot]', null, 5],
      [null, null, null],
    ],
  ),
  commits(
    'sets days of a week ago beside days',
    { ...TWO_DAYS, groupBys: [each('day', 'Commit.committedAt')] },
    [
      ['2024-11-03T00:00:00Z', 2, 2],
      ['2024-11-04T00:00:00Z', 1, 0],
    ],
  ),
  commits(
    'does not move the days of the week',
    { ...TWO_DAYS, groupBys: [each('dayOfWeek', 'Commit.committedAt')] },
    [
      ['Monday', 1, 0],
      ['Sunday', 2, 2],
    ],
  ),
  commits(
    'goes back by months, the last day of a long one included',
    {
      startDate: '2024-10-01',
      endDate: '2024-11-30',
      compareWith: { ago: '7M' },
      groupBys: [each('month', 'Commit.committedAt')],
    },
    [
      ['2024-10-01T00:00:00Z', 2, 4],
      ['2024-11-01T00:00:00Z', 3, 2],
    ],
  ),
  commits(
    'tells the change as a number and as a fraction',
    {
      ...NOVEMBER,
      groupBys: ['Person.name'],
      formulas: [
        { name: 'more', formula: ['difference', COUNT] },
        { name: 'change', formula: ['percentChange', COUNT] },
      ],
    },
    [
      ['Ann', 1, 1, 0, 0],
      ['Bob', 1, 0, 1, 1],
      ['robot[bot]', 0, 1, -1, -1],
      [null, 1, 0, 1, 1],
    ],
  ),
  commits(
    'narrows and orders by the asked window',
    {
      ...NOVEMBER,
      groupBys: ['Person.name'],
      having: [{ column: COUNT, comparison: { WITHIN: [1, null] } }],
      sort: 'Person.name',
    },
    [
      ['Ann', 1, 1],
      ['Bob', 1, 0],
      [null, 1, 0],
    ],
  ),
  commits(
    'orders by the earlier window',
    { ...NOVEMBER, groupBys: ['Person.name'], sort: `-comparison(${COUNT})` },
    [
      ['Ann', 1, 1],
      ['robot[bot]', 0, 1],
      ['Bob', 1, 0],
      [null, 1, 0],
    ],
  ),
  seriesOf('Commit')('compares over time', { ...TWO_DAYS, timeUnit: 'days' }, [
    ['2024-11-03T00:00:00Z', 2, 2],
    ['2024-11-04T00:00:00Z', 1, 0],
  ]),
];
