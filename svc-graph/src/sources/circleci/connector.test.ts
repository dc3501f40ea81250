import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CircleciServer, serveLongBuilds } from '@cairn/acceptance';
import { AppError, OrgId } from '@cairn/contracts';
import { type Graph, ORG, id, load, openGraph } from '../../../test/derived-graph.ts';
import { everythingIn, SAME, tellApart } from '../../../test/everything-in.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { NEW_SOURCE, addSource, readSources } from '../../store/source-row.ts';
import { ToolRows } from '../tool-rows.ts';
import { circleciConnector as connector } from './connector.ts';

const TOKEN = 'canary-of-the-token-c1c2c3';
const NOW = Date.UTC(2024, 4, 6, 12);
const orgId = OrgId.parse(ORG);

let server: CircleciServer;
let graph: Graph;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  server = serveLongBuilds();
  server.tokens.add(TOKEN);
  await server.listen();
});
afterEach(() => {
  vi.useRealTimers();
  server.close();
});

/** Opens a graph for each fact of a group. */
function withGraph(): void {
  beforeEach(async () => {
    graph = await openGraph();
  });
  afterEach(() => graph.close());
}

const settingsFor = (at: CircleciServer, more: object = {}) => ({
  host: at.url,
  organizations: 'github/acme',
  token: TOKEN,
  ...more,
});
const create = (settings: Record<string, unknown>) =>
  connector.create({ orgId, settings, folders: [], fetch });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

async function add(more: object = {}, at = server): Promise<string> {
  const { id: sourceId, name, settings } = await create(settingsFor(at, more));
  expect(JSON.stringify(settings)).not.toContain(TOKEN);
  await addSource(graph.store, { id: sourceId, type: 'circleci', settings, name, state: NEW_SOURCE });
  return sourceId;
}

async function read(sourceId: string, at = server): Promise<string[]> {
  const source = (await readSources(graph.store)).find((each) => each.id === sourceId);
  if (!source) throw new Error('no source');
  const begun = at.asked.length;
  await connector.ingest({
    writer: writerOf(graph.store),
    orgId: ORG,
    source,
    secrets: { token: TOKEN },
    signal: new AbortController().signal,
    hosts: [at.host],
  });
  return at.asked.slice(begun);
}

const runs = (columns: string, where = 'true') =>
  graph.store.rows<Record<string, unknown>>(
    `SELECT ${columns} FROM "CicdPipeline" WHERE ${where} ORDER BY "createdAt", attempt`,
  );
const payloads = async () => (await graph.store.rows('SELECT number FROM "RawPayload"')).length;

