import { CATALOGUE, KINDS, createCatalogue, withWorkdays } from '@cairn/entities';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BRANCH } from './default-branch.ts';
import { plainMoment, setMomentWords } from './moment-words.ts';
import { Query } from './schema.ts';
import type { Condition } from './schema.ts';
import {
  comparisonInWords,
  durationInWords,
  fieldInWords,
  filterInWords,
  measureInWords,
  queryTitle,
  rangeInWords,
  type Vocabulary,
} from './words.ts';

/** What a duration of a pull request is called in a query's words. */
const duration = (attribute: string, from: number | null, to: number | null = null) =>
  filterInWords(
    { target: 'PullRequest', attribute, comparison: { WITHIN: [from, to] } },
    'PullRequest',
    CATALOGUE,
  );

describe('a moment in words', () => {
  const merged = (comparison: object) =>
    filterInWords(
      { target: 'PullRequest', attribute: 'mergedAt', comparison } as Condition,
      'PullRequest',
      CATALOGUE,
    );

  it('has the notation of dates, in ranges and in filters, also in that of the person', () => {
    const dates = { WITHIN: ['2026-04-20', '2026-04-26T22:30:00.000Z'] };
    expect(merged(dates)).toBe('merged at from Apr 20, 2026 to Apr 26, 2026, 22:30');
    setMomentWords((moment) => `on ${moment.slice(8, 10)}`);
    expect(merged(dates)).toBe('merged at from on 20 to on 26');
    expect(rangeInWords({ startDate: '2026-02-16', endDate: '2026-05-03' })).toBe('on 16 – on 03');
    setMomentWords(plainMoment);
  });
});

describe('a duration in a filter', () => {
  it('is told in days and hours, as what it was typed', () => {
    expect(duration('clockCycleTime', 3_600, 7_200)).toBe('clock cycle time from 1 hour to 2 hours');
    expect(duration('clockCycleTime', null, 90_061)).toBe(
      'clock cycle time at most 1 day 1 hour 1 minute 1 second',
    );
  });

  it('says how old something is', () => {
    expect(duration('age', 604_800)).toBe('older than 7 days');
    expect(duration('Age', null, 25_200)).toBe('younger than 7 hours');
    expect(duration('age', 86_400, 172_800)).toBe('from 1 day to 2 days old');
  });

  it('is of working days where all calendars have days of one length, else of hours', () => {
    expect(duration('cycleTime', 172_800)).toBe('working cycle time at least 48 hours of work');
    const kinds = withWorkdays(KINDS, new Map([['PullRequest', 28_800]]));
    const words = (unit: { kinds: typeof kinds }) =>
      filterInWords(
        { target: 'PullRequest', attribute: 'cycleTime', comparison: { WITHIN: [57_600, null] } },
        'PullRequest',
        unit,
      );
    expect(words(createCatalogue(kinds))).toBe('working cycle time at least 2 working days');
  });

  it('is told in the title, of a measure and of steps too', () => {
    const query = Query.parse({
      select: ['PullRequest'],
      aggregations: [{ target: 'PullRequest', attribute: 'clockCycleTime', reducer: 'median' }],
      groupBys: [{ target: 'PullRequest', attribute: 'clockCycleTime', bins: { width: 86_400 } }],
      having: [{ column: 'median(PullRequest.clockCycleTime)', comparison: { WITHIN: [7_200, null] } }],
    });
    expect(queryTitle(query, CATALOGUE)).toBe(
      'Median clock cycle time by clock cycle time in steps of 1 day, median clock cycle time at least 2 hours',
    );
  });
});

