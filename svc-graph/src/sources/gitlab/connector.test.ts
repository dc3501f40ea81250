import { GitlabArchive, GitlabServer, SAMPLE_GROUP } from '@cairn/acceptance';
import { AppError, OrgId } from '@cairn/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Payload } from '../payload.ts';
import { gitlabConnector as connector } from './connector.ts';
import { gitlabCursor } from './cursor.ts';
import { GitlabSettings, offerGroup } from './settings.ts';

const TOKEN = 'glpat-canary-of-the-token';
const NOW = Date.UTC(2026, 4, 1);
const orgId = OrgId.parse('acme');

let server: GitlabServer;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  server = new GitlabServer(SAMPLE_GROUP);
  await server.listen();
});
afterEach(() => {
  vi.useRealTimers();
  server.close();
});

const settingsFor = (more: object = {}) =>
  connector.settings.parse({ host: server.url, namespaces: 'acme', token: TOKEN, ...more });
const request = (more: object = {}) => ({ orgId, settings: settingsFor(more), folders: [], fetch });

/** Reads all pages from a cursor, as the engine does. */
async function read(cursor: unknown = null, more: object = {}) {
  const { signal } = new AbortController();
  const payloads: Payload[] = [];
  let [last, notes]: [unknown, readonly string[]] = [cursor, []];
  for await (const page of connector.pages?.({ settings: settingsFor(more), cursor, signal, fetch }) ?? []) {
    payloads.push(...page.payloads);
    last = page.cursor;
    notes = page.notes ?? notes;
  }
  return { payloads, cursor: last, notes };
}
const kinds = (payloads: readonly Payload[]) => [...new Set(payloads.map(({ kind }) => kind))];
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const [engine, plans] = SAMPLE_GROUP.projects;
if (!engine || !plans) throw new Error('the sample has two projects');

describe('a new source of GitLab', () => {
  it('is named after its groups, equal settings give it one id, and its token is kept apart', async () => {
    const { id, name, longerNames, settings } = await connector.create(request());
    expect([name, longerNames]).toEqual(['acme', [`${server.host}/acme`]]);
    expect(JSON.stringify(settings)).not.toContain(TOKEN);
    expect((await connector.create(request({ namespaces: ' ACME/ ' }))).id).toBe(id);
    const mine = await connector.create(request({ namespaces: '' }));
    expect([mine.name, mine.id === id]).toEqual(['reader', false]);
  });

  it.each([
    ['another token', { token: 'another token' }, 'GitLab does not accept the token'],
    ['a group that is not there', { namespaces: 'acme, nobody' }, 'has no group or user nobody'],
  ])('with %s says so before anything is kept', async (_, more, words) => {
    server.tokens.add(TOKEN);
    expect(await failure(connector.create(request(more)))).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(words) as string,
    });
  });

  it('lists its projects with counts, private ones unticked and what is left out not at all', async () => {
    const parts = await connector.parts?.list(request());
    expect(parts?.map(({ key, isPrivate, isChosen }) => [key, isPrivate, isChosen])).toEqual([
      ['acme/engine', false, true],
      ['acme/plans', true, false],
    ]);
    expect(parts?.[0]?.counts).toEqual([
      { unit: 'merge request', count: 1 },
      { unit: 'issue', count: 3 },
    ]);
    expect(await connector.parts?.list(request({ excluded: 'acme/plans' }))).toHaveLength(1);
    server.refused.add('counts');
    expect((await connector.parts?.list(request()))?.[0]?.counts).toEqual([]);
  });

  it.each([
    ['https://gitlab.com/acme/tools/engine', [], { namespaces: 'acme/tools', projects: 'acme/tools/engine' }],
    ['https://gitlab.com/acme/engine/-/commit/1', [], { namespaces: 'acme', projects: 'acme/engine' }],
    [
      'https://gitlab.acme.example/a/b',
      [],
      { namespaces: 'a', projects: 'a/b', host: 'gitlab.acme.example' },
    ],
    [
      'https://code.acme.example/a/b',
      [{ host: 'code.acme.example', namespaces: ['c'] }],
      { namespaces: 'a', projects: 'a/b', host: 'code.acme.example' },
    ],
    ['https://gitlab.com/Acme/engine', [{ host: 'gitlab.com', namespaces: ['acme'] }], null],
    ['https://github.com/acme/engine', [], null],
    ['https://notgitlab.com/acme/engine', [], null],
    ['https://gitlab.com/acme', [], null],
  ])('is offered for the clone of %s', (address, sources, offer) => {
    expect(
      offerGroup(
        new URL(address),
        sources.map((settings) => ({ settings })),
      ),
    ).toEqual(offer);
  });

  it('takes paths and hosts, and no addresses or commands', () => {
    const parse = (more: object) => GitlabSettings.safeParse({ token: TOKEN, ...more }).success;
    for (const right of [
      { host: 'https://git.example.org/gitlab' },
      { namespaces: 'a.b/c-d, e_f' },
      { projects: ['a/b'] },
    ])
      expect([right, parse(right)]).toEqual([right, true]);
    for (const wrong of [
      { host: 'a b' },
      { host: 'ftp://a' },
      { namespaces: 'https://a/b' },
      { projects: 'a/../b?c' },
      { since: 'May' },
      { more: 1 },
    ])
      expect([wrong, parse(wrong)]).toEqual([wrong, false]);
  });
});

