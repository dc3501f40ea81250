import { OrgId, UserId } from '@cairn/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLISH } from '../store/load.ts';
import { ACME, searchFixture } from '../../test/search-fixture.ts';
import type { SearchFixture } from '../../test/search-fixture.ts';
import { VersionStreams } from './version-streams.ts';

let fixture: SearchFixture;
const stopping = new AbortController();
beforeAll(async () => {
  fixture = await searchFixture({ stopping: stopping.signal });
});
afterAll(() => fixture.close());

async function listen(org = 'acme', headers: Record<string, string> = {}) {
  const answer = await fixture.app.request(`/api/${org}/graph-search/versions`, {
    headers: { ...(await fixture.tokens.headers({ role: 'viewer' })), ...headers },
  });
  return { answer, next: reader(answer) };
}

/** Reads until there is a whole event; null at the end of the stream. */
function reader(answer: Response) {
  const texts = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return async (): Promise<{ id: number; data: unknown } | null> => {
    for (;;) {
      const event = /id: (\d+)\nevent: version\ndata: (.*)\n\n/.exec(text);
      if (event) {
        text = text.slice(event.index + event[0].length);
        return { id: Number(event[1]), data: JSON.parse(event[2] ?? '') as unknown };
      }
      const { done, value } = (await texts?.read()) ?? { done: true, value: '' };
      if (done) return null;
      text += value;
    }
  };
}

const ada = UserId.parse('ada');
const publish = () => fixture.graph.transaction((open) => open.run(PUBLISH));

