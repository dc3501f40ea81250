import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { JiraServer, readSiteData } from '@cairn/acceptance';
import { OrgId } from '@cairn/contracts';
import { type Graph, ORG, load, openGraph } from '../../../test/derived-graph.ts';
import { findRecorded } from '../../../test/recorded-data.ts';
import { expectedRows } from '../../../test/recorded-jira.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { naturalKey } from '../../store/natural-key.ts';
import { NEW_SOURCE, addSource, readSources } from '../../store/source-row.ts';
import { keyUuid } from '../../store/uuid.ts';
import { jiraConnector as connector } from './connector.ts';
import { normaliseJira } from './normalise.ts';
import { SiteRows } from './site-rows.ts';

const TOKEN = 'canary-of-the-token-a1b2c3';
const PANEL_ROWS = findRecorded('devlake/jira/raw/_raw_jira_api_development_panels.csv');
const orgId = OrgId.parse(ORG);
const minutes = (ago: number) => new Date(Date.now() - ago * 60_000).toISOString();
const FORGE = 'https://github.com/acme/engine';
const SHA = 'a1'.repeat(20);
const PULL = keyUuid(ORG, 'a pull request');
const COMMIT = keyUuid(ORG, naturalKey.Commit({ sha: SHA }));
const BRANCH = keyUuid(ORG, naturalKey.Branch({ repository: 'github.com/acme/engine', name: 'ONE-1' }));

const issue = (id: string, { updated = minutes(60), ...fields }: Readonly<Record<string, unknown>> = {}) => ({
  id,
  key: `ONE-${id}`,
  fields: { summary: `Issue ${id}`, created: minutes(90), updated, ...fields },
  changelog: { histories: [] },
});
const TEAM_FIELD = {
  id: 'customfield_21',
  name: 'Team',
  schema: { type: 'team', custom: 'com.atlassian.teams:rm-teams-custom-field-team' },
};
const panel = (dataType: string, detail: object, issueId = '1') => ({
  issueId,
  applicationType: 'GitHub',
  dataType,
  answer: { errors: [], detail: [detail] },
});
const pulls = (...numbers: number[]) =>
  panel('pullrequest', {
    pullRequests: numbers.map((number) => ({ url: `${FORGE}/pull/${String(number)}`, status: 'OPEN' })),
  });
const PANELS = [
  pulls(7, 8),
  panel('branch', { branches: [{ name: 'ONE-1', repository: { name: 'engine', url: FORGE } }] }),
  panel('repository', { repositories: [{ url: FORGE, commits: [{ id: SHA }, { id: 'none' }] }] }),
];
/** The second issue has an empty panel. */
const DATA = { issues: [issue('1'), issue('2', { customfield_10000: '{}' })], panels: PANELS };

let site: JiraServer;
let graph: Graph;
beforeEach(async () => {
  site = new JiraServer(DATA);
  await site.listen();
  graph = await openGraph();
});
afterEach(() => {
  site.close();
  graph.close();
});

async function add(more: object = {}, email = 'reader@example.org'): Promise<string> {
  const given = { site: site.url, email, token: TOKEN, ...more };
  const { id, name, settings } = await connector.create({ orgId, settings: given, folders: [], fetch });
  await addSource(graph.store, { id, type: 'jira', settings, name, state: NEW_SOURCE });
  return id;
}
async function run(id: string, kind: 'ingest' | 'renormalise' = 'ingest'): Promise<readonly string[]> {
  const sourceNow = async () => (await readSources(graph.store)).find((each) => each.id === id);
  const source = await sourceNow();
  if (!source) throw new Error('no source');
  const { signal } = new AbortController();
  const of = { writer: writerOf(graph.store), orgId: ORG, source, secrets: { token: TOKEN }, signal };
  await connector[kind]({ ...of, hosts: [site.host] });
  return (await sourceNow())?.state.notes ?? [];
}
const related = async () =>
  (
    await graph.store.rows<{ told: string }>(
      `SELECT concat_ws(' ', relation, "fromUuid"::VARCHAR, i."issueKey") AS told FROM "Relation" r
       JOIN "Issue" i ON i.uuid = r."toUuid" WHERE relation LIKE '%Mentions' ORDER BY 1`,
    )
  ).map(({ told }) => told);