const vocabulary: Vocabulary = {
  kinds: [
    {
      name: 'Commit',
      label: 'Commit',
      plural: 'Commits',
      timeAttribute: 'committedAt',
      attributes: [
        { name: 'additions', label: 'Additions' },
        { name: 'committedAt', label: 'Committed at' },
        { name: 'sha', label: 'SHA' },
      ],
      relations: [
        { name: 'Person', aliases: ['Author'], target: 'Person', label: 'Author' },
        { name: 'Committer', target: 'Person', label: 'Committer' },
      ],
    },
    {
      name: 'Person',
      label: 'Person',
      plural: 'People',
      timeAttribute: 'joinDate',
      attributes: [{ name: 'email', label: 'E-mail' }],
      relations: [{ name: 'Team', target: 'Team', label: 'Teams', many: true }],
    },
    {
      name: 'Team',
      label: 'Team',
      plural: 'Teams',
      timeAttribute: 'createdAt',
      attributes: [],
      relations: [],
    },
  ],
};
const where = (attribute: string, comparison: object) =>
  ({ target: 'Commit', attribute, comparison }) as Condition;
const title = (query: Parameters<typeof Query.parse>[0]) => queryTitle(Query.parse(query), vocabulary);

describe('a query in words', () => {
  it.each([
    [{ select: ['Commit'] }, 'Commits'],
    [
      { select: ['Commit'], groupBys: [{ target: 'Person', attribute: 'name' }], duration: 'P90D' },
      'Commits by author, last 90 days',
    ],
    [
      {
        select: ['Commit'],
        aggregations: [{ target: 'Commit', attribute: 'additions', reducer: 'sum' }],
        groupBys: [
          { target: 'Committer', attribute: 'email' },
          { target: 'Commit', attribute: 'committedAt', unit: 'week' },
        ],
      },
      'Total additions by committer e-mail per week',
    ],
    [
      {
        select: ['Commit'],
        search: 'fix',
        filters: [{ target: 'Person', attribute: 'name', comparison: { 'NOT IN': ['Ada', null, 'Bo'] } }],
        startDate: '2026-01-01',
        endDate: '2026-02-01',
      },
      'Commits, author is not Ada, missing or 1 more, containing “fix”, Jan 1, 2026 – Feb 1, 2026',
    ],
    [{ groupBys: ['action'] }, 'Events by action'],
    [{ select: ['Commit'], groupBys: ['Author.name'] }, 'Commits by author'],
    [
      { select: ['Commit'], groupBys: ['Person.Team.name'], asOf: '2026-03-01' },
      'Commits by author team, as of Mar 1, 2026',
    ],
    [{ select: ['Commit'], asOf: 'now' }, 'Commits, as of now'],
    [{ select: ['Commit'], asOf: 'event', duration: 'P7D' }, 'Commits, last 7 days, as of each event'],
    [
      {
        select: ['Commit'],
        groupBys: ['Person.name'],
        aggregations: [
          { target: 'Commit', attribute: 'uuid', reducer: 'count', filters: [where('sha', { IN: ['a'] })] },
          { target: 'Commit', attribute: 'uuid', reducer: 'count', title: 'All' },
        ],
        formulas: [{ name: 'Share', formula: ['ratio', 'count(Commit.uuid)', 'count(Commit.uuid) 2'] }],
        having: [
          { column: 'count(Commit.uuid) 2', comparison: { WITHIN: [10, null] } },
          { column: 'Share', comparison: { WITHIN: [null, 0.5] } },
        ],
      },
      'Commits where SHA is a, All and Share by author, All at least 10, Share at most 0.5',
    ],
  ])('reads %j', (query, words) => {
    expect(title(query)).toBe(words);
  });

  it('name the default branch shortly', () => {
    const query = Query.parse({ select: ['Commit'], filters: [DEFAULT_BRANCH] });
    expect(queryTitle(query, vocabulary)).toBe('Commits, on the default branch');
  });

  it('keeps what is written in capitals', () => {
    const measure = { target: 'Commit', attribute: 'sha', reducer: 'countDistinct' } as const;
    expect(measureInWords(measure, 'Commit', vocabulary)).toBe('distinct SHA');
  });

  it.each([
    [[10, 100], 'additions from 10 to 100'],
    [[10, null], 'additions at least 10'],
    [[null, 5], 'additions at most 5'],
  ] as const)('reads the range %j', ([from, to], words) => {
    const filter = {
      target: 'Commit',
      attribute: 'additions',
      comparison: { WITHIN: [from, to] as [number, number] },
    };
    expect(filterInWords(filter, 'Commit', vocabulary)).toBe(words);
  });

  it.each<[Condition, string]>([
    [where('message', { CONTAINS: ['fix', 'bug'] }), 'message contains fix or bug'],
    [where('committedAt', { 'NOT IN LAST': ['P14D'] }), 'committed at not in the last 14 days'],
    [where('committedAt', { 'IN LAST': ['T1W'] }), 'committed at in the current week'],
    [where('sha', { 'IS NOT EMPTY': [] }), 'SHA is not empty'],
    [
      {
        any: [
          where('sha', { IN: ['a'] }),
          { all: [where('sha', { IN: ['b'] }), where('sha', { IN: ['c'] })] },
        ],
      },
      'SHA is a or (SHA is b and SHA is c)',
    ],
    [{ one: [where('sha', { IN: ['a'] }), where('sha', { IN: ['b'] })] }, 'SHA is a with SHA is b'],
    [
      { ...where('committedAt', { IN: ['2026-08-10'] }), unit: 'week' },
      'week of committed at is Aug 10, 2026',
    ],
    [
      { ...where('committedAt', { 'NOT IN': ['Monday'] }), unit: 'dayOfWeek' },
      'day of week of committed at is not Monday',
    ],
    [
      { ...where('additions', { IN: [20, null] }), bins: { width: 10 } },
      'additions from 20 to below 30 or missing',
    ],
    [
      { ...where('additions', { 'NOT IN': [0.2] }), bins: { width: 0.1 } },
      'additions not from 0.2 to below 0.3',
    ],
  ])('reads the condition %j', (condition, words) => {
    expect(filterInWords(condition, 'Commit', vocabulary)).toBe(words);
  });

  it('reads a path of relations from the near to the far', () => {
    const field = { target: 'Committer.Team', attribute: 'name' };
    expect(fieldInWords(field, 'Commit', vocabulary)).toBe('committer team');
  });

  it.each([
    ['P1D', 'last 24 hours'],
    ['P30D', 'last 30 days'],
    ['P3M', 'last 3 months'],
    ['P1Y', 'past year'],
    ['T1W', 'this week'],
    ['L1M', 'last month'],
    ['T1D', 'today'],
  ])('reads the duration %s', (duration, words) => {
    expect(durationInWords(duration)).toBe(words);
  });
});

describe('what a question is compared with, in words', () => {
  it.each([
    [undefined, ''],
    [{}, 'with the period before'],
    [{ ago: '' }, 'with the period before'],
    [{ ago: '7D' }, 'with 7 days before'],
    [{ ago: '1Y' }, 'with 1 year before'],
    [{ ago: 'P3M' }, 'with 3 months before'],
  ])('%o is "%s"', (compareWith, words) => {
    expect(comparisonInWords(Query.parse({ compareWith }))).toBe(words);
  });
});

describe('one of what a relation leads to', () => {
  it.each([
    [{ select: ['PullRequest'], groupBys: ['Reviewer.name'] }, 'Pull requests by reviewer'],
    [{ select: ['Issue'], groupBys: ['Assignees.Team.name'] }, 'Issues by assignee team'],
    [{ select: ['Issue'], groupBys: ['BlockedBy.name'] }, 'Issues by blocked by'],
    [{ select: ['Commit'], groupBys: ['Child.sha'] }, 'Commits by child SHA'],
    [{ select: ['Commit'], groupBys: ['SourceFile.path'] }, 'Commits by file'],
  ])('is called by its role: %j', (query, words) => {
    expect(queryTitle(Query.parse(query), CATALOGUE)).toBe(words);
  });
});
