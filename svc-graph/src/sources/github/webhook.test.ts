import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GithubServer, RepositoryArchive } from '@cairn/acceptance';
import { OrgId } from '@cairn/contracts';
import examples from '@octokit/webhooks-examples/api.github.com/index.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveNow } from '../../derive/derive.ts';
import type { GraphStore } from '../../store/graph-store.ts';
import { GraphStores } from '../../store/graph-stores.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { NEW_SOURCE, type SourceRow, addSource, readSources } from '../../store/source-row.ts';
import { CONNECTORS } from '../connectors.ts';
import { createGuardedFetch } from '../guarded-fetch/guarded-fetch.ts';
import { type SourceTask, runTask } from '../run-task.ts';
import { removeThings } from '../webhooks/remove-things.ts';
import { githubConnector } from './connector.ts';
import { githubWebhook as webhook } from './webhook.ts';

const acme = OrgId.parse('acme');
const owner = { orgId: acme, source: { id: 's1', settings: {} } };
const message = (body: string, headers: Record<string, string> = {}) => ({
  headers: new Headers(headers),
  body: Buffer.from(body),
});

/** Events of the examples from which a reading learns nothing. */
const UNUSED = [
  'branch_protection_rule',
  'check_run',
  'check_suite',
  'code_scanning_alert',
  'dependabot_alert',
  'deploy_key',
  'deployment_review',
  'fork',
  'github_app_authorization',
  'gollum',
  'installation',
  'installation_repositories',
  'marketplace_purchase',
  'merge_group',
  'meta',
  'org_block',
  'package',
  'page_build',
  'project',
  'project_card',
  'project_column',
  'projects_v2_item',
  'repository_dispatch',
  'repository_import',
  'repository_vulnerability_alert',
  'security_advisory',
  'sponsorship',
  'star',
  'team_add',
  'watch',
  'workflow_dispatch',
];

describe('a message of GitHub', () => {
  it('is signed as GitHub publishes it, and not with a letter changed', () => {
    const secret = "It's a Secret to Everybody";
    const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    const signed = (body: string, value: string) =>
      webhook.isSigned(message(body, { 'x-hub-signature-256': value }), secret);
    expect(signed('Hello, World!', signature)).toBe(true);
    expect(signed('Hello, World?', signature)).toBe(false);
    for (const wrong of ['', signature.slice(7), signature.replace('7', '8'), `${signature}00`, 'sha256='])
      expect(signed('Hello, World!', wrong)).toBe(false);
    expect(webhook.isSigned(message('Hello, World!', { 'x-hub-signature-256': signature }), 'another')).toBe(
      false,
    );
  });

  it('is named by its event and action, numbered, and may be a form', () => {
    const headers = { 'x-github-event': 'issues', 'x-github-delivery': 'd-1' };
    const payload = { action: 'deleted' };
    expect(webhook.read(message(JSON.stringify(payload), headers))).toEqual({
      id: 'd-1',
      kind: 'issues.deleted',
      payload,
    });
    const form = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const type = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    expect(webhook.read(message(form, type)).payload).toEqual(payload);
  });

  it('of every kind that GitHub documents is read, and of those that mean nothing each is known by name', () => {
    const nothing = new Set<string>();
    const gone = new Map<string, string>();
    let read = 0;
    for (const { name, examples: bodies } of examples)
      for (const body of bodies) {
        const { kind, payload } = webhook.read(message(JSON.stringify(body), { 'x-github-event': name }));
        if (webhook.meaning(kind) === 'nothing') nothing.add(name);
        for (const thing of webhook.removed?.({ kind, payload }, owner) ?? []) gone.set(kind, thing.kind);
        read += 1;
      }
    expect(read).toBe(329);
    expect(Object.fromEntries(gone)).toEqual({
      'discussion_comment.deleted': 'DiscussionComment',
      'issue_comment.deleted': 'IssueComment',
      'issues.deleted': 'Issue',
      'issues.transferred': 'Issue',
      'pull_request_review_comment.deleted': 'PullRequestReviewComment',
    });
    expect([...nothing].toSorted()).toEqual(UNUSED);
    expect(webhook.meaning('ping')).toBe('greeting');
  });
});

const time = (hour: number) => `2024-05-06T${String(hour).padStart(2, '0')}:00:00Z`;
const work = (kind: string) => ({
  id: `${kind}_1`,
  number: 1,
  url: 'https://github.com/acme/engine/1',
  title: kind,
  body: 'About it.',
  state: 'CLOSED',
  author: 'ada',
  labels: [],
  assignees: [],
  createdAt: time(8),
  updatedAt: time(13),
  closedAt: time(12),
  comments: [{ author: 'grace', body: `Said of ${kind}`, createdAt: time(9), updatedAt: time(9) }],
});
const archive = RepositoryArchive.parse({
  repo: 'acme/engine',
  issues: [work('Issue')],
  pulls: [
    {
      ...work('Pull'),
      mergedAt: time(12),
      mergedBy: 'ada',
      mergeCommit: null,
      baseRefName: 'main',
      headRefName: 'change',
      reviews: [],
    },
  ],
});