const askedFor = (path: string) => site.asked.filter((each) => each.includes(path));
const pullRow = (number: number, uuid = PULL) =>
  load('PullRequest', {
    uuid,
    name: `Pull ${String(number)}`,
    number,
    sourceUrl: `https://github.com/Acme/engine/pull/${String(number)}`,
  });

describe('the development panel of Jira', () => {
  it.each([
    ['Cloud', 'reader@example.org'],
    ['Data Center', ''],
  ])(
    'of %s relates an issue to the commits, branches and known pull requests that it names',
    async (_, email) => {
      const id = await add({}, email);
      expect(await run(id)).toEqual([]);
      const code = [`branchMentions ${BRANCH} ONE-1`, `commitMentions ${COMMIT} ONE-1`];
      expect(await related()).toEqual(code);
      await graph.publish(pullRow(7));
      const all = [...code, `pullRequestMentions ${PULL} ONE-1`];
      expect(await related()).toEqual(all);
      await run(id, 'renormalise');
      expect(await related()).toEqual(all);
    },
  );

  it('is asked of issues that changed and may have one, and loses what it no longer names', async () => {
    const id = await add();
    await graph.publish(pullRow(7), pullRow(8, keyUuid(ORG, 'another')));
    await run(id);
    expect(await related()).toHaveLength(4);
    expect(askedFor('dev-status').filter((path) => path.includes('issueId=2'))).toEqual([]);
    site.asked.length = 0;
    await run(id);
    expect(askedFor('dev-status')).toEqual([]);
    site.data = { ...DATA, issues: [issue('1', { updated: minutes(0) })], panels: [pulls(8)] };
    await run(id);
    expect(await related()).toEqual([`pullRequestMentions ${keyUuid(ORG, 'another')} ONE-1`]);
  });

  it('is asked once where the site refuses it, which the source and the run say until it answers', async () => {
    const many = ['1', '2', '3'].map((each) => issue(each));
    site.data = { ...DATA, issues: many };
    site.fault = (__, path) => (path.includes('dev-status') ? { status: 403 } : undefined);
    const id = await add();
    expect(await run(id)).toEqual([expect.stringContaining('development panel of Jira does not answer')]);
    expect(askedFor('dev-status')).toHaveLength(1);
    const refused = { kind: 'panels', body: { site: site.url, items: [], isRefused: true } };
    expect(normaliseJira(refused, { orgId: ORG }).ignored).toEqual([
      'development panel, which this site refuses',
    ]);
    expect(await graph.row(`SELECT count(*)::INTEGER AS n FROM "Issue"`)).toEqual({ n: 3 });
    site.fault = () => undefined;
    site.data = { ...DATA, issues: [issue('1', { updated: minutes(0) })] };
    expect(await run(id)).toEqual([]);
    expect(await related()).toHaveLength(2);
  });

  it('keeps what was known of an issue where its tool cannot say', async () => {
    const id = await add();
    await run(id);
    const failing = { ...pulls(), answer: { errors: [{ error: 'UNAUTHORIZED' }], detail: [] } };
    site.data = { ...DATA, issues: [issue('1', { updated: minutes(0) })], panels: [failing] };
    await run(id);
    expect(await related()).toHaveLength(2);
  });
});

it('a site without the field of the panel is not asked for any', async () => {
  site.data = { ...DATA, panels: [] };
  expect(await run(await add())).toEqual([]);
  expect(askedFor('dev-status')).toEqual([]);
});

