import type { QueryInput } from '@cairn/query';
import { each, groupsOf, rowsOf } from '../case.ts';
import type { CorpusCase } from '../case.ts';

const commits = groupsOf('Commit');
const shas = rowsOf('Commit', 'sha');
const at = (unit: 'day') => each(unit, 'Commit.committedAt');

/** Commits of a window, by name. */
const during = (window: QueryInput, found: string): CorpusCase => shas(JSON.stringify(window), window, found);

const WINDOWS: readonly CorpusCase[] = [
  during({ startDate: '2024-03-10', endDate: '2024-03-10' }, 'a1 a2'),
  during({ startDate: '2024-03-31', endDate: '2024-03-31', timezone: 'America/New_York' }, ''),
  during({ startDate: '2024-03-30', endDate: '2024-03-30', timezone: 'America/New_York' }, 'a3 a4'),
  during({ startDate: '2024-11-01' }, 'a9 b1 b2'),
  during({ endDate: '2024-03-31' }, 'a1 a2 a3 a4'),
  during({ startDate: '2024-03-10T07:00:00Z', endDate: '2024-03-31T00:59:59Z' }, 'a2'),
  during({ startDate: '2024-03-10T02:00:00-05:00', endDate: '2024-03-31T03:00:00.001+02:00' }, 'a2 a3 a4'),
  during({ startDate: '2024-04-07', endDate: '2024-04-07', timezone: 'Australia/Lord_Howe' }, 'a5 a6'),
  during({ duration: 'P1D' }, 'b2'),
  during({ duration: 'P3D' }, 'a9 b1 b2'),
  during({ duration: 'P30D' }, 'a7 a8 a9 b1 b2'),
  during({ duration: 'P2W' }, 'a7 a8 a9 b1 b2'),
  during({ duration: 'P3M' }, 'a7 a8 a9 b1 b2'),
  during({ duration: 'P1Y' }, 'a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2'),
  during({ duration: 'T1D' }, ''),
  during({ duration: 'L1D' }, 'b2'),
  during({ duration: 'T1W' }, 'b2'),
  during({ duration: 'T1W', firstDay: 7 }, 'a9 b1 b2'),
  during({ duration: 'L1W' }, 'a9 b1'),
  during({ duration: 'L1W', firstDay: 7 }, 'a7 a8'),
  during({ duration: 'T1M' }, 'a9 b1 b2'),
  during({ duration: 'L1M' }, 'a7 a8'),
  during({ duration: 'T1Y' }, 'a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2'),
  during({ duration: 'L1Y' }, ''),
  during({ duration: 'L1D', timezone: 'Pacific/Auckland' }, 'b2'),
  during({ duration: 'P1D', startDate: '2024-03-10', endDate: '2024-03-10' }, 'a1 a2'),
];

const DAYS: readonly CorpusCase[] = [
  commits('groups by days of UTC, an undated row last', { groupBys: [at('day')] }, [
    ['2024-03-10T00:00:00Z', 2],
    ['2024-03-31T00:00:00Z', 2],
    ['2024-04-06T00:00:00Z', 2],
    ['2024-10-27T00:00:00Z', 2],
    ['2024-11-03T00:00:00Z', 2],
    ['2024-11-04T00:00:00Z', 1],
    [null, 1],
  ]),
  commits('groups by days of New York', { groupBys: [at('day')], timezone: 'America/New_York' }, [
    ['2024-03-10T05:00:00Z', 2],
    ['2024-03-30T04:00:00Z', 2],
    ['2024-04-06T04:00:00Z', 2],
    ['2024-10-26T04:00:00Z', 2],
    ['2024-11-03T04:00:00Z', 2],
    ['2024-11-04T05:00:00Z', 1],
    [null, 1],
  ]),
  commits(
    'groups by days of a zone that moves by half an hour',
    { groupBys: [at('day')], timezone: 'Australia/Lord_Howe' },
    [
      ['2024-03-09T13:00:00Z', 2],
      ['2024-03-30T13:00:00Z', 2],
      ['2024-04-06T13:00:00Z', 2],
      ['2024-10-26T13:00:00Z', 2],
      ['2024-11-02T13:00:00Z', 2],
      ['2024-11-04T13:00:00Z', 1],
      [null, 1],
    ],
  ),
];

const day = (date: string) => ({ startDate: date, endDate: date });