describe('what was deleted on GitHub', () => {
  const server = new GithubServer([archive]);
  const token = 'ghp_canary_of_these_tests';
  const folder = mkdtempSync(join(tmpdir(), 'cairn-gone-'));
  const stores = new GraphStores(folder, { derive: deriveNow });
  let store: GraphStore;
  let source: SourceRow;

  const run = async (kind: SourceTask['kind']) => {
    const hosts = [new URL(server.url).host];
    const context = { connectors: CONNECTORS, writer: writerOf(store), secrets: { token }, hosts };
    const signal = new AbortController().signal;
    await runTask({ orgId: acme, sourceId: source.id, kind }, { ...context, signal });
    expect((await readSources(store))[0]?.state).toMatchObject({ status: 'active', error: null });
  };
  beforeAll(async () => {
    await server.listen();
    store = await stores.open(acme);
    const settings = githubConnector.settings.parse({ owner: 'acme', token, host: server.url });
    const fetch = createGuardedFetch({ allowed: [new URL(server.url).host] });
    const created = await githubConnector.create({ orgId: acme, settings, folders: [], fetch });
    source = { ...created, type: 'github', state: NEW_SOURCE };
    await addSource(store, source);
    await run('ingest');
  });
  afterAll(async () => {
    server.close();
    await stores.close();
    rmSync(folder, { recursive: true });
  });

  const column = async (sql: string) =>
    (await store.rows<{ value: string }>(sql)).map(({ value }) => String(value));
  const uuids = () =>
    column(
      `SELECT uuid AS value FROM "Issue" UNION ALL SELECT uuid FROM "IssueComment" UNION ALL SELECT uuid FROM "DiscussionComment"
       UNION ALL SELECT uuid FROM "PullRequest" UNION ALL SELECT uuid FROM "Event" ORDER BY 1`,
    );
  const pickup = async () =>
    (await column(`SELECT "clockPickupTime" / 3600 AS value FROM "PullRequest"`)).map(Number);
  const stored = async () => (await column(`SELECT decode(payload) AS value FROM "RawPayload"`)).join('\n');
  const remove = async (kind: string, told: object) => {
    const repository = { html_url: `${server.url}/acme/engine` };
    const gone = webhook.removed?.({ kind, payload: { repository, ...told } }, { orgId: acme, source });
    await removeThings(store, source.id, gone ?? []);
  };

  it('a comment of a pull request leaves with its event, and the measures that counted it follow', async () => {
    expect(await pickup()).toEqual([1]);
    const [comment] = await column(`SELECT "externalId" AS value FROM "DiscussionComment"`);
    await remove('issue_comment.deleted', {
      issue: { node_id: 'Pull_1', pull_request: {} },
      comment: { node_id: comment },
    });
    expect(await column(`SELECT name AS value FROM "DiscussionComment"`)).toEqual([]);
    expect(await column(`SELECT comment AS value FROM "Event" WHERE comment LIKE 'Said of Pull'`)).toEqual(
      [],
    );
    expect(await pickup()).toEqual([4]);
    expect(await stored()).not.toContain('Said of Pull');
    expect(await stored()).toContain('Said of Issue');
  });

  it('an issue leaves with its comments and events, and stays away when rows are built again', async () => {
    await remove('issues.deleted', { issue: { node_id: 'Issue_1' } });
    for (const table of ['Issue', 'IssueComment', 'TimeInStatus'])
      expect(await column(`SELECT 1 AS value FROM "${table}"`), table).toEqual([]);
    expect(await column(`SELECT 1 AS value FROM "Event" WHERE "issueUuid" IS NOT NULL`)).toEqual([]);
    expect(await stored()).not.toContain('Said of Issue');
    const before = await uuids();
    await run('renormalise');
    expect(await uuids()).toEqual(before);
  });

  it('a thing that another source knows stays', async () => {
    const [pull] = await column(`SELECT uuid AS value FROM "PullRequest"`);
    await store.run(
      `INSERT INTO "SourceRecord" SELECT * REPLACE ('s2' AS "sourceId") FROM "SourceRecord" WHERE "entityUuid" = '${String(pull)}'`,
    );
    await remove('pull_request.deleted', { pull_request: { node_id: 'Pull_1' } });
    expect(await column(`SELECT uuid AS value FROM "PullRequest"`)).toEqual([pull]);
    await store.run(`DELETE FROM "SourceRecord" WHERE "sourceId" = 's2'`);
    await remove('pull_request.deleted', { pull_request: { node_id: 'Pull_1' } });
    expect(await column(`SELECT uuid AS value FROM "PullRequest"`)).toEqual([]);
  });
});
