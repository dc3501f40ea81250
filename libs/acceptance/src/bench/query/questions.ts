import type { QueryInput } from '@cairn/query';

export interface BenchQuestion {
  readonly name: string;
  readonly route: 'group-bys' | 'entities' | 'time-series';
  readonly query: QueryInput;
  /** The same as one would write it by hand for DuckDB. */
  readonly sql: string;
}

type Measures = NonNullable<QueryInput['aggregations']>;

const count = (target: string): Measures => [{ target, attribute: 'uuid', reducer: 'count' }];
const LIVING = (alias: string) => `${alias}.deleted IS NOT TRUE`;
const ALL_YEARS = { startDate: '2021-11-01', endDate: '2026-10-31' };
const IN_ALL = (column: string) =>
  `${column} >= TIMESTAMP '2021-11-01' AND ${column} < TIMESTAMP '2026-11-01'`;
const YEAR = { startDate: '2025-01-01', endDate: '2025-12-31' };
const IN_YEAR = (column: string) =>
  `${column} >= TIMESTAMP '2025-01-01' AND ${column} < TIMESTAMP '2026-01-01'`;
const SAID = ['deploy', 'review', 'release'];
const MOST = 'LIMIT 1000';

/** Grouped and timed questions over the load org; each scans most of a large table. */
export const LARGE: readonly BenchQuestion[] = [
  {
    name: 'events per action and entity, by integration',
    route: 'group-bys',
    query: {
      select: ['Event'],
      groupBys: ['Event.action', 'Event.entityType', 'Event.integration'],
      aggregations: count('Event'),
    },
    sql: `SELECT e.action, e."entityType", e.integration, count(e.uuid) n FROM "Event" e
      GROUP BY ALL ORDER BY n DESC, 1, 2, 3 ${MOST}`,
  },
  {
    name: 'events per day, five years',
    route: 'time-series',
    query: { select: ['Event'], timeUnit: 'days', aggregations: count('Event'), ...ALL_YEARS },
    sql: `SELECT date_trunc('day', e."occurredAt") t, count(e.uuid) FROM "Event" e WHERE ${IN_ALL('e."occurredAt"')} GROUP BY t ORDER BY t`,
  },
  {
    name: 'events per week and integration, five years',
    route: 'group-bys',
    query: {
      select: ['Event'],
      groupBys: [{ target: 'Event', attribute: 'occurredAt', unit: 'week' }, 'Event.integration'],
      aggregations: count('Event'),
      ...ALL_YEARS,
    },
    sql: `SELECT date_trunc('week', e."occurredAt") t, e.integration, count(e.uuid) FROM "Event" e WHERE ${IN_ALL('e."occurredAt"')} GROUP BY ALL ORDER BY 1, 2 ${MOST}`,
  },
  {
    name: 'events per person',
    route: 'group-bys',
    query: { select: ['Event'], groupBys: ['Person.name'], aggregations: count('Event') },
    sql: `SELECT p.name, count(e.uuid) n FROM "Event" e LEFT JOIN "Person" p ON p.uuid = e."actorUuid" GROUP BY 1 ORDER BY n DESC, 1 ${MOST}`,
  },
  {
    name: 'events per repository and action, five years',
    route: 'group-bys',
    query: {
      select: ['Event'],
      groupBys: ['Repository.name', 'Event.action'],
      aggregations: count('Event'),
      ...ALL_YEARS,
    },
    sql: `SELECT r.name, e.action, count(e.uuid) n FROM "Event" e LEFT JOIN "Repository" r ON r.uuid = e."repositoryUuid"
      WHERE ${IN_ALL('e."occurredAt"')} GROUP BY ALL ORDER BY n DESC, 1, 2 ${MOST}`,
  },
  {
    name: 'hour of day by day of week, all events',
    route: 'group-bys',
    query: {
      select: ['Event'],
      groupBys: [
        { target: 'Event', attribute: 'occurredAt', unit: 'hourOfDay' },
        { target: 'Event', attribute: 'occurredAt', unit: 'dayOfWeek' },
      ],
      aggregations: count('Event'),
    },
    sql: `SELECT hour(e."occurredAt") h, isodow(e."occurredAt") d, count(e.uuid) FROM "Event" e GROUP BY ALL ORDER BY h, d`,
  },
  {
    name: 'people active per month (distinct)',
    route: 'time-series',
    query: {
      select: ['Event'],
      timeUnit: 'months',
      aggregations: [{ target: 'Person', attribute: 'uuid', reducer: 'countDistinct' }],
      ...ALL_YEARS,
    },
    sql: `SELECT date_trunc('month', e."occurredAt") t, count(DISTINCT e."actorUuid") FROM "Event" e WHERE ${IN_ALL('e."occurredAt"')} GROUP BY t ORDER BY t`,
  },
  {
    name: 'messages per channel',
    route: 'group-bys',
    query: { select: ['Message'], groupBys: ['Channel.name'], aggregations: count('Message') },
    sql: `SELECT c.name, count(m.uuid) n FROM "Message" m LEFT JOIN "Channel" c ON c.uuid = m."channelUuid"
      WHERE ${LIVING('m')} GROUP BY 1 ORDER BY n DESC, 1 ${MOST}`,
  },
  {
    name: 'events that say "deploy", "review" or "release", per month',
    route: 'time-series',
    query: {
      select: ['Event'],
      timeUnit: 'months',
      filters: [{ target: 'Event', attribute: 'name', comparison: { CONTAINS: SAID } }],
      aggregations: count('Event'),
      ...ALL_YEARS,
    },
    sql: `SELECT date_trunc('month', e."occurredAt") t, count(e.uuid) FROM "Event" e
      WHERE ${IN_ALL('e."occurredAt"')} AND (${SAID.map((word) => `contains(lower(e.name), '${word}')`).join(' OR ')})
      GROUP BY t ORDER BY t`,
  },
  {
    name: 'commits per top folder (over an edge)',
    route: 'group-bys',
    query: { select: ['Commit'], groupBys: ['SourceFile.topFolder'], aggregations: count('Commit') },
    sql: `SELECT f."topFolder", count(DISTINCT c.uuid) n FROM "Commit" c
      LEFT JOIN "Relation" e ON e.relation = 'touches' AND e."fromUuid" = c.uuid
      LEFT JOIN "SourceFile" f ON f.uuid = e."toUuid" WHERE ${LIVING('c')} GROUP BY 1 ORDER BY n DESC, 1 ${MOST}`,
  },
  {
    name: 'median and p90 of focus time per person and month, with average and count',
    route: 'group-bys',
    query: {
      select: ['Flow'],
      groupBys: ['Person.name', { target: 'Flow', attribute: 'Date', unit: 'month' }],
      aggregations: [
        ...(['median', 'p90', 'avg'] as const).map((reducer) => ({
          target: 'Flow',
          attribute: 'focusTime',
          reducer,
        })),
        ...count('Flow'),
      ],
    },
    sql: `SELECT name, t, q[1], q[2], a, n FROM (
      SELECT p.name, date_trunc('month', f."Date") t, quantile_cont(f."focusTime", [0.5, 0.9]) q, avg(f."focusTime") a, count(f.uuid) n
      FROM "Flow" f LEFT JOIN "Person" p ON p.uuid = f."personUuid" WHERE ${LIVING('f')} GROUP BY ALL)
      ORDER BY q[1] DESC NULLS LAST, 1, 2 ${MOST}`,
  },
  {
    name: 'events per team and month',
    route: 'group-bys',
    query: {
      select: ['Event'],
      groupBys: ['Team.name', { target: 'Event', attribute: 'occurredAt', unit: 'month' }],
      aggregations: count('Event'),
    },
    sql: `SELECT t.name, date_trunc('month', e."occurredAt") m, count(e.uuid) n FROM "Event" e LEFT JOIN "Team" t ON t.uuid = e."teamUuid"
      GROUP BY ALL ORDER BY n DESC, 1, 2 ${MOST}`,
  },
];

