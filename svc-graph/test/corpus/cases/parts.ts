import { parseField } from '@cairn/query';
import type { Condition, DateUnit, Filter } from '@cairn/query';
import { groupsOf, rowsOf, where } from '../case.ts';
import type { CorpusCase } from '../case.ts';

const commits = groupsOf('Commit');
const shas = rowsOf('Commit', 'sha');
type Comparison = Filter['comparison'];

const inPart = (part: Pick<Filter, 'unit' | 'bins'>, field: string, comparison: Comparison): Condition => ({
  ...parseField(field),
  ...part,
  comparison,
});

/** Which commits lie in a period, or at a part of the clock, of a zone. */
const during = (unit: DateUnit, timezone: string, comparison: Comparison, found: string): CorpusCase =>
  shas(
    `${unit} of committedAt in ${timezone} ${JSON.stringify(comparison)}`,
    { timezone, filters: [inPart({ unit }, 'Commit.committedAt', comparison)] },
    found,
  );

const PERIODS: readonly CorpusCase[] = [
  during('day', 'UTC', { IN: ['2024-03-31'] }, 'a3 a4'),
  during('day', 'America/New_York', { IN: ['2024-03-30'] }, 'a3 a4'),
  during('day', 'America/New_York', { IN: ['2024-03-30T04:00:00Z'] }, 'a3 a4'),
  during('day', 'Australia/Lord_Howe', { IN: ['2024-04-07'] }, 'a5 a6'),
  during('day', 'UTC', { IN: ['2024-03-31T17:00:00Z', null] }, 'a3 a4 b4'),
  during('day', 'UTC', { 'NOT IN': ['2024-03-10', '2024-03-31'] }, 'a5 a6 a7 a8 a9 b1 b2 b4'),
  during('day', 'Europe/Berlin', { IN: [null] }, 'b4'),
  during('hour', 'Europe/Berlin', { IN: ['2024-10-27T00:00:00Z'] }, 'a7'),
  during('hour', 'Australia/Lord_Howe', { IN: ['2024-04-06T15:00:00Z'] }, 'a6'),
  during('minute', 'UTC', { IN: ['2024-03-10T06:59:00Z'] }, 'a1'),
  during('week', 'UTC', { IN: ['2024-03-28'] }, 'a3 a4'),
  during('month', 'America/New_York', { IN: ['2024-11-01'] }, 'a9 b1 b2'),
  during('quarter', 'UTC', { IN: ['2024-12-31'] }, 'a7 a8 a9 b1 b2'),
  during('year', 'UTC', { IN: ['2023-01-01'] }, ''),
];

const CLOCK: readonly CorpusCase[] = [
  during('hourOfDay', 'Europe/Berlin', { IN: [2] }, 'a7 a8'),
  during('hourOfDay', 'Europe/Berlin', { IN: ['1', 3] }, 'a3 a4'),
  during('hourOfDay', 'UTC', { 'NOT IN': [0, 1, 5, 6, 7] }, 'a5 a6 b2 b4'),
  during('minuteOfHour', 'UTC', { IN: [30] }, 'a7 a8 a9 b1 b2'),
  during('minuteOfHour', 'Asia/Kathmandu', { IN: ['15', 44] }, 'a1 a3 a5 a7 a8 a9 b1 b2'),
  during('dayOfWeek', 'UTC', { IN: ['Saturday', 'monday'] }, 'a5 a6 b2'),
  during('dayOfWeek', 'America/New_York', { IN: ['Sunday'] }, 'a1 a2 a9 b1'),
  during('dayOfWeek', 'UTC', { IN: [null, 'Monday'] }, 'b2 b4'),
  shas(
    'means the same day whatever the week begins with',
    { filters: [inPart({ unit: 'dayOfWeek' }, 'Commit.committedAt', { IN: ['Saturday'] })], firstDay: 7 },
    'a5 a6',
  ),
];

