import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JiraServer } from '@cairn/acceptance';
import { AppError, OrgId } from '@cairn/contracts';
import { type Graph, ORG, openGraph } from '../../../test/derived-graph.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { NEW_SOURCE, type SourceRow, addSource, readSources } from '../../store/source-row.ts';
import { connectorsConform } from '../connector.conformance.ts';
import { jiraConnector as connector } from './connector.ts';

const TOKEN = 'canary-of-the-token-a1b2c3';
const NOW = Date.UTC(2026, 4, 1);

const moment = (hour: number) => new Date(NOW - hour * 3_600_000).toISOString();
const person = { accountId: 'ann', displayName: 'Ann' };
const issue = (number: number) => ({
  id: String(number),
  key: `ONE-${String(number)}`,
  fields: {
    summary: `Issue ${String(number)}`,
    status: { id: '3', name: 'Done', statusCategory: { key: 'done' } },
    project: { id: '5', key: 'ONE', name: 'One' },
    assignee: person,
    created: moment(200 + number),
    updated: moment(100 + number),
  },
  changelog: {
    histories: [
      {
        id: String(1_000 + number),
        author: person,
        created: moment(100 + number),
        items: [{ field: 'status', from: '1', fromString: 'To Do', to: '3', toString: 'Done' }],
      },
    ],
  },
});
const DATA = {
  issues: Array.from({ length: 20 }, (_, index) => issue(index + 1)),
  projects: [{ id: '5', key: 'ONE', name: 'One' }],
  statuses: [],
  fields: [],
  sprints: [{ id: 7, name: 'Seven', state: 'active', startDate: moment(300) }],
};

let site: JiraServer;
let graph: Graph;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  site = new JiraServer(DATA);
  site.tokens.add(TOKEN);
  await site.listen();
  graph = await openGraph();
});
afterEach(() => {
  vi.useRealTimers();
  site.close();
  graph.close();
});

const CLOUD = 'reader@example.org';
const orgId = OrgId.parse(ORG);
const settingsFor = (email: string, at = site) => ({ site: at.url, email, token: TOKEN });

async function add(email: string, at = site): Promise<string> {
  const { id, name, settings } = await connector.create({
    orgId,
    settings: settingsFor(email, at),
    folders: [],
    fetch,
  });
  expect(JSON.stringify(settings)).not.toContain(TOKEN);
  const source: SourceRow = { id, type: 'jira', settings, name, state: NEW_SOURCE };
  await addSource(graph.store, source);
  return id;
}

async function read(id: string, at = site): Promise<void> {
  const source = (await readSources(graph.store)).find((each) => each.id === id);
  if (!source) throw new Error('no source');
  await connector.ingest({
    writer: writerOf(graph.store),
    orgId: ORG,
    source,
    secrets: { token: TOKEN },
    signal: new AbortController().signal,
    hosts: [at.host],
  });
}

const TABLES = ['Issue', 'Project', 'Sprint', 'Person', 'TimeInStatus', 'Event'];
const everything = async () => {
  const found = await Promise.all(
    TABLES.map((table) => graph.store.rows(`SELECT * FROM "${table}" ORDER BY uuid`)),
  );
  return [...found, await graph.store.rows('SELECT * FROM "Relation" ORDER BY ALL')];
};
const payloads = async () => (await graph.store.rows('SELECT number FROM "RawPayload"')).length;
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the connector of Jira', () => {
  connectorsConform([connector]);
});

