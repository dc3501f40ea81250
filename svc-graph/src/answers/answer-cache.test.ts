import { OrgId } from '@cairn/contracts';
import type { Role } from '@cairn/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLISH } from '../store/load.ts';
import { AnswerCache } from './answer-cache.ts';
import type { Outcome } from './answer-cache.ts';
import { duckdbGraphs } from '../query/graph.ts';
import { ACME, HOSTILE, searchFixture } from '../../test/search-fixture.ts';
import type { SearchFixture } from '../../test/search-fixture.ts';

const kept = (size: number, keep = true): Outcome => ({
  kind: 'cacheable',
  keep,
  answer: { body: new Uint8Array(size), etag: 'W/"x"', headers: {} },
});
const caller = () => new AbortController();

describe('the cache', () => {
  it('makes an answer once, then gives it again', async () => {
    const cache = new AnswerCache();
    let made = 0;
    const ask = () => cache.answer('k', caller().signal, async () => (made++, kept(10)));
    await Promise.all([ask(), ask(), ask()]);
    await ask();
    expect(made).toBe(1);
  });

  it('stays within its bytes and lets the least used go first', async () => {
    const cache = new AnswerCache({ bytes: 100_000, perAnswer: 50_000 });
    const made: string[] = [];
    const ask = (key: string, size = 40_000) =>
      cache.answer(key, caller().signal, async () => (made.push(key), kept(size)));
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
    await ask('large', 51_000);
    await ask('large', 51_000);
    expect(made.slice(4)).toEqual(['large', 'large']);
    expect(cache.bytes).toBeLessThanOrEqual(100_000);
  });

  it('counts keys and objects too, so that many small answers stay within its bytes', async () => {
    const cache = new AnswerCache({ bytes: 100_000, perAnswer: 50_000 });
    let made = 0;
    const ask = (name: number) =>
      cache.answer(`${name}${' '.repeat(4_000)}`, caller().signal, async () => (made++, kept(1)));
    for (let name = 0; name < 20; name++) await ask(name);
    expect(cache.bytes).toBeGreaterThan(80_000);
    expect(cache.bytes).toBeLessThanOrEqual(100_000);
    await ask(19);
    expect(made).toBe(20);
    await ask(0);
    expect(made).toBe(21);
  });

  it('keeps no failure and nothing that belongs to another version', async () => {
    const cache = new AnswerCache();
    const fail = () => cache.answer('k', caller().signal, () => Promise.reject(new Error('no')));
    await expect(fail()).rejects.toThrow('no');
    await cache.answer('k', caller().signal, async () => kept(10, false));
    expect(cache.bytes).toBe(0);
    await cache.answer('k', caller().signal, async () => kept(10));
    expect(cache.bytes).toBeGreaterThan(10);
  });

  it('goes on while one caller is left, and stops the run with the last', async () => {
    const cache = new AnswerCache();
    const [first, second] = [caller(), caller()];
    let stop: AbortSignal | undefined;
    const make = (signal: AbortSignal) =>
      new Promise<Outcome>((_, reject) => {
        stop = signal;
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    const asked = [first, second].map(({ signal }) => cache.answer('k', signal, make));
    first.abort();
    expect(stop?.aborted).toBe(false);
    second.abort();
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(stop?.aborted).toBe(true);
  });

  it('runs again for those who waited when the answer was for one caller alone', async () => {
    const cache = new AnswerCache();
    let made = 0;
    const make = async (): Promise<Outcome> => {
      made += 1;
      return { kind: 'once', response: new Response(String(made)) };
    };
    const [one, two] = await Promise.all([
      cache.answer('k', caller().signal, make),
      cache.answer('k', caller().signal, make),
    ]);
    const texts = [one, two].map(async (each) => (each.kind === 'once' ? each.response.text() : ''));
    expect(await Promise.all(texts)).toEqual(['1', '2']);
  });
});

describe('questions', () => {
  let fixture: SearchFixture;
  let asked: string[] = [];
  let now = Date.parse('2024-12-01T00:00:00Z');
  beforeAll(async () => {
    fixture = await searchFixture({
      now: () => now,
      graphs: duckdbGraphs({
        open: async (orgId) => {
          const graph = await fixture.graphs.open(orgId);
          return {
            dataVersion: () => graph.dataVersion(),
            watch: (watcher) => graph.watch(watcher),
            run: (sql, params, options) => {
              asked.push(orgId);
              return graph.run(sql, params, options);
            },
          };
        },
      }),
    });
  });
  afterAll(() => fixture.close());

  const question = { select: ['Commit'], columns: ['message'], order: [] };
  const ask = async (org: string, path = 'entities', body: object = question, role: Role = 'user') => {
    const answer = await fixture.app.request(`/api/${org}/graph-search/${path}`, {
      method: 'POST',
      headers: { ...(await fixture.tokens.headers({ orgId: org, role })), accept: 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.text();
  };

  it('that are asked again do not reach the engine until the data changes', async () => {
    asked = [];
    const first = await ask(ACME);
    const once = asked.length;
    expect(once).toBeGreaterThan(0);
    expect(await ask(ACME)).toBe(first);
    expect(asked).toHaveLength(once);
    await fixture.graph.transaction((open) => open.run(PUBLISH));
    await ask(ACME);
    expect(asked.length).toBeGreaterThan(once);
  });

  it('of the last days are asked again as time goes on, in a closed window as well', async () => {
    const comparison = { 'IN LAST': ['P30D'] };
    const filters = [{ target: 'Commit', attribute: 'committedAt', comparison }];
    const recent = { ...question, filters, startDate: '2024-01-01', endDate: '2024-11-20' };
    expect(await ask(ACME, 'entities', recent)).toContain('Bump 100% of it');
    now += 10 * 86_400_000;
    expect(await ask(ACME, 'entities', recent)).not.toContain('Bump 100% of it');
  });

  it.each([
    ['entities', { columns: ['name', 'PullRequest.age'] }],
    ['entities', { columns: ['name'], sort: 'PullRequest.age' }],
    ['group-bys', { groupBys: ['PullRequest.age'] }],
    ['group-bys', { aggregations: [{ target: 'PullRequest', attribute: 'age', reducer: 'max' }] }],
    [
      'group-bys',
      { filters: [{ target: 'PullRequest', attribute: 'age', comparison: { WITHIN: [0, null] } }] },
    ],
    ['time-series', { aggregations: [{ target: 'PullRequest', attribute: 'age', reducer: 'max' }] }],
  ])('of ages are asked again as time goes on, in a closed window as well: %s %j', async (path, part) => {
    const closed = { select: ['PullRequest'], startDate: '2024-01-01', endDate: '2024-01-31', ...part };
    const tags: (string | null)[] = [];
    const headers = { ...(await fixture.tokens.headers()), accept: 'application/json' };
    const durationOf = async () => {
      asked = [];
      const answer = await fixture.post(path, closed, headers);
      expect(answer.status).toBe(200);
      tags.push(answer.headers.get('etag'));
      return asked.length;
    };
    expect(await durationOf()).toBeGreaterThan(0);
    expect(await durationOf()).toBe(0);
    now += 60_000;
    expect(await durationOf()).toBeGreaterThan(0);
    expect([tags[0] === tags[1], tags[0] === tags[2]]).toEqual([true, false]);
  });

  it('are answered for each org by itself, also when both ask the same at once', async () => {
    const other = await fixture.graphs.open(OrgId.parse('hostile'));
    const version = await fixture.graph.dataVersion();
    while ((await other.dataVersion()) < version) await other.transaction((open) => open.run(PUBLISH));
    expect(await other.dataVersion()).toBe(version);
    const answers = await Promise.all(['acme', 'hostile', 'acme', 'hostile'].map((org) => ask(org)));
    answers.push(await ask('acme'), await ask('hostile'));
    expect(answers.map((text) => text.includes(HOSTILE))).toEqual([false, true, false, true, false, true]);
  });

  it('are answered for each role by itself, since what one may read another may not', async () => {
    for (const path of ['entities', 'group-bys', 'time-series']) {
      const runs = [];
      for (const role of ['viewer', 'super', 'viewer', 'super'] as const) {
        asked = [];
        await ask(ACME, path, { ...question, search: 'parser' }, role);
        runs.push(asked.length > 0);
      }
      expect(runs, path).toEqual([true, true, false, false]);
    }
  });

  it('of different routes, formats and words have answers of their own', async () => {
    const rows = await ask(ACME);
    expect(await ask(ACME, 'group-bys')).not.toBe(rows);
    expect(await ask(ACME, 'entities', { ...question, format: 'csv' })).not.toBe(rows);
    expect(await ask(ACME, 'entities', { ...question, search: 'bug' })).not.toBe(rows);
  });
});
