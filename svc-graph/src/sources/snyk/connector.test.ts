import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SnykServer, serveLongScans } from '@cairn/acceptance';
import { AppError, OrgId } from '@cairn/contracts';
import { type Graph, ORG, openGraph } from '../../../test/derived-graph.ts';
import { everythingIn, SAME, tellApart } from '../../../test/everything-in.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { NEW_SOURCE, addSource, readSources } from '../../store/source-row.ts';
import { ToolRows } from '../tool-rows.ts';
import { snykConnector as connector } from './connector.ts';

const TOKEN = 'canary-of-the-token-5e5f6a';
const orgId = OrgId.parse(ORG);

let server: SnykServer;
let graph: Graph;
beforeEach(async () => {
  server = serveLongScans();
  server.tokens.add(TOKEN);
  await server.listen();
});
afterEach(() => server.close());

const settingsFor = (at: SnykServer, more: object = {}) => ({ host: at.url, token: TOKEN, ...more });
const request = (settings: Record<string, unknown>) => ({ orgId, settings, folders: [], fetch });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const [first = '', other = ''] = serveLongScans().data.organizations.map(({ id }) => id);

async function add(more: object = {}, at = server): Promise<string> {
  const { id, name, settings } = await connector.create(request(settingsFor(at, more)));
  expect(JSON.stringify(settings)).not.toContain(TOKEN);
  await addSource(graph.store, { id, type: 'snyk', settings, name, state: NEW_SOURCE });
  return id;
}

async function contextFor(sourceId: string, at: SnykServer) {
  const source = (await readSources(graph.store)).find((each) => each.id === sourceId);
  if (!source) throw new Error('no source');
  const { signal } = new AbortController();
  const secrets = { token: TOKEN };
  return { writer: writerOf(graph.store), orgId: ORG, source, secrets, signal, hosts: [at.host] };
}

async function read(sourceId: string, at = server): Promise<string[]> {
  const begun = at.asked.length;
  await connector.ingest(await contextFor(sourceId, at));
  return at.asked.slice(begun);
}

const found = (columns: string, where = 'true') =>
  graph.store.rows<Record<string, unknown>>(
    `SELECT ${columns} FROM "Vulnerability" WHERE ${where} ORDER BY key`,
  );
const payloads = async () => (await graph.store.rows('SELECT number FROM "RawPayload"')).length;

