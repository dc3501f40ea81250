import { measure, seriesOf, where } from '../case.ts';
import type { CorpusCase } from '../case.ts';

const commits = seriesOf('Commit');

/** Measures over time: every bucket is there, empty ones too. */
export const SERIES_CASES: readonly CorpusCase[] = [
  commits('fills empty days', { startDate: '2024-03-09', endDate: '2024-03-11', timeUnit: 'days' }, [
    ['2024-03-09T00:00:00Z', 0],
    ['2024-03-10T00:00:00Z', 2],
    ['2024-03-11T00:00:00Z', 0],
  ]),
  commits(
    'has a day of 23 hours',
    { startDate: '2024-03-09', endDate: '2024-03-11', timeUnit: 'days', timezone: 'America/New_York' },
    [
      ['2024-03-09T05:00:00Z', 0],
      ['2024-03-10T05:00:00Z', 2],
      ['2024-03-11T04:00:00Z', 0],
    ],
  ),
  commits(
    'has the hour that comes twice twice',
    {
      startDate: '2024-11-03T05:00:00Z',
      endDate: '2024-11-03T07:00:00Z',
      timeUnit: 'hours',
      timezone: 'America/New_York',
    },
    [
      ['2024-11-03T05:00:00Z', 1],
      ['2024-11-03T06:00:00Z', 1],
    ],
  ),
  commits(
    'has an hour of half an hour where the clock moves by that',
    {
      startDate: '2024-04-06T14:00:00Z',
      endDate: '2024-04-06T16:00:00Z',
      timeUnit: 'hours',
      timezone: 'Australia/Lord_Howe',
    },
    [
      ['2024-04-06T14:00:00Z', 1],
      ['2024-04-06T15:00:00Z', 1],
      ['2024-04-06T15:30:00Z', 0],
    ],
  ),
  commits(
    'leaves out the day that Apia skipped',
    { startDate: '2011-12-29', endDate: '2011-12-31', timeUnit: 'days', timezone: 'Pacific/Apia' },
    [
      ['2011-12-29T10:00:00Z', 0],
      ['2011-12-30T10:00:00Z', 0],
    ],
  ),
  commits('reaches as far as the data where no dates are given', { timeUnit: 'months' }, [
    ['2024-03-01T00:00:00Z', 4],
    ['2024-04-01T00:00:00Z', 2],
    ['2024-05-01T00:00:00Z', 0],
    ['2024-06-01T00:00:00Z', 0],
    ['2024-07-01T00:00:00Z', 0],
    ['2024-08-01T00:00:00Z', 0],
    ['2024-09-01T00:00:00Z', 0],
    ['2024-10-01T00:00:00Z', 2],
    ['2024-11-01T00:00:00Z', 3],
  ]),
  commits('chooses hours for a day', { startDate: '2024-11-03T04:00:00Z', endDate: '2024-11-03T07:30:00Z' }, [
    ['2024-11-03T04:00:00Z', 0],
    ['2024-11-03T05:00:00Z', 1],
    ['2024-11-03T06:00:00Z', 1],
    ['2024-11-03T07:00:00Z', 0],
  ]),
  commits(
    'begins weeks where the reader does',
    { startDate: '2024-10-27', endDate: '2024-11-05', timeUnit: 'weeks', firstDay: 7 },
    [
      ['2024-10-27T00:00:00Z', 2],
      ['2024-11-03T00:00:00Z', 3],
    ],
  ),
  commits(
    'draws one series per value of the first group, largest first',
    { startDate: '2024-03-01', endDate: '2024-04-30', timeUnit: 'months', groupBys: ['Person.name'] },
    [
      ['2024-03-01T00:00:00Z', 'Ann', 2],
      ['2024-03-01T00:00:00Z', 'Bob', 2],
      ['2024-03-01T00:00:00Z', 'Zoë Ünal', 0],
      ['2024-04-01T00:00:00Z', 'Ann', 0],
      ['2024-04-01T00:00:00Z', 'Bob', 0],
      ['2024-04-01T00:00:00Z', 'Zoë Ünal', 2],
    ],
  ),
  commits(
    'sums empty buckets to 0 and leaves their average missing',
    {
      startDate: '2024-03-30',
      endDate: '2024-03-31',
      timeUnit: 'days',
      aggregations: [measure('sum(Commit.additions)'), measure('avg(Commit.additions)')],
    },
    [
      ['2024-03-30T00:00:00Z', 0, null],
      ['2024-03-31T00:00:00Z', 70, 35],
    ],
  ),
  commits(
    'holds no row of another window',
    { startDate: '2024-06-01', endDate: '2024-06-02', timeUnit: 'days' },
    [
      ['2024-06-01T00:00:00Z', 0],
      ['2024-06-02T00:00:00Z', 0],
    ],
  ),
  commits(
    'has no bucket where an open window holds nothing',
    { filters: [where('Commit.sha', { IN: ['b4'] })], timeUnit: 'days' },
    [],
  ),
  seriesOf('PullRequest')(
    'counts by the moment that the kind is dated by',
    { startDate: '2024-10-26', endDate: '2024-10-27', timeUnit: 'days', timezone: 'Europe/Berlin' },
    [
      ['2024-10-25T22:00:00Z', 1],
      ['2024-10-26T22:00:00Z', 1],
    ],
  ),
];
