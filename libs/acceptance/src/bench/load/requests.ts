import type { QueryInput } from '@cairn/query';

/** What a person's browser asks of the gateway. */
export interface BenchRequest {
  readonly name: string;
  readonly path: string;
  /** Posted as JSON; without one it is a GET. */
  readonly body?: object;
}

const pick = <T>(of: readonly [T, ...T[]]): T => of[Math.floor(Math.random() * of.length)] ?? of[0];
const below = (end: number) => Math.floor(Math.random() * end);

/** The query under a new title: no cached answer fits, and the computation is the same. */
const anew = (query: QueryInput): QueryInput => {
  const target = query.select?.[0] ?? 'Event';
  return {
    ...query,
    aggregations: [{ target, attribute: 'uuid', reducer: 'count', title: `n${below(1e9)}` }],
  };
};

const graph = (orgId: string, route: string, query: QueryInput): BenchRequest => ({
  name: route,
  path: `/api/${orgId}/graph-search/${route}`,
  body: { ...query, format: 'arrow' },
});

const DURATIONS = ['P30D', 'P90D', 'P1Y'] as const;
interface Grouped {
  readonly select: readonly string[];
  readonly groupBys: readonly string[];
}
interface Timed {
  readonly select: readonly string[];
  readonly groupBys?: readonly string[];
  readonly timeUnit: 'days' | 'weeks';
}
const GROUPED: readonly [Grouped, ...Grouped[]] = [
  { select: ['PullRequest'], groupBys: ['Repository.name'] },
  { select: ['Issue'], groupBys: ['Issue.issueType'] },
  { select: ['Commit'], groupBys: ['Person.name'] },
  { select: ['Event'], groupBys: ['Event.action', 'Event.integration'] },
];
const TIMED: readonly [Timed, ...Timed[]] = [
  { select: ['Commit'], timeUnit: 'weeks' },
  { select: ['PullRequest'], timeUnit: 'weeks', groupBys: ['Repository.name'] },
  { select: ['Event'], timeUnit: 'days' },
];
const WORDS = ['search', 'login', 'deploy', 'cache', 'invoice', 'queue', 'export', 'theme'] as const;
const QUESTIONS = [
  'commits per week in the last 90 days',
  'open pull requests by repository',
  'median cycle time by team',
  'issues completed per month',
] as const;

function grouped(orgId: string): BenchRequest {
  const { select, groupBys } = pick(GROUPED);
  return graph(orgId, 'group-bys', {
    select: [...select],
    groupBys: [...groupBys],
    duration: pick(DURATIONS),
  });
}

function timed(orgId: string): BenchRequest {
  const { select, groupBys = [], timeUnit } = pick(TIMED);
  const query = { select: [...select], groupBys: [...groupBys], timeUnit, duration: pick(DURATIONS) };
  return graph(orgId, 'time-series', query);
}

/** What people do in an hour with Cairn, mixed: kept answers and such that nobody asked before. */
export function usualRequest(orgId: string): BenchRequest {
  const kinds: readonly [() => BenchRequest, ...(() => BenchRequest)[]] = [
    () => grouped(orgId),
    () => timed(orgId),
    () => ({
      ...graph(orgId, 'entities', {
        select: ['PullRequest'],
        search: `${pick(WORDS)} ${below(1e6)}`,
        pageSize: 25,
      }),
      name: 'search, never asked before',
    }),
    () => ({ name: 'saved things', path: '/api/deep-links/list', body: { org_id: orgId } }),
    () => ({
      name: 'highlights',
      path: `/api/${orgId}/graph-search/overview-highlights`,
      body: { duration: pick(DURATIONS) },
    }),
    () => ({ name: 'me', path: '/api/user/me' }),
    () => ({ name: 'ask', path: `/api/${orgId}/ask/query`, body: { text: pick(QUESTIONS) } }),
  ];
  return pick(kinds)();
}

/** A query over many rows that nobody asked before. */
export const heavyRequest = (orgId: string): BenchRequest =>
  graph(
    orgId,
    'group-bys',
    anew({ select: ['Event'], groupBys: ['Person.name', 'Event.action'], duration: 'P2Y' }),
  );

/** A query over few rows that nobody asked before. */
export const smallRequest = (orgId: string): BenchRequest =>
  graph(orgId, 'group-bys', anew({ select: ['Release'], groupBys: ['Repository.name'] }));

export const REQUESTS = { usual: usualRequest, heavy: heavyRequest, small: smallRequest };