describe('a reading of GitLab', () => {
  it('goes through every list page by page, also where many things changed in one moment and nothing is counted', async () => {
    const issue = engine.issues[0];
    if (!issue) throw new Error('the sample has an issue');
    const at = (nth: number) =>
      nth < 5 ? '2026-03-06T09:00:00.123Z' : `2026-03-0${String(nth - 4)}T09:00:00.000Z`;
    const issues = Array.from({ length: 9 }, (_, nth) => ({
      ...issue,
      id: 700 + nth,
      iid: 10 + nth,
      updated_at: at(nth),
    }));
    server.archive = GitlabArchive.parse({ projects: [{ ...engine, issues }] });
    server.pageSize = 2;
    server.isCounted = false;
    const { payloads } = await read();
    const read9 = payloads
      .filter(({ kind }) => kind === 'issues')
      .map(({ body }) => (body as { items: { id: number }[] }).items[0]?.id);
    expect(read9.toSorted()).toEqual(issues.map(({ id }) => id));
  });

  it('leaves out what is older than a day, what was not chosen, and what is excluded', async () => {
    const since = await read(null, { since: '2026-03-07' });
    const numbers = since.payloads.flatMap(({ kind, body }) =>
      ['mergeRequests', 'issues', 'pipelines'].includes(kind)
        ? (body as { items: { id: number }[] }).items.map(({ id }) => id)
        : [],
    );
    expect(numbers.toSorted()).toEqual([602, 603]);
    const chosen = await read(null, { projects: 'acme/plans' });
    expect(JSON.stringify(chosen.payloads)).not.toContain('Slow start');
    expect(kinds((await read(null, { excluded: 'acme/engine' })).payloads)).toEqual([]);
  });

  it('says which parts are refused, and reads them once they are not', async () => {
    for (const part of ['pipelines', 'repository', 'epics', 'stats', 'iterations']) server.refused.add(part);
    const { cursor, notes, payloads } = await read();
    expect(notes).toEqual([
      'Branches of acme/engine are not read: there is no repository, or the token may not see it.',
      'Changed lines of merge requests are not read: the GraphQL interface does not answer for them.',
      'Epics are not read: this GitLab has none, or the token may not see them.',
      'Iterations are not read: this GitLab has none, or the token may not see them.',
      'Pipelines of acme/engine are not read: CI/CD is off there, or the token may not see it.',
      'Tags of acme/engine are not read: there is no repository, or the token may not see it.',
    ]);
    expect(kinds(payloads)).toContain('issues');
    server.refused.clear();
    const again = await read(cursor);
    expect(kinds(again.payloads).toSorted()).toEqual([
      'branches',
      'epics',
      'iterations',
      'pipelines',
      'tags',
    ]);
    expect(again.notes).toEqual([]);
  });

  it('goes on after a project was renamed, under the key that it had, and says of one that is gone', async () => {
    const { cursor } = await read();
    const moved = { path_with_namespace: 'acme/motor', web_url: 'https://gitlab.com/acme/motor' };
    server.archive = { ...SAMPLE_GROUP, projects: [{ ...engine, ...moved }, plans] };
    const renamed = await read(cursor);
    const made = connector.normalise?.(
      renamed.payloads.find(({ kind }) => kind === 'mergeRequests') ?? { kind: '', body: {} },
      { orgId, sourceId: 's1' },
    );
    const before = connector.normalise?.(
      (await read()).payloads.find(({ kind }) => kind === 'mergeRequests') ?? { kind: '', body: {} },
      { orgId, sourceId: 's1' },
    );
    const pulls = (of: typeof made) => of?.loads.find(({ table }) => table === 'PullRequest')?.rows[0];
    expect(pulls(made)?.['uuid']).toBe(pulls(before)?.['uuid']);
    expect(pulls(made)?.['repository']).toBe('motor');
    expect(pulls(made)?.['repositoryUuid']).not.toBe(pulls(before)?.['repositoryUuid']);
    server.archive = { ...SAMPLE_GROUP, projects: [plans] };
    const gone = await read(renamed.cursor);
    expect(gone.payloads).toMatchObject([
      { kind: 'goneProjects', body: { items: [{ id: 7, key: 'https://gitlab.com/acme/engine' }] } },
    ]);
    expect(gone.notes).toEqual([expect.stringMatching(/^GitLab no longer lists motor:/)]);
    expect((await read(gone.cursor)).payloads).toEqual([]);
  });

  it('begins anew from a cursor of another version', () => {
    expect(gitlabCursor({ edition: 0 })).toEqual(gitlabCursor(null));
  });
});