/** Questions whose answer DuckDB has in less than 5 ms. */
export const SMALL: readonly BenchQuestion[] = [
  {
    name: 'events of one day per action',
    route: 'group-bys',
    query: {
      select: ['Event'],
      groupBys: ['Event.action'],
      aggregations: count('Event'),
      startDate: '2025-03-04',
      endDate: '2025-03-04',
    },
    sql: `SELECT e.action, count(e.uuid) n FROM "Event" e
      WHERE e."occurredAt" >= TIMESTAMP '2025-03-04' AND e."occurredAt" < TIMESTAMP '2025-03-05' GROUP BY 1 ORDER BY n DESC, 1 ${MOST}`,
  },
  {
    name: 'repositories per default branch',
    route: 'group-bys',
    query: {
      select: ['Repository'],
      groupBys: ['Repository.defaultBranch'],
      aggregations: count('Repository'),
    },
    sql: `SELECT r."defaultBranch", count(r.uuid) n FROM "Repository" r WHERE ${LIVING('r')} GROUP BY 1 ORDER BY n DESC, 1 ${MOST}`,
  },
  {
    name: 'sprints per month',
    route: 'time-series',
    query: { select: ['Sprint'], timeUnit: 'months', aggregations: count('Sprint'), ...ALL_YEARS },
    sql: `SELECT date_trunc('month', s."startDate") t, count(s.uuid) FROM "Sprint" s
      WHERE ${LIVING('s')} AND ${IN_ALL('s."startDate"')} GROUP BY t ORDER BY t`,
  },
  {
    name: 'the newest 20 releases',
    route: 'entities',
    query: { select: ['Release'], columns: ['Release.name', 'Release.publishedAt', 'Repository.name'] },
    sql: `SELECT r.uuid, r.name, r."publishedAt", o.name, (SELECT count(*) FROM "Release" r WHERE ${LIVING('r')})
      FROM "Release" r LEFT JOIN "Repository" o ON o.uuid = r."repositoryUuid" WHERE ${LIVING('r')}
      ORDER BY r."publishedAt" DESC NULLS LAST, r.uuid LIMIT 20`,
  },
];

