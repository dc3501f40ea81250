import type { QueryInput } from '@cairn/query';
import type { BenchQuestion } from './questions.ts';

type Measure = NonNullable<QueryInput['aggregations']>[number];
type Group = NonNullable<QueryInput['groupBys']>[number];

const YEAR: QueryInput = { duration: 'P1Y' };
const QUARTER: QueryInput = { duration: 'P90D' };
const MONTH: QueryInput = { duration: 'P30D' };
const EVER: QueryInput = {};

const of = (target: string, attribute: string, reducer: Measure['reducer']): Measure => ({
  target,
  attribute,
  reducer,
});
const count = (target: string) => of(target, 'uuid', 'count');
const per = (
  unit: 'day' | 'week' | 'month' | 'hourOfDay' | 'dayOfWeek',
  target: string,
  attribute: string,
): Group => ({
  target,
  attribute,
  unit,
});
const only = (target: string, attribute: string, ...values: (string | boolean)[]) => [
  { target, attribute, comparison: { IN: values } },
];

/** How the reader of the board counts days and weeks. */
const READER: QueryInput = { timezone: 'Europe/Berlin', firstDay: 1 };

function card(name: string, route: BenchQuestion['route'], query: QueryInput): BenchQuestion {
  return { name, route, query: { ...READER, ...query }, sql: '' };
}

/** A chart or a table of measures per group. */
function groups(
  select: string,
  groupBys: readonly Group[],
  measures: readonly Measure[],
  more: QueryInput = YEAR,
): BenchQuestion {
  const query = { select: [select], groupBys: [...groupBys], aggregations: [...measures], ...more };
  return card(`${select} by ${JSON.stringify(groupBys)}`, 'group-bys', query);
}

/** A line over time. */
function line(select: string, measures: readonly Measure[], more: QueryInput = YEAR): BenchQuestion {
  return card(`${select} over time`, 'time-series', {
    select: [select],
    aggregations: [...measures],
    timeUnit: 'weeks',
    ...more,
  });
}

/** One number. */
const figure = (select: string, measure: Measure, more: QueryInput = QUARTER): BenchQuestion =>
  groups(select, [], [measure], more);

/** The newest rows of a kind. */
const list = (select: string, more: QueryInput = MONTH): BenchQuestion =>
  card(`the newest of ${select}`, 'entities', { select: [select], pageSize: 20, ...more });

const CARDS: readonly BenchQuestion[] = [
  figure('Commit', count('Commit')),
  figure('PullRequest', count('PullRequest')),
  figure('PullRequest', of('PullRequest', 'clockCycleTime', 'median')),
  figure('Issue', count('Issue'), { ...QUARTER, filters: only('Issue', 'statusCategory', 'done') }),
  figure('CicdPipeline', count('CicdPipeline'), {
    ...QUARTER,
    filters: only('CicdPipeline', 'isDeployment', true),
  }),
  line('Event', [count('Event')], { ...YEAR, timeUnit: 'days' }),
  line('Event', [count('Event')], { ...EVER, timeUnit: 'months' }),
  line('Event', [of('Person', 'uuid', 'countDistinct')], { ...EVER, timeUnit: 'months' }),
  line('Event', [count('Event')], { ...YEAR, groupBys: ['Event.integration'] }),
  groups('Event', ['Event.action', 'Event.entityType'], [count('Event')]),
  groups('Event', ['Team.name'], [count('Event')]),
  groups('Event', ['Team.name', per('month', 'Event', 'occurredAt')], [count('Event')]),
  groups('Event', ['Person.name'], [count('Event')], QUARTER),
  groups(
    'Event',
    [per('hourOfDay', 'Event', 'occurredAt'), per('dayOfWeek', 'Event', 'occurredAt')],
    [count('Event')],
  ),
  line('Commit', [count('Commit')]),
  line('Commit', [of('Commit', 'additions', 'sum'), of('Commit', 'deletions', 'sum')]),
  groups('Commit', ['Repository.name'], [count('Commit')]),
  groups('Commit', ['Repository.name', per('month', 'Commit', 'committedAt')], [count('Commit')]),
  groups('Commit', ['Person.name'], [count('Commit'), of('Commit', 'additions', 'sum')]),
  groups('Commit', ['SourceFile.topFolder'], [count('Commit')]),
  groups('Commit', ['SourceFile.extension'], [count('Commit')], EVER),
  groups('Commit', ['Person.Team.name'], [count('Commit')]),
  line('PullRequest', [count('PullRequest')]),
  line('PullRequest', [of('PullRequest', 'clockCycleTime', 'median')]),
  groups('PullRequest', ['Repository.name'], [of('PullRequest', 'clockCycleTime', 'median')]),
  groups('PullRequest', ['Person.Team.name'], [of('PullRequest', 'clockCycleTime', 'avg')]),
  groups('PullRequest', ['PullRequest.status'], [count('PullRequest')]),
  groups('PullRequestReview', ['Person.name'], [count('PullRequestReview')], QUARTER),
  line('PullRequestReview', [count('PullRequestReview')]),
  groups('Issue', ['Issue.issueType'], [count('Issue')]),
  groups('Issue', ['Issue.statusCategory', 'Issue.priority'], [count('Issue')], EVER),
  line('Issue', [count('Issue')], { ...YEAR, groupBys: ['Issue.issueType'] }),
  groups('Issue', ['Project.name'], [count('Issue'), of('Issue', 'storyPoints', 'sum')]),
  groups('TimeInStatus', ['TimeInStatus.status'], [of('TimeInStatus', 'businessSeconds', 'avg')]),
  groups('CicdPipeline', ['Repository.name', 'CicdPipeline.result'], [count('CicdPipeline')]),
  line('CicdPipeline', [of('CicdPipeline', 'duration', 'avg')]),
  groups('Message', ['Channel.name'], [count('Message')]),
  line('Message', [count('Message')]),
  groups('Flow', ['Person.name'], [of('Flow', 'focusTime', 'avg')], QUARTER),
  list('PullRequest'),
];

/** What a rolling range is on a board that was given dates. */
const DATES: Readonly<Record<string, QueryInput>> = {
  P1Y: { startDate: '2025-11-01', endDate: '2026-10-31' },
  P90D: { startDate: '2026-08-01', endDate: '2026-10-31' },
  P30D: { startDate: '2026-10-01', endDate: '2026-10-31' },
};

function withDates(question: BenchQuestion): BenchQuestion {
  const { duration, ...query } = question.query;
  return { ...question, query: { ...query, ...DATES[duration ?? ''] } };
}

/** Forty questions as the cards of one board ask them: of ranges that end now, and of whole days. */
export const USUAL_BOARDS: Readonly<Record<string, readonly BenchQuestion[]>> = {
  'the last year, quarter and month until now': CARDS,
  'whole days, by dates': CARDS.map(withDates),
};
