import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JiraServer } from '@cairn/acceptance';
import { OrgId } from '@cairn/contracts';
import { type Graph, ORG, openGraph } from '../../../test/derived-graph.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { NEW_SOURCE, addSource, readSources } from '../../store/source-row.ts';
import type { IngestContext } from '../connector.ts';
import { jiraConnector as connector } from './connector.ts';

const TOKEN = 'canary-of-the-token-a1b2c3';
const NOW = Date.UTC(2026, 4, 1);
const hours = (ago: number) => new Date(NOW - ago * 3_600_000).toISOString();
const ann = { accountId: 'ann', key: 'ann', displayName: 'Ann' };
const TEAM_FIELD = 'customfield_21';

const comment = (id: number) => ({
  id: String(id),
  author: ann,
  body: `Word ${String(id)}`,
  created: hours(90),
});
const worklog = (id: number) => ({
  id: String(id),
  author: ann,
  created: hours(80),
  started: hours(81),
  timeSpentSeconds: 60,
});
const blocks = (id: string) => ({ type: { name: 'Blocks', outward: 'blocks' }, outwardIssue: { id } });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const issue = (id: string, fields: object = {}) => ({
  id,
  key: `ONE-${id}`,
  fields: {
    summary: `Issue ${id}`,
    project: { id: '5', key: 'ONE', name: 'One' },
    created: hours(200),
    updated: hours(100),
    issuelinks: [],
    fixVersions: [],
    ...fields,
  },
  changelog: { histories: [] },
});

const FULL = {
  comment: { comments: numbers(60).map(comment) },
  worklog: { worklogs: numbers(25).map(worklog) },
  issuelinks: [blocks('2'), { type: { name: 'Relates', outward: 'relates to' }, inwardIssue: { id: '3' } }],
  fixVersions: [{ id: '31', name: 'one', projectId: 5 }],
  [TEAM_FIELD]: { id: 't-1', name: 'Rockets', title: 'Rockets' },
};
const DATA = {
  issues: [
    issue('1', FULL),
    issue('2', { issuelinks: [{ ...blocks('1'), outwardIssue: null, inwardIssue: { id: '1' } }] }),
  ],
  projects: [{ id: '5', key: 'ONE', name: 'One' }],
  fields: [
    {
      id: TEAM_FIELD,
      name: 'Team',
      schema: { type: 'team', custom: 'com.atlassian.teams:rm-teams-custom-field-team' },
    },
  ],
  boards: [{ id: 1, type: 'scrum', location: { projectId: 5 } }],
  sprints: [{ id: 7, name: 'Seven', state: 'active', startDate: hours(300), originBoardId: 1 }],
  versions: [
    { id: '31', name: 'one', projectId: 5 },
    { id: '32', name: 'two', projectId: 5, released: true, releaseDate: '2026-04-02' },
  ],
};

let site: JiraServer;
let graph: Graph;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  site = new JiraServer(DATA);
  await site.listen();
  graph = await openGraph();
});
afterEach(() => {
  vi.useRealTimers();
  site.close();
  graph.close();
});

const orgId = OrgId.parse(ORG);

async function add(email: string): Promise<string> {
  const given = { site: site.url, email, token: TOKEN };
  const { id, name, settings } = await connector.create({ orgId, settings: given, folders: [], fetch });
  await addSource(graph.store, { id, type: 'jira', settings, name, state: NEW_SOURCE });
  return id;
}

async function contextFor(id: string): Promise<IngestContext> {
  const source = (await readSources(graph.store)).find((each) => each.id === id);
  if (!source) throw new Error('no source');
  const { signal } = new AbortController();
  const secrets = { token: TOKEN };
  return { writer: writerOf(graph.store), orgId: ORG, source, secrets, signal, hosts: [site.host] };
}
const read = async (id: string) => connector.ingest(await contextFor(id));
const rebuild = async (id: string) => connector.renormalise(await contextFor(id));

const numberIn = async (table: string) =>
  (await graph.row(`SELECT count(*)::INTEGER AS n FROM "${table}" WHERE NOT coalesce(deleted, false)`))?.[
    'n'
  ];
const names = async (table: string, where = 'true') =>
  (await graph.store.rows<{ name: string }>(`SELECT name FROM "${table}" WHERE ${where} ORDER BY name`)).map(
    ({ name }) => name,
  );
const links = async () =>
  (
    await graph.store.rows<{ told: string }>(
      `SELECT concat_ws(' ', relation, "linkType") AS told FROM "Relation"
       WHERE relation IN ('blocks', 'issueLink', 'includesIssue') ORDER BY 1`,
    )
  ).map(({ told }) => told);

/** The first issue as it is after somebody took things away. */
const changed = (fields: object) => [
  issue('1', { ...FULL, updated: hours(0.01), ...fields }),
  DATA.issues[1],
];

