import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JiraServer } from '@cairn/acceptance';
import { OrgId } from '@cairn/contracts';
import { type Graph, ORG, openGraph } from '../../../test/derived-graph.ts';
import { hasRecordedJira, recordedFiles } from '../../../test/recorded-jira.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { NEW_SOURCE, type SourceRow, addSource } from '../../store/source-row.ts';
import { removeThings } from '../webhooks/remove-things.ts';
import { jiraConnector as connector } from './connector.ts';
import { jiraWebhook as webhook } from './webhook.ts';

const message = (body: string, headers: Record<string, string> = {}) => ({
  headers: new Headers(headers),
  body: Buffer.from(body),
});
const owner = { orgId: ORG, source: { id: 's1', settings: { site: 'https://example.atlassian.net' } } };

describe('a message of Jira', () => {
  it('is signed as Atlassian publishes it, and not with a letter changed', () => {
    const secret = "It's a Secret to Everybody";
    const signature = 'sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9';
    const signed = (body: string, value: string) =>
      webhook.isSigned(message(body, { 'x-hub-signature': value }), secret);
    expect(signed('Hello World!', signature)).toBe(true);
    for (const [body, value] of [
      ['Hello World', signature],
      ['Hello World!', ''],
      ['Hello World!', signature.slice(7)],
      ['Hello World!', signature.replace('a', 'b')],
    ] as const)
      expect(signed(body, value)).toBe(false);
  });

  it('is numbered by its identifier, and one of no event is refused', () => {
    const headers = { 'x-atlassian-webhook-identifier': 'd-1' };
    const payload = { webhookEvent: 'jira:issue_updated' };
    expect(webhook.read(message(JSON.stringify(payload), headers))).toEqual({
      id: 'd-1',
      kind: 'jira:issue_updated',
      payload,
    });
    expect(() => webhook.read(message('{}'))).toThrow();
  });

  it.each([
    ['jira:issue_created', 'reading'],
    ['comment_deleted', 'reading'],
    ['sprint_closed', 'reading'],
    ['option_voting_changed', 'nothing'],
    ['jira:nothing', 'nothing'],
  ])('of the kind %s means %s', (kind, meaning) => {
    expect(webhook.meaning(kind)).toBe(meaning);
  });

  it.skipIf(!hasRecordedJira)('of every kind that was recorded is read (needs ../shared/data)', () => {
    const gone = new Set<string>();
    for (const [, recorded] of recordedFiles('webhooks')) {
      const { kind, payload } = webhook.read(message(JSON.stringify(recorded)));
      expect(webhook.meaning(kind)).toBe('reading');
      for (const thing of webhook.removed?.({ kind, payload }, owner) ?? [])
        gone.add(`${kind} ${thing.kind}`);
    }
    expect([...gone].toSorted()).toEqual(['comment_deleted IssueComment', 'jira:issue_deleted Issue']);
  });
});

const AT = '2026-04-01T08:00:00.000+0000';
const person = { accountId: 'ann', displayName: 'Ann' };
const issue = (id: string) => ({
  id,
  key: `ONE-${id}`,
  fields: {
    summary: `Issue ${id}`,
    status: { id, name: 'Done', statusCategory: { key: 'done' } },
    project: { id: '5', key: 'ONE', name: 'One' },
    created: AT,
    updated: AT,
    comment: {
      comments: [{ id: `1${id}`, body: `Said of ${id}`, author: person, created: AT, updated: AT }],
    },
    worklog: {
      total: 1,
      worklogs: [
        { id: `1${id}`, issueId: id, author: person, created: AT, started: AT, timeSpentSeconds: 60 },
      ],
    },
  },
  changelog: { histories: [] },
});

describe('what was deleted in Jira', () => {
  let site: JiraServer;
  let graph: Graph;
  let source: SourceRow;
  const signal = new AbortController().signal;
  const context = () => ({
    writer: writerOf(graph.store),
    orgId: ORG,
    source,
    secrets: { token: 'any token' },
    signal,
    hosts: [site.host],
  });

  beforeEach(async () => {
    const projects = [{ id: '5', key: 'ONE', name: 'One' }];
    site = new JiraServer({
      issues: [issue('1'), issue('2')],
      projects,
      sprints: [],
      statuses: [],
      fields: [],
    });
    site.now = () => Date.parse('2026-05-01T00:00:00Z');
    await site.listen();
    graph = await openGraph();
    const settings = connector.settings.parse({ site: site.url, token: 'any token' });
    const created = await connector.create({ orgId: OrgId.parse(ORG), settings, folders: [], fetch });
    source = { ...created, type: 'jira', state: NEW_SOURCE };
    await addSource(graph.store, source);
    await connector.ingest(context());
  });
  afterEach(() => {
    site.close();
    graph.close();
  });

  const names = async (table: string) =>
    (await graph.store.rows<{ name: string }>(`SELECT name FROM "${table}" ORDER BY name`)).map(
      ({ name }) => name,
    );
  const remove = async (kind: string, told: object) => {
    const gone = webhook.removed?.(
      { kind, payload: { webhookEvent: kind, ...told } },
      { orgId: ORG, source },
    );
    await removeThings(graph.store, source.id, gone ?? []);
  };

  it.each([
    ['comment_deleted', { comment: { id: '11' } }, ['Issue 1', 'Issue 2'], ['Said of 2'], 2],
    ['worklog_deleted', { worklog: { id: 12 } }, ['Issue 1', 'Issue 2'], ['Said of 1', 'Said of 2'], 1],
    ['jira:issue_deleted', { issue: { id: '1' } }, ['Issue 2'], ['Said of 2'], 1],
    ['jira:issue_updated', { issue: { id: '1' } }, ['Issue 1', 'Issue 2'], ['Said of 1', 'Said of 2'], 2],
  ])(
    'leaves the graph after %s, and stays away when rows are built again',
    async (kind, told, issues, comments, worklogs) => {
      await remove(kind, told);
      const seen = async () => [
        await names('Issue'),
        await names('IssueComment'),
        (await names('Worklog')).length,
      ];
      expect(await seen()).toEqual([issues, comments, worklogs]);
      await connector.renormalise(context());
      expect(await seen()).toEqual([issues, comments, worklogs]);
    },
  );
});
