import { OrgId, type Source } from '@cairn/contracts';
import { emptyQuery } from '@cairn/query';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  configurationQuery,
  emptyReasonsQuery,
  entityQuery,
  explanationQuery,
  groupsQuery,
  invalidate,
  keyOf,
  rowsQuery,
  sourcesQuery,
} from './index.ts';

const acme = OrgId.parse('acme');
const other = OrgId.parse('other');
const { orgId: _, ...query } = emptyQuery();

let cache: QueryClient;
let sent: string[];
/** The reply to every request; a test may change it. */
let reply: () => Response;

beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  sent = [];
  reply = () => Response.json({ data: [] });
  const outside = fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    // Test files share a process: what a service of another one still asks goes by a full address.
    if (!String(url).startsWith('/')) return outside(url, init);
    sent.push(url);
    return reply();
  });
});
afterEach(() => {
  cache.clear();
  vi.unstubAllGlobals();
});

describe('a thing of the server', () => {
  it('is read once, however many ask for it', async () => {
    await Promise.all([cache.fetchQuery(sourcesQuery(acme)), cache.fetchQuery(sourcesQuery(acme))]);
    expect(sent).toEqual(['/api/acme/sources/list-sources']);
  });

  it('is apart for each org', async () => {
    await cache.fetchQuery(sourcesQuery(acme));
    await cache.fetchQuery(sourcesQuery(other));
    expect(sent).toHaveLength(2);
  });

  it('is invalidated by its type, for one org or for all', async () => {
    for (const orgId of [acme, other]) {
      await cache.fetchQuery(sourcesQuery(orgId));
      await cache.fetchQuery(configurationQuery(orgId));
    }
    const stale = () =>
      cache
        .getQueryCache()
        .findAll({ stale: true, predicate: ({ state }) => state.isInvalidated })
        .map(({ queryKey }) => queryKey);
    await invalidate(cache, 'sources', acme);
    expect(stale()).toEqual([keyOf('sources', acme)]);
    await invalidate(cache, 'sources');
    expect(stale()).toEqual([keyOf('sources', acme), keyOf('sources', other)]);
  });

  it('is not asked for without an org', async () => {
    const none = '' as OrgId;
    await expect(cache.fetchQuery(configurationQuery(none))).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await expect(cache.fetchQuery({ ...entityQuery(none, 'x', 'UTC'), retry: false })).rejects.toMatchObject({
      message: 'orgId is undefined',
    });
    await expect(cache.fetchQuery(rowsQuery(none, { kind: 'groups', query }, null))).rejects.toMatchObject({
      code: 'invalid_query',
    });
    expect(sent).toEqual([]);
  });
});

describe('sources', () => {
  it('are followed closely while one of them is being read', () => {
    const every = (state: Source['progress']['state']) => {
      cache.setQueryData(sourcesQuery(acme).queryKey, [{ progress: { state } } as Source]);
      const { refetchInterval } = new QueryObserver(cache, sourcesQuery(acme)).options;
      const known = cache.getQueryCache().find<Source[]>({ queryKey: sourcesQuery(acme).queryKey });
      return typeof refetchInterval === 'function' && known ? refetchInterval(known) : undefined;
    };
    expect([every('waiting'), every('running'), every('done'), every('failed')]).toEqual([
      1_500, 1_500, 60_000, 60_000,
    ]);
  });
});

describe('rows', () => {
  it('reject with the code of the service', async () => {
    const error = { code: 'query_timeout', message: 'Too slow.' };
    reply = () => Response.json({ error }, { status: 504 });
    const options = rowsQuery(acme, { kind: 'series', query }, null);
    await expect(cache.fetchQuery(options)).rejects.toMatchObject(error);
    expect(sent).toEqual(['/api/acme/graph-search/time-series']);
  });

  it.each([
    [
      'why a query finds nothing',
      'empty-reasons',
      () => cache.fetchQuery({ ...emptyReasonsQuery(acme, query), retryDelay: 0 }),
    ],
    [
      'how a query is run',
      'explain',
      () => cache.fetchQuery({ ...explanationQuery(acme, query), retryDelay: 0 }),
    ],
  ])('%s is asked again while the service is away, and only then', async (_, route, fetched) => {
    const replies = [503, 503, 400];
    reply = () => {
      const code = replies.shift() === 503 ? 'unavailable' : 'invalid_query';
      return Response.json({ error: { code, message: 'No.' } }, { status: 503 });
    };
    await expect(fetched()).rejects.toMatchObject({ code: 'invalid_query' });
    const address = `/api/acme/graph-search/${route}`;
    expect(sent).toEqual([address, address, address]);
  });

  it('as JSON are apart from rows in Arrow of the same query', () => {
    const arrow = rowsQuery(acme, { kind: 'groups', query }, null).queryKey;
    expect(groupsQuery(acme, query).queryKey).not.toEqual(arrow);
  });
});