describe('an organization on CircleCI', () => {
  withGraph();
  it('is read page by page: a pipeline of the graph for each workflow, with jobs and failed tests', async () => {
    await read(await add());
    // Three of the sixteen pipelines failed and ran again.
    expect(await runs('1')).toHaveLength(19);
    const [failed, again] = await runs(
      'name, result, attempt, repository, branch, jobs, environment',
      `"externalId" LIKE '%:workflow:%5%' AND name = 'build-and-test' AND "createdAt" = TIMESTAMP '2024-05-06 08:50:00'`,
    );
    expect([failed, again]).toMatchObject([
      { name: 'build-and-test', result: 'failed', attempt: '1', repository: 'engine', branch: 'main' },
      { result: 'success', attempt: '2' },
    ]);
    expect(JSON.parse(String(failed?.['jobs']))).toEqual([
      { name: 'build', result: 'success', startedAt: '2024-05-06T08:50:00.000Z', duration: 60 },
      {
        name: 'test',
        result: 'failed',
        startedAt: '2024-05-06T08:51:00.000Z',
        duration: 60,
        tests: { total: 3, failed: 1 },
      },
    ]);
    const rows = new ToolRows({ orgId: ORG, integration: 'circleci', host: server.host });
    const [deployment] = await runs('*', '"isDeployment"');
    expect(deployment).toMatchObject({
      name: 'deploy-production',
      environment: 'production',
      result: 'success',
      repositoryUuid: rows.repository('git@github.com:Acme/web.git'),
      triggeredByUuid: rows.uuid('user', 'ada'),
      sourceUrl: expect.stringMatching(/\/pipelines\/github\/acme\/web\/4\/workflows\//) as string,
    });
    expect(deployment?.['deployedAt']).toEqual(deployment?.['finishedAt']);
    expect(
      await graph.row(`SELECT count(*)::INTEGER AS deploys FROM "Relation" WHERE relation = 'deploys'`),
    ).toEqual({ deploys: 4 });
    expect(await graph.store.rows('SELECT name FROM "Person" ORDER BY name')).toEqual([
      { name: 'ada' },
      { name: 'grace' },
    ]);
  });

  it('costs one request for the organization and each project, and keeps nothing, where nothing is new', async () => {
    vi.setSystemTime(NOW + 7 * 86_400_000);
    const source = await add();
    const first = await read(source);
    const before = await everythingIn(graph.store);
    const kept = await payloads();
    const again = await read(source);
    expect(again).toHaveLength(3);
    expect(first.length).toBeGreaterThan(30);
    expect(await payloads()).toBe(kept);
    expect(tellApart(await everythingIn(graph.store), before)).toEqual(SAME);
  });

  it('brings what is new and what went on since, and the rerun of what failed', async () => {
    const whole = server.data;
    const late = whole.pipelines.filter(({ number }) => number < 15);
    const [, last] = [...late].reverse();
    if (!last) throw new Error('no pipeline');
    const [workflow] = last.workflows;
    const running = {
      ...last,
      workflows: [{ ...workflow, id: workflow?.id ?? '', jobs: [], status: 'running', stopped_at: null }],
    };
    server.data = { ...whole, pipelines: late.map((each) => (each === last ? running : each)) };
    const source = await add();
    await read(source);
    expect(await runs('name', `state = 'running' AND result IS NULL AND "finishedAt" IS NULL`)).toHaveLength(
      1,
    );
    server.data = whole;
    await read(source);
    const since = await everythingIn(graph.store);
    await connector.renormalise({
      writer: writerOf(graph.store),
      orgId: ORG,
      source: (await readSources(graph.store))[0]!,
      secrets: { token: TOKEN },
      signal: new AbortController().signal,
    });
    expect(tellApart(await everythingIn(graph.store), since)).toEqual(SAME);
    graph.close();
    graph = await openGraph();
    await read(await add());
    expect(tellApart(since, await everythingIn(graph.store))).toEqual(SAME);
  });

  it('is the same after the same pages twice, and after older ones that come late', async () => {
    const source = await add();
    await read(source);
    const before = await everythingIn(graph.store);
    const kept = await graph.store.rows<{ kind: string; body: string }>(
      'SELECT kind, decode(payload) AS body FROM "RawPayload" ORDER BY number DESC',
    );
    for (const { kind, body } of kept) {
      const made = connector.normalise?.(
        { kind, body: JSON.parse(body) as unknown },
        { orgId: ORG, sourceId: source },
      );
      const older = JSON.parse(
        body
          .replaceAll('"status":"success"', '"status":"running"')
          .replaceAll(/"stopped_at":"[^"]*"/g, '"stopped_at":null'),
      ) as unknown;
      const late = connector.normalise?.({ kind, body: older }, { orgId: ORG, sourceId: source });
      const rowsOf = (loads = made?.loads ?? []) =>
        loads.filter(({ table }) => table !== 'Event' && table !== 'Relation');
      await graph.publish(...rowsOf(), ...rowsOf(late?.loads));
    }
    expect(tellApart(await everythingIn(graph.store), before)).toEqual(SAME);
  });

  it('is read where it is chosen, since a day, and says which project it does not show', async () => {
    const source = await add({ projects: 'gh/acme/web, gh/acme/gone', since: '2024-05-06' });
    const asked = await read(source);
    expect(asked.some((path) => path.includes('engine'))).toBe(false);
    expect(await runs('DISTINCT repository')).toEqual([{ repository: 'web' }]);
    const [row] = await readSources(graph.store);
    expect(row?.state.notes).toEqual([
      'CircleCI does not show gh/acme/gone: it was removed, or the owner of the token may not see it.',
    ]);
    const later = await add({ host: server.url, since: '2024-05-07', organizations: 'gh/acme' });
    expect(later).toBe(source);
  });

  it('offers its projects to choose from', async () => {
    const settings = settingsFor(server, { projects: 'gh/acme/web' });
    const parts = await connector.parts?.list({ orgId, settings, folders: [], fetch });
    expect(parts?.map(({ key, name, isChosen }) => [key, name, isChosen])).toEqual([
      ['gh/acme/engine', 'engine', false],
      ['gh/acme/web', 'web', true],
    ]);
  });

  it('relates a pipeline to the pull request whose address it names', async () => {
    const [first, ...others] = server.data.pipelines;
    const vcs = { ...(first?.['vcs'] as object), review_url: 'https://github.com/acme/engine/pull/7/' };
    server.data = { ...server.data, pipelines: [{ ...first!, vcs }, ...others] };
    await read(await add());
    await graph.publish(
      load('PullRequest', {
        uuid: id('PR'),
        createdAt: 1,
        sourceUrl: 'https://github.com/acme/Engine/pull/7',
      }),
    );
    const found = await graph.store.rows(
      `SELECT p.name FROM "Relation" r JOIN "CicdPipeline" p ON p.uuid = r."fromUuid" WHERE r.relation = 'ranFor' AND r."toUuid" = '${id('PR')}'`,
    );
    expect(found).toEqual([{ name: 'build-and-test' }]);
  });
});

describe('a fault', () => {
  it.each([
    [
      429,
      { 'retry-after': '90' },
      "CircleCI's limit is reached. Reading goes on by itself at 12:01 UTC.",
      90,
    ],
    [503, {}, 'CircleCI answered 503. Reading goes on at 12:01 UTC.', 60],
    [401, {}, 'CircleCI does not accept the token. Make a new one, and give it to the source.', undefined],
    [403, {}, 'CircleCI does not let the owner of the token read this organization.', undefined],
  ])(
    'of %i ends the reading with what to do, and tells no secret',
    async (status, headers, message, retryAfter) => {
      server.trouble.plan({ kind: 'status', status, headers });
      const settings = connector.settings.parse(settingsFor(server));
      const { signal } = new AbortController();
      const pages = connector.pages?.({ settings, cursor: null, signal, fetch });
      const error = await failure(Promise.resolve(pages?.[Symbol.asyncIterator]().next()));
      if (!(error instanceof AppError)) throw new Error('no error');
      expect([error.code, error.message]).toEqual(['source_unavailable', message]);
      expect(error.retryAfter).toBe(retryAfter);
      expect(error.stack).not.toContain(TOKEN);
    },
  );

  it('of a wrong token or organization is told before a source is added', async () => {
    expect(await failure(create(settingsFor(server, { token: 'another token' })))).toMatchObject({
      message: expect.stringMatching(/^CircleCI does not accept/) as string,
    });
    expect(await failure(create(settingsFor(server, { organizations: 'gh/other' })))).toMatchObject({
      code: 'invalid_input',
      message: `${server.host} has no organization gh/other that the owner of the token is in.`,
    });
  });
});

describe('two servers with equal ids', () => {
  withGraph();
  it('do not mix, and one stays whole when the other is removed', async () => {
    const second = serveLongBuilds();
    await second.listen();
    try {
      await read(await add());
      const alone = await everythingIn(graph.store);
      const other = await add({}, second);
      await read(other, second);
      expect(await runs('1')).toHaveLength(38);
      const source = (await readSources(graph.store)).find((each) => each.id === other);
      await writerOf(graph.store).commit(connector.remove?.({ orgId: ORG, source: source! }) ?? []);
      expect(tellApart(await everythingIn(graph.store), alone)).toEqual(SAME);
    } finally {
      second.close();
    }
  });
});
