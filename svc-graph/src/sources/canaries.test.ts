import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GithubServer,
  GitlabServer,
  JiraServer,
  RepositoryArchive,
  SAMPLE_GROUP,
  SAMPLE_OWNER,
  SAMPLE_WORKSPACE,
  SlackServer,
  serveLongBuilds,
  serveLongScans,
  serveLongSite,
} from '@cairn/acceptance';
import { OrgId, Source } from '@cairn/contracts';
import { createLogger } from '@cairn/service-kit';
import { testTokens } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../app.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { CONNECTORS } from './connectors.ts';
import { Jobs } from './jobs.ts';

const acme = OrgId.parse('acme');
const TYPES = ['github', 'gitlab', 'jira', 'circleci', 'slack', 'snyk'] as const;
type Type = (typeof TYPES)[number];
const TOKENS = {
  github: 'ghp_canary0f0tokens0b1c2d3',
  gitlab: 'glpat-canary0f0tokens0d4e5',
  jira: 'canary-0f-jira-t0kens-4e5f6',
  slack: 'xoxb-canary-0f-slack-7g8h9',
  circleci: 'CCIPAT_canary_0f_builds_7a8b9',
  snyk: 'canary-0f-snyk-t0kens-0c1d2',
};
const WEBHOOKS = {
  github: 'canary of the webhooks of GitHub',
  gitlab: 'canary of the webhooks of GitLab',
  jira: 'canary of the webhooks of Jira',
  slack: 'canary of the webhooks of Slack',
  circleci: 'canary of the webhooks of CircleCI',
  snyk: 'canary of the webhooks of Snyk',
};
/** What somebody wrote in Slack, which nobody said to keep. */
const WRITTEN = 'canary of what was written';
const EMAIL = 'reader@example.org';
const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '');
const CANARIES = [...Object.values(TOKENS), ...Object.values(WEBHOOKS), WRITTEN].flatMap((each) => [
  each,
  encodeURIComponent(each),
  base64(each),
  base64(`${EMAIL}:${each}`),
]);
const INTERNAL = 'a secret of these tests, 32 characters and more';
/** What is no secret stands in all of these places, so that looking for one finds what is there. */
const KNOWN = 'Slow start';

const folder = mkdtempSync(join(tmpdir(), 'cairn-canaries-'));
const stores = new GraphStores(folder);
const github = new GithubServer([RepositoryArchive.parse(SAMPLE_OWNER.archive)]);
const gitlab = new GitlabServer(SAMPLE_GROUP);
const jira = new JiraServer(serveLongSite().data);
const wordy = { text: WRITTEN, blocks: [{ type: 'rich_text', elements: [{ type: 'text', text: WRITTEN }] }] };
const more = {
  ...wordy,
  attachments: [{ fallback: WRITTEN }],
  files: [{ title: WRITTEN, preview: WRITTEN }],
};
const slack = new SlackServer({
  ...SAMPLE_WORKSPACE,
  messages: Object.fromEntries(
    Object.entries(SAMPLE_WORKSPACE.messages ?? {}).map(([id, messages]) => [
      id,
      messages.map((message) => ({ ...message, ...more })),
    ]),
  ),
});
const circleci = serveLongBuilds();
const snyk = serveLongScans();
const SERVERS = { github, gitlab, jira, circleci, slack, snyk };
const tokens = await testTokens();
const told: string[] = [];
const logged: string[] = [];
/** What the server that redirects lead to was asked with. */
const elsewhere: string[] = [];
let other: Server;
let jobs: Jobs;
let app: ReturnType<typeof createApp>;