/** Somewhat more than a million events of the load org, so that the limit is what cuts. */
const EXPORT_SPAN = { startDate: '2025-11-01', endDate: '2026-06-30' };
const EXPORTED = ['occurredAt', 'action', 'entityType', 'integration', 'name'];

const SUMMED = ['dayStart', 'dayEnd', 'workingTime', 'focusTime', 'disruptedTime'];

/** A million rows of six columns, with their uuid: mostly texts, and nothing but moments and numbers. */
export const EXPORTS: readonly BenchQuestion[] = [
  {
    name: 'events',
    route: 'entities',
    query: {
      select: ['Event'],
      columns: EXPORTED.map((name) => `Event.${name}`),
      order: [{ by: 'Event.occurredAt', direction: 'ascending' }],
      limit: 1_000_000,
      ...EXPORT_SPAN,
    },
    sql: `SELECT e.uuid, ${EXPORTED.map((name) => `e."${name}"`).join()} FROM "Event" e
    WHERE e."occurredAt" >= TIMESTAMP '2025-11-01' AND e."occurredAt" < TIMESTAMP '2026-07-01'
    ORDER BY e."occurredAt", e.uuid LIMIT 1000000`,
  },
  {
    name: 'daily summaries',
    route: 'entities',
    query: {
      select: ['Flow'],
      columns: SUMMED.map((name) => `Flow.${name}`),
      order: [{ by: 'Flow.dayStart', direction: 'ascending' }],
      limit: 1_000_000,
    },
    sql: `SELECT f.uuid, ${SUMMED.map((name) => `f."${name}"`).join()} FROM "Flow" f
    WHERE ${LIVING('f')} ORDER BY f."dayStart", f.uuid LIMIT 1000000`,
  },
];

const perDay = (timezone: string): QueryInput => ({
  select: ['Event'],
  timeUnit: 'days',
  aggregations: count('Event'),
  timezone,
  ...ALL_YEARS,
});

/** The same days, by two calendars. */
export const DAYS: readonly [utc: BenchQuestion, zoned: BenchQuestion] = [
  { name: 'per day in UTC', route: 'time-series', query: perDay('UTC'), sql: '' },
  { name: 'per day in America/New_York', route: 'time-series', query: perDay('America/New_York'), sql: '' },
];