const BINS: readonly CorpusCase[] = [
  shas(
    'keeps a bin',
    { filters: [inPart({ bins: { width: 10 } }, 'Commit.additions', { IN: [10] })] },
    'a1 b2',
  ),
  shas(
    'keeps bins and what has no value',
    { filters: [inPart({ bins: { width: 10 } }, 'Commit.additions', { IN: [100, null] })] },
    'a9 b1',
  ),
  shas(
    'leaves out a bin and keeps what has no value',
    { filters: [inPart({ bins: { width: 10 } }, 'Commit.additions', { 'NOT IN': [0] })] },
    'a1 a2 a3 a4 a9 b1 b2',
  ),
  // From 0 to 100 in at most 5 bins: 20 would need a sixth for 100 itself, so they are 25 wide.
  commits(
    'gathers numbers in so many bins of a round width',
    { groupBys: [{ ...parseField('Commit.additions'), bins: { count: 5 } }] },
    [
      [0, 8],
      [25, 2],
      [100, 1],
      [null, 1],
    ],
  ),
  groupsOf('Issue')(
    'does not cut whole numbers into parts',
    {
      groupBys: [{ ...parseField('Issue.timeSpent'), bins: { count: 200 } }],
      filters: [where('Issue.timeSpent', { IN: [0] })],
    },
    [[0, 1]],
  ),
];

const src = where('SourceFile.topFolder', { IN: ['src'] });
const docs = where('SourceFile.topFolder', { IN: ['docs'] });
const markdown = where('SourceFile.extension', { IN: ['md'] });

const repositories = groupsOf('Repository');
const ofCommit = (field: string, comparison: Comparison) => where(`Commit.SourceFile.${field}`, comparison);

const TOGETHER: readonly CorpusCase[] = [
  shas('asks two things of any two relatives', { filters: [src, markdown] }, 'a7'),
  shas('asks two things of one and the same relative', { filters: [{ one: [src, markdown] }] }, ''),
  shas('finds the relative that meets both', { filters: [{ one: [docs, markdown] }] }, 'a3 a7'),
  shas(
    'negates of one and the same relative',
    { filters: [{ one: [src, where('SourceFile.path', { 'NOT IN': ['src/a.ts'] })] }] },
    'a1 b2',
  ),
  shas(
    'asks two things of one element of a list',
    {
      filters: [
        {
          one: [
            where('Commit.filesModified', { CONTAINS: ['src'] }),
            where('Commit.filesModified', { CONTAINS: ['md'] }),
          ],
        },
      ],
    },
    '',
  ),
  shas(
    'asks two things of any two elements of a list',
    {
      filters: [
        where('Commit.filesModified', { CONTAINS: ['src'] }),
        where('Commit.filesModified', { CONTAINS: ['md'] }),
      ],
    },
    'a7',
  ),
  commits(
    'asks of the very relatives that it groups by',
    { groupBys: ['SourceFile.path'], filters: [{ one: [src] }] },
    [
      ['src/a.ts', 3],
      ['src/b.ts', 2],
    ],
  ),
  repositories(
    'asks of one relative of the very relatives that it groups by',
    {
      groupBys: ['Commit.sha'],
      filters: [
        { one: [ofCommit('topFolder', { IN: ['src'] }), ofCommit('path', { 'NOT IN': ['src/a.ts'] })] },
      ],
    },
    [
      ['a1', 1],
      ['b2', 1],
    ],
  ),
  repositories(
    'asks of the very relatives that it groups by beside one that it does not',
    {
      groupBys: ['Commit.sha'],
      filters: [
        { one: [where('Branch.name', { IN: ['main'] }), { all: [ofCommit('topFolder', { IN: ['docs'] })] }] },
      ],
    },
    [
      ['a3', 1],
      ['a7', 1],
    ],
  ),
];

/** Filters on what groups are of: periods, parts of the clock, bins; and on one relative. */
export const PART_CASES: readonly CorpusCase[] = [...PERIODS, ...CLOCK, ...BINS, ...TOGETHER];