async function call(path: string, body?: object, headers?: Record<string, string>): Promise<unknown> {
  const answer = await app.request(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: headers ?? (await tokens.headers({ role: 'admin' })),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  told.push(JSON.stringify([...answer.headers]), text);
  const parsed = text.startsWith('{') ? (JSON.parse(text) as { data?: unknown }) : {};
  return parsed.data ?? text;
}
const callSources = (path: string, body?: object) => call(`/api/acme/sources/${path}`, body);

beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
  other = createServer((request, response) => {
    elsewhere.push(JSON.stringify(request.headers));
    response.end('{}');
  });
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const urls = await Promise.all(TYPES.map((type) => SERVERS[type].listen()));
  const hosts = [...urls.map((url) => new URL(url).host), `127.0.0.1:${String(findPort(other))}`];
  const log = createLogger('svc-graph', 'trace', { write: (line) => void logged.push(line) });
  jobs = new Jobs({ stores, log, connectors: CONNECTORS, hosts });
  const deps = { graphs: stores, jobs, connectors: CONNECTORS, hosts, verifier: tokens.verifier, log };
  app = createApp({ ...deps, internalSecret: INTERNAL });
  for (const type of TYPES) SERVERS[type].tokens.add(TOKENS[type]);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await jobs.close();
  await stores.close();
  for (const server of [...Object.values(SERVERS), other]) server.close();
  rmSync(folder, { recursive: true });
});

const findPort = (server: Server) => (server.address() as AddressInfo).port;