describe.each([
  ['Cloud', 'reader@example.org'],
  ['Data Center', ''],
])('an issue of Jira %s', (_, email) => {
  it('is read with all its comments and logged work, of which a search gives the first', async () => {
    await read(await add(email));
    expect([await numberIn('IssueComment'), await numberIn('Worklog')]).toEqual([60, 25]);
    const asked = site.asked.filter((path) => /\/(?:comment|worklog)\?/.test(path));
    expect(asked.every((path) => path.includes('/issue/1/'))).toBe(true);
    expect(asked).toHaveLength(3);
  });

  it('loses what Jira no longer tells of it, links and comments, and stays so when it is built again', async () => {
    const id = await add(email);
    await read(id);
    expect(await links()).toEqual(['blocks', 'includesIssue', 'issueLink relates']);
    const left = { comments: [comment(2)] };
    const gone = { comment: left, worklog: { worklogs: [] }, issuelinks: [blocks('2')], fixVersions: [] };
    site.data = { ...DATA, issues: changed(gone) };
    await read(id);
    const now = async () => [
      await names('IssueComment'),
      await numberIn('Worklog'),
      await links(),
      await names('Event', `action IN ('commented', 'logged_work')`),
    ];
    const expected = [['Word 2'], 0, ['blocks'], ['Issue 1']];
    expect(await now()).toEqual(expected);
    await rebuild(id);
    expect(await now()).toEqual(expected);
  });

  it('loses nothing by an answer that is older than what is known of it', async () => {
    const id = await add(email);
    await read(id);
    site.data = { ...DATA, issues: changed({}) };
    await read(id);
    const former = { updated: hours(0.02), comment: { comments: [] }, issuelinks: [], fixVersions: [] };
    site.data = { ...DATA, issues: changed(former) };
    await read(id);
    expect(await numberIn('IssueComment')).toBe(60);
    expect(await links()).toEqual(['blocks', 'includesIssue', 'issueLink relates']);
  });

  it('loses nothing by an answer that holds a part of a list, or lacks a field', async () => {
    const id = await add(email);
    await read(id);
    site.fault = (__, path) => (/\/(?:comment|worklog)$/.test(path) ? { status: 404 } : undefined);
    site.data = { ...DATA, issues: changed({ issuelinks: undefined, fixVersions: null }) };
    await read(id);
    expect([await numberIn('IssueComment'), await numberIn('Worklog')]).toEqual([60, 25]);
    expect(await links()).toEqual(['blocks', 'includesIssue', 'issueLink relates']);
  });
});

describe('what a site plans', () => {
  it('is a sprint of the project of its board, where the board is of one alone', async () => {
    const sprint = () =>
      graph.row(
        'SELECT s.name, p.name AS project FROM "Sprint" s LEFT JOIN "Project" p ON p.uuid = s."projectUuid"',
      );
    const id = await add('reader@example.org');
    await read(id);
    expect(await sprint()).toEqual({ name: 'Seven', project: 'One' });
    site.data = { ...DATA, boards: [{ id: 1, type: 'simple' }] };
    await read(id);
    expect(await sprint()).toEqual({ name: 'Seven', project: 'One' });
    site.data = { ...site.data, projects: [...DATA.projects, { id: '6', key: 'TWO', name: 'Two' }] };
    await read(id);
    expect(await sprint()).toEqual({ name: 'Seven', project: null });
  });

  it('leaves out a board without sprints, whose list Jira refuses', async () => {
    site.data = { ...DATA, boards: [...DATA.boards, { id: 9, type: 'simple' }] };
    await read(await add('reader@example.org'));
    expect(await names('Sprint')).toEqual(['Seven']);
  });

  it('is a release of each version, named by an issue or not', async () => {
    await read(await add(''));
    expect(await graph.store.rows('SELECT "releaseName" AS name, status FROM "Release" ORDER BY 1')).toEqual([
      { name: 'one', status: 'unreleased' },
      { name: 'two', status: 'released' },
    ]);
  });
});

describe('teams', () => {
  const members = () =>
    graph.store.rows<{
      team: string;
      member: string | null;
    }>(`SELECT t.name AS team, p.name AS member FROM "Team" t
      LEFT JOIN "Relation" r ON r.relation = 'memberOf' AND r."toUuid" = t.uuid
      LEFT JOIN "Person" p ON p.uuid = r."fromUuid" ORDER BY 1, 2`);

  it('of Cloud are those that issues name, without members', async () => {
    await read(await add('reader@example.org'));
    expect(await members()).toEqual([{ team: 'Rockets', member: null }]);
    expect(site.asked.some((path) => path.includes('teams-api'))).toBe(false);
  });

  it('of Data Center have the members that plans list, and lose those that they do not', async () => {
    const people = ['ann', 'bob'].map((key, index) => ({
      personId: index + 1,
      jiraUser: { jiraUserId: key, title: key === 'ann' ? 'Ann' : key },
    }));
    const team = (...ids: number[]) => ({
      id: 4,
      title: 'Boats',
      resources: ids.map((personId) => ({ personId })),
    });
    site.data = { ...DATA, people, teams: [team(1, 2)] };
    const id = await add('');
    await read(id);
    const boats = async () => (await members()).filter(({ team: name }) => name === 'Boats');
    expect(await boats()).toEqual([
      { team: 'Boats', member: 'Ann' },
      { team: 'Boats', member: 'bob' },
    ]);
    site.data = { ...DATA, people, teams: [team(2)] };
    await read(id);
    expect(await boats()).toEqual([{ team: 'Boats', member: 'bob' }]);
    await rebuild(id);
    expect(await boats()).toEqual([{ team: 'Boats', member: 'bob' }]);
  });
});

it('an unchanged site costs no payload, and one request for each list', async () => {
  const id = await add('');
  await read(id);
  const kept = await graph.row('SELECT count(*)::INTEGER AS n FROM "RawPayload"');
  site.asked.length = 0;
  await read(id);
  expect(await graph.row('SELECT count(*)::INTEGER AS n FROM "RawPayload"')).toEqual(kept);
  expect(site.asked.map((path) => path.split('?')[0]?.split('/').at(-1))).toEqual([
    'project',
    'status',
    'field',
    'search',
    'board',
    'sprint',
    'versions',
    'team',
  ]);
});
