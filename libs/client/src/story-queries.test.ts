import { OrgId } from '@cairn/contracts';
import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import {
  aroundQuery,
  contributorsQuery,
  entityAsOfQuery,
  entityRelatedQuery,
  entityWorkQuery,
  latestEventsQuery,
  lineageQuery,
  statusHistoryQuery,
  timelineQuery,
  timeMachineQuery,
} from './story-queries.ts';

const story = {
  orgId: OrgId.parse('acme'),
  uuid: '00000000-0000-4000-8000-000000000001',
  timezone: 'Europe/Berlin',
};
afterEach(() => vi.unstubAllGlobals());

const SECOND = 1_000;

it('keeps answers for 20 seconds, and those of the time machine for 60', () => {
  const short = [
    latestEventsQuery(story),
    timelineQuery(story),
    statusHistoryQuery(story),
    contributorsQuery(story, 1),
    entityWorkQuery(story, { types: [], search: '', actor: null, page: 1 }),
    entityRelatedQuery(story, 'Commit'),
    lineageQuery(story),
    aroundQuery(story, true),
  ];
  expect(new Set(short.map(({ staleTime }) => staleTime))).toEqual(new Set([20 * SECOND]));
  const long = [timeMachineQuery(story), entityAsOfQuery(story, '2026-01-01T00:00:00Z')];
  expect(new Set(long.map(({ staleTime }) => staleTime))).toEqual(new Set([60 * SECOND]));
});

it('keeps what was shown while another page or filter is read', () => {
  const queries = [
    timelineQuery(story),
    contributorsQuery(story, 1),
    entityWorkQuery(story, { types: [], actor: null, search: '', page: 1 }),
    entityRelatedQuery(story, 'Commit'),
    statusHistoryQuery(story),
    lineageQuery(story),
  ];
  for (const { placeholderData } of queries) expect(placeholderData).toBe(keepPreviousData);
});

/** The address and body that a query sends. */
async function sent(read: (cache: QueryClient) => Promise<unknown>): Promise<readonly [string, unknown]> {
  let seen: readonly [string, unknown] = ['', null];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    seen = [url, JSON.parse(String(init.body))];
    return Promise.resolve(Response.json({ data: [], related: [], meta: {} }));
  });
  await read(new QueryClient());
  return seen;
}

const pages = (pageSize: number) => ({ page: 1, pageSize });
const body = { orgId: 'acme', entityUuid: story.uuid, timezone: 'Europe/Berlin' };

it.each([
  ['entity-history', (cache: QueryClient) => cache.fetchInfiniteQuery(latestEventsQuery(story)), pages(5)],
  ['entity-history', (cache: QueryClient) => cache.fetchInfiniteQuery(timelineQuery(story)), pages(1_000)],
  [
    'entity-time-machine',
    (cache: QueryClient) => cache.fetchInfiniteQuery(timeMachineQuery(story)),
    pages(20),
  ],
  [
    'entity-contributors',
    (cache: QueryClient) => cache.fetchInfiniteQuery(contributorsQuery(story, 1)),
    pages(5),
  ],
  [
    'entity-work',
    (cache: QueryClient) =>
      cache.fetchQuery(entityWorkQuery(story, { types: [], search: '', actor: null, page: 1 })),
    pages(10),
  ],
])('asks %s with org, entity, zone and its page', async (path, read, pagination) => {
  expect(await sent(read)).toEqual([`/api/acme/${path}`, expect.objectContaining({ ...body, pagination })]);
});

it('asks nothing without an org', async () => {
  const without = { ...story, orgId: '' as OrgId };
  await expect(new QueryClient().fetchQuery(statusHistoryQuery(without))).rejects.toThrow(
    'orgId is undefined',
  );
});