interface Echo {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What a tool may answer that got a secret: it comes back in bodies, headers and addresses. */
const echoes = (token: string): Echo[] => [
  { status: 401, headers: { 'www-authenticate': `Bearer ${token}` }, body: { message: `No ${token}` } },
  { status: 403, headers: { 'x-given': token }, body: { message: token, errorMessages: [token] } },
  { status: 500, body: `<h1>${token}</h1>` },
  { status: 429, headers: { 'retry-after': token }, body: token },
  { status: 302, headers: { location: `http://127.0.0.1:${String(findPort(other))}/?token=${token}` } },
  { status: 200, body: `${token} is no JSON` },
  { status: 200, body: { data: token, errors: [{ type: token, message: token, path: [token] }] } },
  { status: 200, body: { [token]: token } },
  { status: 200, body: { ok: false, error: token, needed: token } },
];

const settingsFor = {
  github: () => ({ owner: 'acme', token: TOKENS.github, host: github.url, repositories: '' }),
  gitlab: () => ({ namespaces: 'acme', token: TOKENS.gitlab, host: gitlab.url }),
  jira: () => ({ site: jira.url, email: EMAIL, token: TOKENS.jira }),
  slack: () => ({ host: slack.url, token: TOKENS.slack, keepDays: '9999' }),
  circleci: () => ({ host: circleci.url, organizations: 'gh/acme', token: TOKENS.circleci }),
  snyk: () => ({ host: snyk.url, token: TOKENS.snyk }),
};

/** Connects a source, and lets it fail in every way: when it is tested, previewed and read. */
async function connectAndFail(type: Type): Promise<string> {
  const { trouble } = SERVERS[type];
  const settings = settingsFor[type]();
  const { id } = Source.parse(await callSources('create-source', { type, settings }));
  await jobs.idle(acme);
  for (const [index, fault] of echoes(TOKENS[type]).entries()) {
    trouble.planned.splice(0, Infinity, { fault: { kind: 'status', ...fault }, from: 1, to: Infinity });
    await callSources('test-source', { id });
    await callSources('preview-source', { type, settings });
    // A reading takes a thread, so only some of them are read.
    if (index % 3 !== 0) continue;
    await callSources('sync-source', { id });
    await jobs.idle(acme);
    await callSources('list-sources');
  }
  trouble.planned.splice(0);
  return id;
}

async function sendMessages(type: Type, id: string): Promise<void> {
  await callSources('create-secret', { type, sourceId: id, secret: WEBHOOKS[type] });
  const event = {
    type: 'message',
    channel: 'C0GENERAL',
    channel_type: 'channel',
    ts: '1791187200.000900',
    ...more,
  };
  const told = {
    type: 'event_callback',
    team_id: 'T0ACME',
    event_id: 'Ev1',
    event: { user: 'U0ADA', ...event },
  };
  const body = JSON.stringify(
    type === 'slack' ? told : { webhookEvent: 'tea_drunk', action: 'drunk', type: 'tea', object_kind: 'tea' },
  );
  const time = String(Math.floor(Date.now() / 1_000));
  const hash = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
  const signature = (secret: string) =>
    type === 'slack' ? `v0=${hash(secret, `v0:${time}:${body}`)}` : `sha256=${hash(secret, body)}`;
  for (const value of [signature(WEBHOOKS[type]), signature('another'), WEBHOOKS[type]]) {
    const github = {
      'x-hub-signature-256': value,
      'x-hub-signature': value,
      'x-github-event': 'tea',
      'x-gitlab-token': value,
    };
    const circle = { 'circleci-signature': value.replace('sha256', 'v1') };
    const headers = { ...github, ...circle, 'x-slack-signature': value, 'x-slack-request-timestamp': time };
    await call(`/api/v1/${type}/webhook/${id}`, JSON.parse(body) as object, headers);
  }
}

/** Everything that admins may ask for about a source, and what people take away. */
async function askForAll(type: Type, id: string): Promise<void> {
  for (const path of ['list-connectors', 'list-sources', 'data-loss']) await callSources(path);
  await callSources('list-runs', { id });
  await callSources('list-deliveries', { id });
  await callSources('list-secrets', { sourceId: id });
  const store = await stores.open(acme);
  const tables: Partial<Record<Type, string>> = { circleci: 'CicdPipeline', slack: 'Message' };
  const [thing] = await store.rows<{ uuid: string }>(
    `SELECT uuid FROM "${tables[type] ?? 'Issue'}" WHERE integration = '${type}'`,
  );
  await callSources('entity-payload', { id, uuid: thing?.uuid });
  const kinds = [
    'Issue',
    'PullRequest',
    'Repository',
    'Person',
    'CicdPipeline',
    'Vulnerability',
    'Message',
    'Channel',
  ];
  for (const kind of kinds)
    for (const format of ['csv', 'sheet', 'json'])
      await call('/api/acme/graph-search/entities', { select: [kind], format });
}

/** Every table as text, bytes included. */
async function dumpTables(): Promise<string[]> {
  const store = await stores.open(acme);
  const tables = await store.rows<{ name: string }>('SELECT table_name AS name FROM duckdb_tables()');
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await store.rows<{ row: string }>(`SELECT t::VARCHAR AS row FROM "${name}" t`);
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found;
}

const filesIn = (path: string): string[] =>
  readdirSync(path).flatMap((name) => {
    const file = join(path, name);
    return statSync(file).isDirectory() ? filesIn(file) : [file];
  });

const findCanaries = (texts: readonly string[]) =>
  texts.filter((text) => CANARIES.some((canary) => text.includes(canary))).map((text) => text.slice(0, 300));

describe('the secrets of sources that fail and repeat what they were sent', () => {
  it('occur in no answer, log line, export, table, file or backup, and at no other host', async () => {
    for (const type of TYPES) {
      const id = await connectAndFail(type);
      await sendMessages(type, id);
      await askForAll(type, id);
    }
    const internal = { 'x-cairn-internal': INTERNAL, 'content-type': 'application/json' };
    await call('/internal/backup-graphs', { folder: join(folder, 'backups') }, internal);
    await (await stores.open(acme)).run('CHECKPOINT');
    const tables = await dumpTables();
    const files = filesIn(folder);
    expect(files.some((file) => file.includes('backups/acme.duckdb'))).toBe(true);
    expect(tables.some((row) => row.startsWith('SourceSecret'))).toBe(true);
    for (const texts of [tables, told]) expect(texts.some((text) => text.includes(KNOWN))).toBe(true);
    expect(logged.some((line) => line.includes('reading a source'))).toBe(true);
    expect(elsewhere.length).toBeGreaterThan(0);
    expect(findCanaries(told)).toEqual([]);
    expect(findCanaries(logged)).toEqual([]);
    expect(findCanaries(tables)).toEqual([]);
    expect(findCanaries(elsewhere)).toEqual([]);
    expect(findCanaries(files.map((file) => readFileSync(file, 'latin1')))).toEqual([]);
  }, 180_000);
});