describe('an organization of Snyk', () => {
  beforeEach(async () => {
    graph = await openGraph();
  });
  afterEach(() => graph.close());

  it('is read page by page: each issue is a vulnerability, and an issue beside it', async () => {
    await read(await add());
    expect(await found('1')).toHaveLength(25);
    const rows = new ToolRows({ orgId: ORG, integration: 'snyk', host: server.host });
    const [fixed] = await found('* EXCLUDE ("firstObservedAt", "observedAt")', `key = 'SNYK-JS-MADE-1003'`);
    expect(fixed).toMatchObject({
      name: 'Path traversal',
      severity: 'critical',
      score: 7.5,
      riskScore: '103',
      status: 'Fixed',
      statusCategory: 'done',
      timeToFix: String(100 * 3_600),
      package: 'made-3',
      packageVersion: '1.2.3',
      ecosystem: 'npm',
      scanProject: 'acme/engine:packages/p3/package.json',
      vulnerabilityType: 'Package',
      fixable: false,
      exploitMaturity: 'Proof of Concept',
      repositoryUuid: rows.repository('git@github.com:acme/engine.git'),
      issueUuid: rows.uuid('issue', `${first}:00000003-0000-4000-9000-000000000003`),
      sourceUrl: expect.stringMatching(/\/org\/acme\/project\/.*#issue-SNYK-JS-MADE-1003$/) as string,
    });
    expect(await found('cves, cwes, status', `key = 'SNYK-JS-MADE-1008'`)).toEqual([
      { cves: ['CVE-2024-1008'], cwes: ['CWE-22'], status: 'Ignored' },
    ]);
    expect(
      await graph.store.rows(
        `SELECT status, count(*)::INTEGER AS issues, count("closedAt")::INTEGER AS closed FROM "Issue" GROUP BY ALL ORDER BY 1`,
      ),
    ).toEqual([
      { status: 'Fixed', issues: 8, closed: 8 },
      { status: 'Ignored', issues: 4, closed: 0 },
      { status: 'Open', issues: 13, closed: 0 },
    ]);
    expect(
      await graph.row(`SELECT count(*)::INTEGER AS events FROM "Event" WHERE "newStatus" = 'Fixed'`),
    ).toEqual({ events: 8 });
  });

  it('brings what changed since, keeps nothing where nothing did, and follows a renamed project', async () => {
    const source = await add();
    await read(source);
    const kept = await payloads();
    const before = await everythingIn(graph.store);
    const again = await read(source);
    expect(
      again.filter((path) => path.includes('/issues')).every((path) => path.includes('updated_after')),
    ).toBe(true);
    // The list of organizations, and for each its two pages of projects at most and one of issues.
    expect(again).toHaveLength(6);
    expect(await payloads()).toBe(kept);
    expect(tellApart(await everythingIn(graph.store), before)).toEqual(SAME);
    server.data = {
      ...server.data,
      projects: server.data.projects.map((each) => ({
        ...each,
        attributes: { ...each.attributes, name: 'acme/turbine:package.json' },
      })),
      issues: server.data.issues.map((each) =>
        each.attributes['key'] === 'SNYK-JS-MADE-1002'
          ? {
              ...each,
              attributes: {
                ...each.attributes,
                status: 'resolved',
                updated_at: new Date().toISOString(),
                resolution: { type: 'fixed', resolved_at: '2024-06-01T00:00:00Z' },
              },
            }
          : each,
      ),
    };
    await read(source);
    expect(await found('status, "scanProject"', `key = 'SNYK-JS-MADE-1002'`)).toEqual([
      { status: 'Fixed', scanProject: 'acme/turbine:package.json' },
    ]);
    expect(await found('1', `"scanProject" = 'acme/turbine:package.json'`)).toHaveLength(22);
    const since = await everythingIn(graph.store);
    await connector.renormalise(await contextFor(source, server));
    expect(tellApart(await everythingIn(graph.store), since)).toEqual(SAME);
  });

  it('is the same after the same pages twice, and after older ones that come late', async () => {
    const source = await add({ organizations: first });
    await read(source);
    const before = await everythingIn(graph.store);
    const kept = await graph.store.rows<{ kind: string; body: string }>(
      'SELECT kind, decode(payload) AS body FROM "RawPayload" ORDER BY number DESC',
    );
    const rowsFor = (kind: string, body: string) =>
      (
        connector.normalise?.({ kind, body: JSON.parse(body) as unknown }, { orgId: ORG, sourceId: source })
          .loads ?? []
      ).filter(({ table }) => table !== 'Event');
    for (const { kind, body } of kept)
      await graph.publish(
        ...rowsFor(kind, body),
        ...rowsFor(
          kind,
          body
            .replaceAll('"resolved"', '"open"')
            .replaceAll(/"updated_at":"2024-05-1/g, '"updated_at":"2024-05-0'),
        ),
      );
    expect(tellApart(await everythingIn(graph.store), before)).toEqual(SAME);
  });

  it('is read where it is chosen, and says where the token no longer sees it', async () => {
    const source = await add({ organizations: other });
    const asked = await read(source);
    expect(asked.some((path) => path.includes(first))).toBe(false);
    expect(await found('1')).toHaveLength(3);
    server.data = { ...server.data, organizations: server.data.organizations.slice(0, 1) };
    await read(source);
    const [row] = await readSources(graph.store);
    expect(row?.state.notes).toEqual([
      `Snyk does not show the organization ${other}: it was removed, or the token may not see it.`,
    ]);
  });

  it('does not mix with one of another region that has equal ids', async () => {
    const second = serveLongScans();
    await second.listen();
    try {
      await read(await add());
      const alone = await everythingIn(graph.store);
      const added = await add({}, second);
      await read(added, second);
      expect(await found('1')).toHaveLength(50);
      const { source } = await contextFor(added, second);
      await writerOf(graph.store).commit(connector.remove?.({ orgId: ORG, source }) ?? []);
      expect(tellApart(await everythingIn(graph.store), alone)).toEqual(SAME);
    } finally {
      second.close();
    }
  });
});

describe('the settings of a source on Snyk', () => {
  it('offer the organizations to choose from', async () => {
    const parts = await connector.parts?.list(request(settingsFor(server, { organizations: other })));
    expect(parts?.map(({ key, name, isChosen }) => [key, name, isChosen])).toEqual([
      [first, 'Acme', false],
      [other, 'Other', true],
    ]);
  });

  it('with a wrong token or organization are told before a source is added', async () => {
    expect(
      await failure(connector.create(request(settingsFor(server, { token: 'another token' })))),
    ).toMatchObject({
      message: expect.stringMatching(/^Snyk does not accept the token/) as string,
    });
    expect(
      await failure(connector.create(request(settingsFor(server, { organizations: 'none' })))),
    ).toMatchObject({
      code: 'invalid_input',
      message: 'The token sees no organization none. Check its id, and the host of its region.',
    });
  });
});

describe('a fault', () => {
  const firstPage = async () => {
    const settings = connector.settings.parse(settingsFor(server));
    const pages = connector.pages?.({ settings, cursor: null, signal: new AbortController().signal, fetch });
    return failure(Promise.resolve(pages?.[Symbol.asyncIterator]().next()));
  };

  it.each([
    [
      429,
      { 'retry-after': '90' },
      /^Snyk's limit is reached\. Reading goes on by itself at \d\d:\d\d UTC\.$/,
      90,
    ],
    [503, {}, /^Snyk answered 503\. Reading goes on at \d\d:\d\d UTC\.$/, 60],
    [401, {}, /^Snyk does not accept the token\./, undefined],
    [403, {}, /^Snyk does not let the token read this organization\.$/, undefined],
  ])(
    'of %i ends the reading with what to do, and tells no secret',
    async (status, headers, message, retryAfter) => {
      server.trouble.plan({ kind: 'status', status, headers });
      const error = await firstPage();
      if (!(error instanceof AppError)) throw new Error('no error');
      expect([error.code, error.retryAfter]).toEqual(['source_unavailable', retryAfter]);
      expect(error.message).toMatch(message);
      expect(error.stack).not.toContain(TOKEN);
    },
  );

  it('of a link that leads elsewhere keeps the token at home', async () => {
    const asked: string[] = [];
    const elsewhere: typeof fetch = (input) => {
      const url = input instanceof Request ? input.url : String(input);
      asked.push(url);
      const next = asked.length > 2 ? null : 'https://elsewhere.invalid/rest/orgs?starting_after=x';
      return Promise.resolve(
        Response.json({ data: [{ id: 'o', attributes: { name: 'O' } }], links: { next } }),
      );
    };
    await connector.parts?.list({ ...request(settingsFor(server)), fetch: elsewhere });
    expect(asked).toHaveLength(2);
    expect(asked.every((url) => url.startsWith(server.url))).toBe(true);
  });
});