const YEAR_BEFORE = { startDate: '2024-01-01', endDate: '2024-12-31' };

function comparedOf(name: string, query: QueryInput) {
  const one = (question: string, span: object): BenchQuestion => {
    return { name: question, route: 'group-bys', query: { ...query, ...span }, sql: '' };
  };
  return {
    both: one(name, { ...YEAR, compareWith: {} }),
    each: [one('this year', YEAR), one('the year before', YEAR_BEFORE)],
  };
}

/** A question with both periods, and the two questions that it stands for. */
export const COMPARED: readonly { readonly both: BenchQuestion; readonly each: readonly BenchQuestion[] }[] =
  [
    comparedOf('events per action and person', {
      select: ['Event'],
      groupBys: ['Event.action', 'Person.name'],
      aggregations: count('Event'),
    }),
    comparedOf('events per action and entity', {
      select: ['Event'],
      groupBys: ['Event.action', 'Event.entityType'],
      aggregations: count('Event'),
    }),
  ];

/** A small query of one org, beside the heaviest ones of another. */
export const BESIDE: { readonly small: BenchQuestion; readonly heavy: readonly BenchQuestion[] } = {
  small: {
    name: 'a small question',
    route: 'group-bys',
    query: { select: ['Event'], groupBys: ['Event.action'], aggregations: count('Event') },
    sql: '',
  },
  heavy: LARGE.filter(({ name }) => /per person|top folder|team and month|per channel/.test(name)),
};

const week = (target: string, attribute: string) => ({ target, attribute, unit: 'week' as const });

/** Numbers of two attributes, one of them the day, week or month. */
const OF_TWO: readonly BenchQuestion[] = [
  {
    name: 'messages per channel and day, one year',
    route: 'group-bys',
    query: {
      select: ['Message'],
      groupBys: ['Channel.name', { target: 'Message', attribute: 'createdAt', unit: 'day' }],
      aggregations: count('Message'),
      ...YEAR,
    },
    sql: `SELECT c.name, date_trunc('day', m."createdAt") t, count(m.uuid) n FROM "Message" m LEFT JOIN "Channel" c ON c.uuid = m."channelUuid"
      WHERE ${LIVING('m')} AND ${IN_YEAR('m."createdAt"')} GROUP BY ALL ORDER BY n DESC, 1, 2 ${MOST}`,
  },
  {
    name: 'lines added per repository and month',
    route: 'group-bys',
    query: {
      select: ['Commit'],
      groupBys: ['Repository.name', { target: 'Commit', attribute: 'committedAt', unit: 'month' }],
      aggregations: [{ target: 'Commit', attribute: 'additions', reducer: 'sum' }],
    },
    sql: `SELECT r.name, date_trunc('month', c."committedAt") t, sum(c.additions) n FROM "Commit" c LEFT JOIN "Repository" r ON r.uuid = c."repositoryUuid"
      WHERE ${LIVING('c')} GROUP BY ALL ORDER BY n DESC NULLS LAST, 1, 2 ${MOST}`,
  },
  {
    name: 'average cycle time per repository and week',
    route: 'group-bys',
    query: {
      select: ['PullRequest'],
      groupBys: ['Repository.name', week('PullRequest', 'mergedAt')],
      aggregations: [{ target: 'PullRequest', attribute: 'cycleTime', reducer: 'avg' }],
    },
    sql: `SELECT r.name, date_trunc('week', p."mergedAt") t, avg(p."cycleTime") n FROM "PullRequest" p LEFT JOIN "Repository" r ON r.uuid = p."repositoryUuid"
      WHERE ${LIVING('p')} GROUP BY ALL ORDER BY n DESC NULLS LAST, 1, 2 ${MOST}`,
  },
];

/** Eight questions as boards ask them, for how time grows with the org. */
export const BOARD: readonly BenchQuestion[] = [
  ...LARGE.filter(({ name }) =>
    /per action and entity|per day, five|per week and integration|per person|team and month/.test(name),
  ),
  ...OF_TWO,
];