describe('the stream of data versions', () => {
  it('tells the version at once and each new one, to viewers as well', async () => {
    const { answer, next } = await listen();
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const first = await next();
    expect(first?.data).toEqual({ dataVersion: first?.id });
    await publish();
    expect((await next())?.id).toBe((first?.id ?? 0) + 1);
    await publish();
    expect((await next())?.id).toBe((first?.id ?? 0) + 2);
  });

  it('does not repeat what the caller knows', async () => {
    const known = await fixture.graph.dataVersion();
    const { next } = await listen('acme', { 'last-event-id': String(known) });
    await publish();
    expect((await next())?.id).toBe(known + 1);
  });

  it('says nothing of the changes of another org', async () => {
    const { next } = await listen();
    const first = await next();
    const other = await fixture.graphs.open(OrgId.parse('hostile'));
    for (let times = 0; times < 5; times++) await other.transaction((open) => open.run(PUBLISH));
    await publish();
    expect((await next())?.id).toBe((first?.id ?? 0) + 1);
  });

  it('tells the version when what the caller knows is not it, or no version at all', async () => {
    const version = await fixture.graph.dataVersion();
    for (const known of [
      '',
      'x',
      '-1',
      `${version}.0`,
      `0${version}`,
      '9'.repeat(400),
      String(version + 1),
    ]) {
      const { answer, next } = await listen('acme', { 'last-event-id': known });
      expect([answer.status, (await next())?.id], known).toEqual([200, version]);
      await answer.body?.cancel().catch(() => undefined);
    }
  });

  it('is refused without a session, with one that is over or of no member, for another org and for none', async () => {
    const path = '/api/acme/graph-search/versions';
    const status = async (authorization?: string) =>
      (await fixture.app.request(path, authorization ? { headers: { authorization } } : {})).status;
    expect(await status()).toBe(401);
    expect(await status('Bearer no.such.token')).toBe(401);
    expect(await status(`Bearer ${await fixture.tokens.token({}, { seconds: -5 })}`)).toBe(401);
    expect(await status(`Bearer ${await fixture.tokens.token({ role: undefined })}`)).toBe(404);
    expect((await listen('hostile')).answer.status).toBe(404);
    expect((await listen('no%20org')).answer.status).toBe(404);
  });

  it('keeps its place free for others when the version cannot be read', async () => {
    const failing = { dataVersion: () => Promise.reject(new Error('gone')), watch: () => () => {} };
    const streams = new VersionStreams(undefined, { perOrg: 1, perUser: 9, heartbeat: 1_000, life: 10_000 });
    const open = (graph: Pick<typeof fixture.graph, 'dataVersion' | 'watch'>) =>
      streams.open({ orgId: ACME, userId: ada, graph, known: null, signal: new AbortController().signal });
    for (const _ of [1, 2]) await expect(open(failing)).rejects.toThrow('gone');
    const last = await open(fixture.graph);
    await expect(open(fixture.graph)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 10 });
    await last.body?.cancel();
    await expect(open(fixture.graph)).resolves.toBeInstanceOf(Response);
  });

  it('is bounded for each user within the bound of the org, whoever else is there', async () => {
    const graph = { dataVersion: async () => 1, watch: () => () => {} };
    const streams = new VersionStreams(undefined, { perOrg: 5, perUser: 2, heartbeat: 1_000, life: 60_000 });
    const open = (user: string, org = 'acme') => {
      const { signal } = new AbortController();
      const [orgId, userId] = [OrgId.parse(org), UserId.parse(user)];
      return streams.open({ orgId, userId, graph, known: null, signal });
    };
    const refused = (message: string) => ({ code: 'rate_limited', retryAfter: 60, message });
    const mine = 'Too many of your pages are listening for new data.';
    const [first] = [await open('ada'), await open('ada')];
    await expect(open('ada')).rejects.toMatchObject(refused(mine));
    // A user of the same name elsewhere, or names that run into each other, are somebody else.
    await open('ada', 'other');
    await open('ada"', 'acme');
    await open('bob');
    await open('bob');
    const full = 'Too many pages of this org are listening for new data.';
    await expect(open('cleo')).rejects.toMatchObject(refused(full));
    await first?.body?.cancel();
    await open('ada');
    await expect(open('ada')).rejects.toMatchObject(refused(mine));
  });

  it('of one person more than twenty times is refused over HTTP, and others still listen', async () => {
    const open = async (userId: string) => {
      const headers = await fixture.tokens.headers({ role: 'viewer', userId });
      return fixture.app.request('/api/acme/graph-search/versions', { headers });
    };
    const headers = await fixture.tokens.headers({ role: 'viewer', userId: 'greedy' });
    // Nobody listens to an answer without a body.
    for (let asked = 0; asked < 20; asked++)
      await fixture.app.request('/api/acme/graph-search/versions', { method: 'HEAD', headers });
    const opened = await Promise.all(Array.from({ length: 20 }, () => open('greedy')));
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await open('greedy');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '300']);
    const other = await open('modest');
    expect(other.status).toBe(200);
    for (const answer of [...opened, other]) await answer.body?.cancel();
    const again = await open('greedy');
    expect(again.status).toBe(200);
    await again.body?.cancel();
  });

  it('is bounded for each org, ends with its caller, its life and the service', async () => {
    const graph = fixture.graph;
    const streams = new VersionStreams(stopping.signal, {
      perOrg: 2,
      perUser: 9,
      heartbeat: 5,
      life: 10_000,
    });
    const open = (signal: AbortSignal, orgId = ACME) =>
      streams.open({ orgId, userId: ada, graph, known: null, signal });
    const caller = new AbortController();
    const gone = await open(caller.signal);
    const beating = await open(new AbortController().signal);
    await expect(open(caller.signal)).rejects.toMatchObject({ code: 'rate_limited' });
    await open(new AbortController().signal, OrgId.parse('other'));
    caller.abort();
    expect(await gone.text()).toContain('event: version');
    await open(new AbortController().signal);
    const short = new VersionStreams(undefined, { perOrg: 1, perUser: 1, heartbeat: 5, life: 30 });
    const lived = await short.open({
      orgId: ACME,
      userId: ada,
      graph,
      known: null,
      signal: new AbortController().signal,
    });
    expect(await lived.text()).toContain(': here');
    stopping.abort();
    expect(await beating.text()).toContain('event: version');
  });
});