describe.each([
  ['Cloud', CLOUD],
  ['Data Center', ''],
])('a site of Jira %s', (_, email) => {
  it('is read page by page, with its histories', async () => {
    await read(await add(email));
    expect(await graph.row('SELECT count(*)::INTEGER AS issues FROM "Issue"')).toEqual({ issues: 20 });
    expect(await graph.row('SELECT count(*)::INTEGER AS stays FROM "TimeInStatus"')).toEqual({ stays: 40 });
    expect(await graph.row('SELECT name, state FROM "Sprint"')).toEqual({ name: 'Seven', state: 'active' });
    expect(await graph.row('SELECT "projectKey" FROM "Project"')).toEqual({ projectKey: 'ONE' });
  });

  it('brings only what changed when it is read again, though windows overlap', async () => {
    // One issue changed within the overlap, and is found by both readings.
    const late = {
      ...issue(1),
      fields: { ...issue(1).fields, updated: new Date(NOW - 60_000).toISOString() },
    };
    site.data = { ...DATA, issues: [late, ...DATA.issues.slice(1)] };
    const id = await add(email);
    await read(id);
    const kept = await payloads();
    await read(id);
    expect(await payloads()).toBe(kept);
    const searches = site.asked.filter((path) => path.includes('jql='));
    const words = searches.map((path) => new URL(path, site.url).searchParams.get('jql'));
    expect(words.at(0)).toBe('updated >= "1970-01-01" ORDER BY updated DESC');
    expect(words.at(-1)).toBe('updated >= "-5m" ORDER BY updated DESC');
    const renamed = {
      ...late,
      fields: { ...late.fields, summary: 'Renamed', updated: new Date(NOW).toISOString() },
    };
    site.data = { ...DATA, issues: [renamed, ...DATA.issues.slice(1)] };
    await read(id);
    expect(await payloads()).toBe(kept + 1);
    expect(await graph.row(`SELECT title FROM "Issue" WHERE "issueKey" = 'ONE-1'`)).toEqual({
      title: 'Renamed',
    });
  });

  it('gives the undisturbed graph, wherever a fault stopped it', async () => {
    const id = await add(email);
    const begun = site.asked.length;
    for (let at = 1; at <= 8; at += 1) {
      site.fault = (number) => (number === begun + at * 2 ? { status: 503 } : undefined);
      expect(await failure(read(id))).toMatchObject({ code: 'source_unavailable' });
    }
    site.fault = () => undefined;
    await read(id);
    const disturbed = await everything();
    const other = await openGraph();
    graph.close();
    graph = other;
    await read(await add(email));
    expect(disturbed).toEqual(await everything());
  });
});

describe('a limit or a fault', () => {
  it.each([
    [429, { 'retry-after': '90' }, "Jira's limit is reached. Reading goes on by itself at 00:01 UTC.", 90],
    [503, {}, 'Jira answered 503. Reading goes on at 00:01 UTC.', 60],
    [401, {}, 'Jira does not accept the token. Make a new one, and give it to the source.', undefined],
    [403, {}, 'Jira does not let this account read. Give it the right to browse projects.', undefined],
  ])(
    'of %i ends the reading with what to do, and tells no secret',
    async (status, headers, message, retryAfter) => {
      const id = await add(CLOUD);
      site.fault = (_, path) => (path.endsWith('/search/jql') ? { status, headers } : undefined);
      const error = await failure(read(id));
      if (!(error instanceof AppError)) throw new Error('no error');
      expect([error.code, error.message]).toEqual(['source_unavailable', message]);
      expect(error.retryAfter).toBe(retryAfter);
      expect(error.stack).not.toContain(TOKEN);
    },
  );

  it('of a site that is gone asks for another try', async () => {
    const id = await add(CLOUD);
    site.close();
    expect(await failure(read(id))).toMatchObject({
      message: `${site.host} could not be read: the connection failed or was cut. Reading goes on at 00:01 UTC.`,
      retryAfter: 60,
    });
  });

  it('of a wrong token is told before a source is added', async () => {
    const settings = { ...settingsFor(CLOUD), token: 'another token' };
    const error = await failure(connector.create({ orgId, settings, folders: [], fetch }));
    expect(error).toMatchObject({
      code: 'source_unavailable',
      message: expect.stringMatching(/^Jira does not accept/) as string,
    });
  });
});

describe('two sites with equal keys and ids', () => {
  it('do not mix, and one stays whole when the other is removed', async () => {
    const second = new JiraServer(DATA);
    await second.listen();
    try {
      const first = await add(CLOUD);
      await read(first);
      const alone = await graph.store.rows('SELECT uuid, title FROM "Issue" ORDER BY uuid');
      const other = await add('', second);
      await read(other, second);
      expect(await graph.row('SELECT count(*)::INTEGER AS issues FROM "Issue"')).toEqual({ issues: 40 });
      const [source] = (await readSources(graph.store)).filter(({ id }) => id === other);
      if (!source) throw new Error('no source');
      await writerOf(graph.store).commit(connector.remove?.({ orgId: ORG, source }) ?? []);
      expect(await graph.store.rows('SELECT uuid, title FROM "Issue" ORDER BY uuid')).toEqual(alone);
    } finally {
      second.close();
    }
  });
});