describe('the members of a team of Cloud', () => {
  const accounts = Array.from({ length: 120 }, (_, index) => `account-${String(index)}`);
  const data = (members: readonly string[]) => ({
    issues: [issue('1', { customfield_21: { id: 't-1', name: 'Rockets' } })],
    fields: [TEAM_FIELD],
    members: [{ id: 't-1', members: [...members] }],
    users: accounts.map((accountId) => ({ accountId, displayName: `Name of ${accountId}` })),
  });
  const members = async () =>
    (
      await graph.store.rows<{ name: string }>(
        `SELECT p.name FROM "Relation" r JOIN "Team" t ON t.uuid = r."toUuid" AND t.name = 'Rockets'
         JOIN "Person" p ON p.uuid = r."fromUuid" WHERE r.relation = 'memberOf'`,
      )
    ).map(({ name }) => name);
  const names = (ids: readonly string[]) => ids.map((id) => `Name of ${id}`);

  it('are those that Atlassian lists under the organization, as long as it does', async () => {
    site.data = data(accounts);
    const id = await add({ organization: 'org-1' });
    expect(await run(id)).toEqual([]);
    expect((await members()).toSorted()).toEqual(names(accounts).toSorted());
    expect(askedFor('/org/org-1/teams/t-1/members')).toHaveLength(3);
    const kept = await graph.row('SELECT count(*)::INTEGER AS n FROM "RawPayload"');
    await run(id);
    expect(await graph.row('SELECT count(*)::INTEGER AS n FROM "RawPayload"')).toEqual(kept);
    site.data = data(accounts.slice(0, 1));
    await run(id);
    expect(await members()).toEqual(names(accounts.slice(0, 1)));
    await run(id, 'renormalise');
    expect(await members()).toEqual(names(accounts.slice(0, 1)));
  });

  it('are absent without the id of the organization, and the source says so', async () => {
    site.data = data(accounts);
    const notes = await run(await add());
    expect(notes).toEqual([expect.stringContaining('give the source the organization ID')]);
    expect(askedFor('/teams/v1/')).toEqual([]);
    expect(await members()).toEqual([]);
  });

  it('are absent where the account may see none, and the source says so until it may', async () => {
    site.data = data(accounts.slice(0, 1));
    site.fault = (__, path) => (path.includes('/teams/v1/') ? { status: 403 } : undefined);
    const id = await add({ organization: 'org-1' });
    expect(await run(id)).toEqual([expect.stringContaining('shows this account none')]);
    site.fault = () => undefined;
    expect(await run(id)).toEqual([]);
    expect(await members()).toEqual(names(accounts.slice(0, 1)));
  });
});

it.skipIf(PANEL_ROWS === null)(
  'the recorded panels name the commits that another product finds in them',
  () => {
    const { panels } = readSiteData([PANEL_ROWS ?? '']);
    const items = z
      .array(z.object({ issueId: z.string(), answer: z.object({ detail: z.array(z.unknown()) }) }))
      .parse(panels)
      .map(({ issueId, answer }) => ({ issueId, detail: answer.detail }));
    const body = { site: 'https://merico.atlassian.net', items };
    const { loads, ignored } = normaliseJira({ kind: 'panels', body }, { orgId: ORG });
    expect(ignored).toEqual([]);
    const edges = loads.flatMap((each) => (each.table === 'Relation' ? each.rows : []));
    const named = edges.map(({ relation, fromUuid, toUuid }) => [relation, fromUuid, toUuid].join(' '));
    const rows = new SiteRows(ORG, body.site);
    const expected = expectedRows('_tool_jira_issue_commits_dev_panel').map(
      ({ issue_id: id = '', commit_sha: sha = '' }) =>
        `commitMentions ${keyUuid(ORG, naturalKey.Commit({ sha }))} ${rows.uuid('issue', id)}`,
    );
    expect(named.toSorted()).toEqual(expected.toSorted());
  },
);

describe('the e-mail of an account', () => {
  const MAIL = 'Ann@Example.org';
  const signed = '00000000-0000-4000-8000-0000000000a1';
  it.each([
    ['of Cloud joins whoever signs with it, since Atlassian has verified it', true],
    ['of a server joins nobody, since anybody may have written it', false],
  ])('%s', async (_, isCloud) => {
    const account = isCloud ? { accountId: 'ann' } : { key: 'ann', name: 'ann' };
    const creator = { ...account, displayName: 'Ann', emailAddress: MAIL };
    site.data = {
      ...site.data,
      issues:
        site.data.issues?.map((each) => ({ ...Object(each), fields: { ...Object(each).fields, creator } })) ??
        [],
    };
    await graph.publish(
      load('Person', {
        uuid: signed,
        name: 'ann',
        integration: 'git',
        externalId: 'person:ann@example.org',
        email: 'ann@example.org',
        deleted: false,
      }),
    );
    await run(await add({}, isCloud ? undefined : ''));
    const joined = await graph.store.rows(
      `SELECT p.name, method FROM "JoinedPerson" j JOIN "Person" p ON p.uuid = j."personUuid" WHERE j."accountUuid" = '${signed}'`,
    );
    expect(joined).toEqual(isCloud ? [{ name: 'Ann', method: 'vouched' }] : []);
  });
});