describe('a limit or a fault of GitLab', () => {
  it.each([
    [429, { 'retry-after': '90' }, "GitLab's limit is reached. Reading goes on by itself at 00:01 UTC.", 90],
    [
      429,
      { 'ratelimit-reset': String(NOW / 1_000 + 600) },
      "GitLab's limit is reached. Reading goes on by itself at 00:10 UTC.",
      600,
    ],
    [
      429,
      { 'retry-after': 'soon' },
      "GitLab's limit is reached. Reading goes on by itself at 00:01 UTC.",
      60,
    ],
    [503, {}, 'GitLab answered with an error (503).', 60],
    [
      401,
      {},
      'GitLab does not accept the token: it has expired or was revoked. Give the source a new one.',
      undefined,
    ],
    [418, {}, 'GitLab answered with an error (418).', undefined],
  ])(
    'of %i with %j ends the reading with what to do, and tells no secret',
    async (status, headers, message, retryAfter) => {
      server.trouble.plan({ kind: 'status', status, headers, body: { message: TOKEN } }, 3);
      const error = await failure(read());
      if (!(error instanceof AppError)) throw new Error('no error');
      expect([error.code, error.message, error.retryAfter]).toEqual([
        'source_unavailable',
        message,
        retryAfter,
      ]);
      expect(error.stack).not.toContain(TOKEN);
    },
  );

  it('of a thing that belongs to another is a fault, so that nothing is kept without it', async () => {
    server.trouble.plan({ kind: 'status', status: 403 }, 6);
    expect(await failure(read())).toMatchObject({
      message: expect.stringMatching(/^The token may not read all of a project/) as string,
    });
    // Requests of the reading that failed are still on their way.
    await vi.waitUntil(() => server.asked.length >= 12);
    server.trouble.plan({ kind: 'malformed' }, 6);
    expect(await failure(read())).toMatchObject({ retryAfter: 60 });
  });

  it('never leads elsewhere: the next page is asked of the same server', async () => {
    server.pageSize = 1;
    const asked: string[] = [];
    const ask: typeof fetch = async (input, init) => {
      asked.push(new URL(String(input)).host);
      const answer = await fetch(input, init);
      const link = answer.headers.get('link');
      if (link === null) return answer;
      const headers = new Headers(answer.headers);
      headers.set('link', link.replaceAll(server.host, 'evil.example'));
      return new Response(answer.body, { status: answer.status, headers });
    };
    const { signal } = new AbortController();
    const pages = connector.pages?.({ settings: settingsFor(), cursor: null, signal, fetch: ask });
    for await (const _ of pages ?? []);
    expect([...new Set(asked)]).toEqual([server.host]);
    expect(server.asked.filter((path) => path.includes('page=2')).length).toBeGreaterThan(3);
  });
});