const UNITS: readonly CorpusCase[] = [
  commits('groups by minutes', { ...day('2024-03-10'), groupBys: [each('minute', 'Commit.committedAt')] }, [
    ['2024-03-10T06:59:00Z', 1],
    ['2024-03-10T07:00:00Z', 1],
  ]),
  commits(
    'tells apart the hour that comes twice',
    { ...day('2024-10-27'), groupBys: [each('hour', 'Commit.committedAt')], timezone: 'Europe/Berlin' },
    [
      ['2024-10-27T00:00:00Z', 1],
      ['2024-10-27T01:00:00Z', 1],
    ],
  ),
  commits(
    'begins a new hour where the clock moves by half of one',
    { ...day('2024-04-07'), groupBys: [each('hour', 'Commit.committedAt')], timezone: 'Australia/Lord_Howe' },
    [
      ['2024-04-06T14:00:00Z', 1],
      ['2024-04-06T15:00:00Z', 1],
    ],
  ),
  commits(
    'groups by weeks from Monday',
    { groupBys: [each('week', 'Commit.committedAt')], startDate: '2024-01-01' },
    [
      ['2024-03-04T00:00:00Z', 2],
      ['2024-03-25T00:00:00Z', 2],
      ['2024-04-01T00:00:00Z', 2],
      ['2024-10-21T00:00:00Z', 2],
      ['2024-10-28T00:00:00Z', 2],
      ['2024-11-04T00:00:00Z', 1],
    ],
  ),
  commits(
    'groups by weeks from Sunday',
    { groupBys: [each('week', 'Commit.committedAt')], startDate: '2024-01-01', firstDay: 7 },
    [
      ['2024-03-10T00:00:00Z', 2],
      ['2024-03-31T00:00:00Z', 4],
      ['2024-10-27T00:00:00Z', 2],
      ['2024-11-03T00:00:00Z', 3],
    ],
  ),
  commits('groups by months', { groupBys: [each('month', 'Commit.committedAt')] }, [
    ['2024-03-01T00:00:00Z', 4],
    ['2024-04-01T00:00:00Z', 2],
    ['2024-10-01T00:00:00Z', 2],
    ['2024-11-01T00:00:00Z', 3],
    [null, 1],
  ]),
  commits('groups by quarters', { groupBys: [each('quarter', 'Commit.committedAt')] }, [
    ['2024-01-01T00:00:00Z', 4],
    ['2024-04-01T00:00:00Z', 2],
    ['2024-10-01T00:00:00Z', 5],
    [null, 1],
  ]),
  commits(
    'groups by years of a zone',
    { groupBys: [each('year', 'Commit.committedAt')], startDate: '2020-01-01', timezone: 'Asia/Kathmandu' },
    [['2023-12-31T18:15:00Z', 11]],
  ),
  commits(
    'groups by the hour of the clock, the skipped one absent',
    { ...day('2024-03-31'), groupBys: [each('hourOfDay', 'Commit.committedAt')], timezone: 'Europe/Berlin' },
    [
      [1, 1],
      [3, 1],
    ],
  ),
  commits(
    'puts both passes of an hour under one hour of the clock',
    { ...day('2024-10-27'), groupBys: [each('hourOfDay', 'Commit.committedAt')], timezone: 'Europe/Berlin' },
    [[2, 2]],
  ),
  commits(
    'groups by the minute of the hour',
    { ...day('2024-03-10'), groupBys: [each('minuteOfHour', 'Commit.committedAt')] },
    [
      [0, 1],
      [59, 1],
    ],
  ),
  commits(
    'groups by the day of the week, in its order',
    { groupBys: [each('dayOfWeek', 'Commit.committedAt')] },
    [
      ['Monday', 1],
      ['Saturday', 2],
      ['Sunday', 8],
      [null, 1],
    ],
  ),
  commits(
    'begins the week on Sunday where the reader does',
    { groupBys: [each('dayOfWeek', 'Commit.committedAt')], firstDay: 7 },
    [
      ['Sunday', 8],
      ['Monday', 1],
      ['Saturday', 2],
      [null, 1],
    ],
  ),
  commits(
    'reads the day of the week off the clock of the zone',
    { groupBys: [each('dayOfWeek', 'Commit.committedAt')], timezone: 'America/New_York' },
    [
      ['Monday', 1],
      ['Saturday', 6],
      ['Sunday', 4],
      [null, 1],
    ],
  ),
  commits('groups by another moment than the main one', { groupBys: [each('month', 'Commit.authoredAt')] }, [
    ['2024-03-01T00:00:00Z', 4],
    ['2024-04-01T00:00:00Z', 2],
    ['2024-10-01T00:00:00Z', 2],
    ['2024-11-01T00:00:00Z', 4],
  ]),
  commits(
    'groups the rows of a window by another moment',
    { startDate: '2024-11-01', groupBys: [each('day', 'Commit.authoredAt')], timezone: 'America/New_York' },
    [
      ['2024-11-03T04:00:00Z', 2],
      ['2024-11-04T05:00:00Z', 1],
    ],
  ),
  groupsOf('Flow')(
    'groups dates without a time by weeks, whatever the zone',
    { groupBys: [each('week', 'Flow.Date')], timezone: 'America/New_York' },
    [
      ['2024-03-04T00:00:00Z', 3],
      [null, 1],
    ],
  ),
  commits(
    'groups by a period and a name',
    { groupBys: [each('quarter', 'Commit.committedAt'), 'Repository.name'], startDate: '2024-01-01' },
    [
      ['2024-01-01T00:00:00Z', 'cairn', 3],
      ['2024-01-01T00:00:00Z', 'tools', 1],
      ['2024-04-01T00:00:00Z', 'tools', 2],
      ['2024-10-01T00:00:00Z', 'cairn', 3],
      ['2024-10-01T00:00:00Z', 'tools', 1],
      ['2024-10-01T00:00:00Z', 'we"ird, repo', 1],
    ],
  ),
];

/** Windows, and groups by every period and part of the clock. */
export const DATE_CASES: readonly CorpusCase[] = [...WINDOWS, ...DAYS, ...UNITS];
