import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GithubServer, RepositoryArchive, readArchive } from '@cairn/acceptance';
import { OrgId } from '@cairn/contracts';
import { KINDS } from '@cairn/entities';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRecorded } from '../../../test/recorded-data.ts';
import { deriveNow } from '../../derive/derive.ts';
import type { GraphStore } from '../../store/graph-store.ts';
import { GraphStores } from '../../store/graph-stores.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { NEW_SOURCE, type SourceRow, addSource, readSources } from '../../store/source-row.ts';
import { CONNECTORS } from '../connectors.ts';
import { createGuardedFetch } from '../guarded-fetch/guarded-fetch.ts';
import { removalStatements } from '../remove-source.ts';
import { type SourceTask, runTask } from '../run-task.ts';
import { nextRunOf, readPlans } from '../schedule/reading-plan.ts';
import { githubConnector } from './connector.ts';

const FILE = findRecorded('ietf/mls-protocol/archive.json.gz');

const acme = OrgId.parse('acme');
const TOKEN = 'ghp_canary_of_these_tests';
let server: GithubServer;
let folder: string;
let stores: GraphStores;
let store: GraphStore;

const time = (hour: number) => `2024-05-06T${String(hour).padStart(2, '0')}:00:00Z`;
const said = (author: string, body: string) => ({ author, body, createdAt: time(11), updatedAt: time(11) });
const work = (owner: string, number: number, kind: string) => ({
  id: `${kind}_${owner}_${String(number)}`,
  number,
  url: `https://github.com/${owner}/engine/${String(number)}`,
  title: `${kind} ${String(number)} of ${owner}`,
  body: 'What it is about.',
  state: 'CLOSED',
  author: 'ada',
  labels: ['bug'],
  assignees: ['ada'],
  createdAt: time(8),
  updatedAt: new Date(Date.parse(time(13)) + number * 1_000).toISOString(),
  closedAt: time(13),
});
const review = (id: string) => ({
  id,
  author: 'grace',
  state: 'APPROVED',
  body: 'Fine.',
  createdAt: time(10),
  updatedAt: time(10),
  // More than one page of an answer.
  comments: Array.from({ length: 23 }, (_, number) => said('', `Remark ${String(number)}`)),
});

/** A repository with sixty pull requests, which are two pages, and one issue. */
const makeArchive = (owner: string): RepositoryArchive =>
  RepositoryArchive.parse({
    repo: `${owner}/engine`,
    issues: [{ ...work(owner, 100, 'Issue'), comments: [said('grace', 'Me too.')] }],
    pulls: Array.from({ length: 60 }, (_, number) => ({
      ...work(owner, number, 'Pull'),
      mergedAt: time(12),
      mergedBy: 'grace',
      mergeCommit: { oid: `${String(number).padStart(2, '0')}${'a'.repeat(38)}` },
      baseRefName: 'main',
      headRefName: `branch-${String(number)}`,
      comments: [said('grace', 'Nice.')],
      reviews: number === 0 ? [review(`Review_${owner}`)] : [],
    })),
  });

async function begin(archives: readonly RepositoryArchive[]): Promise<void> {
  server = new GithubServer(archives);
  await server.listen();
  folder = mkdtempSync(join(tmpdir(), 'cairn-github-'));
  stores = new GraphStores(folder, { derive: deriveNow });
  store = await stores.open(acme);
}
afterEach(async () => {
  server.close();
  await stores.close();
  rmSync(folder, { recursive: true });
});

const hosts = () => [new URL(server.url).host];
const settingsFor = (owner: string, token = TOKEN) =>
  githubConnector.settings.parse({ owner, token, host: server.url, repositories: '' });
const create = (owner: string, token?: string) =>
  githubConnector.create({
    orgId: acme,
    settings: settingsFor(owner, token),
    folders: [],
    fetch: createGuardedFetch({ allowed: hosts() }),
  });

async function sourceAt(sourceId: string): Promise<SourceRow> {
  const source = (await readSources(store)).find(({ id }) => id === sourceId);
  if (!source) throw new Error('there is no such source');
  return source;
}

async function run(
  sourceId: string,
  kind: SourceTask['kind'] = 'ingest',
  signal = new AbortController().signal,
) {
  const context = { connectors: CONNECTORS, writer: writerOf(store), secrets: { token: TOKEN }, signal };
  await runTask({ orgId: acme, sourceId, kind }, { ...context, hosts: hosts() });
  return (await sourceAt(sourceId)).state;
}

async function add(owner: string): Promise<string> {
  const { id, name, settings } = await create(owner);
  await addSource(store, { id, type: 'github', settings, name, state: NEW_SOURCE });
  return id;
}

const numberIn = async (table: string, where = 'true') => {
  const [row] = await store.rows<{ n: number }>(
    `SELECT count(*)::INTEGER AS n FROM "${table}" WHERE ${where}`,
  );
  return row?.n;
};

const READ_AT = new Set(['firstSeen', 'lastSeen', 'dataVersion', 'batch']);

/** Every row, but for when it was read. */
async function everything(): Promise<string[]> {
  const found: string[] = [];
  for (const table of [...KINDS.map(({ name }) => name), 'Relation', 'SourceRecord']) {
    const rows = await store.rows<Record<string, unknown>>(`SELECT * FROM "${table}"`);
    const plain = rows.map((row) => Object.entries(row).filter(([name]) => !READ_AT.has(name)));
    found.push(...plain.map((row) => `${table} ${JSON.stringify(row)}`));
  }
  return found.toSorted();
}

describe('an owner on GitHub', () => {
  beforeEach(() => begin([makeArchive('acme'), makeArchive('other')]));

  it('brings repositories, pull requests, reviews, issues, comments and people, lists longer than a page included', async () => {
    expect(await run(await add('acme'))).toMatchObject({ status: 'active', error: null });
    expect(await numberIn('Repository')).toBe(1);
    expect(await numberIn('PullRequest', 'merged')).toBe(60);
    expect(await numberIn('PullRequestReview')).toBe(1);
    expect(await numberIn('PullRequestReviewComment')).toBe(23);
    expect(await numberIn('DiscussionComment')).toBe(60);
    expect(await numberIn('Issue', `"closedAt" IS NOT NULL`)).toBe(1);
    expect(await numberIn('IssueComment')).toBe(1);
    expect(await store.rows('SELECT name FROM "Person" ORDER BY name')).toEqual([
      { name: 'ada' },
      { name: 'grace' },
    ]);
    const [first] = await store.rows(
      'SELECT "clockPickupTime"::INTEGER AS pickup FROM "PullRequest" WHERE number = 0',
    );
    expect(first).toEqual({ pickup: 7_200 });
  });

  it('costs one request when nothing has changed, and writes no row', async () => {
    const id = await add('acme');
    await run(id);
    const [before, payloads] = [await everything(), await numberIn('RawPayload')];
    server.asked.length = 0;
    await run(id);
    expect(server.asked).toEqual(['repositories']);
    expect(await numberIn('RawPayload')).toBe(payloads);
    expect(await everything()).toEqual(before);
  });

  it('is the same graph when its rows are built again', async () => {
    const id = await add('acme');
    await run(id);
    const before = await everything();
    server.asked.length = 0;
    await run(id, 'renormalise');
    expect(await everything()).toEqual(before);
    expect(server.asked).toEqual([]);
  });

  it('is the same graph after a fault at any request', async () => {
    const id = await add('acme');
    await run(id);
    const whole = await everything();
    const requests = server.asked.length;
    for (let number = 1; number < requests; number++) {
      await writerOf(store).commit(
        removalStatements(githubConnector, { orgId: acme, source: await sourceAt(id) }),
      );
      await add('acme');
      server.asked.length = 0;
      server.faults.set(number - 1, number % 2 ? { kind: 'cut' } : { kind: 'status', status: 502 });
      expect(await run(id)).toMatchObject({ status: 'error', resumeAt: expect.any(String) as string });
      server.faults.clear();
      expect(await run(id)).toMatchObject({ status: 'active', error: null });
      expect(await everything()).toEqual(whole);
    }
  });

  it('does not mix with another that has a repository of the same name, and leaves alone', async () => {
    const mine = await add('acme');
    await run(mine);
    const alone = await everything();
    const theirs = await add('other');
    await run(theirs);
    expect(await numberIn('PullRequest')).toBe(120);
    const source = await sourceAt(theirs);
    await writerOf(store).commit(removalStatements(githubConnector, { orgId: acme, source }));
    if ((await sourceAt(mine)).state.outdated) await run(mine, 'renormalise');
    expect(await everything()).toEqual(alone);
  });
});

describe('what GitHub refuses', () => {
  beforeEach(() => begin([makeArchive('acme')]));

  it('for a time goes on at the moment that it names, in words', async () => {
    const id = await add('acme');
    const reset = Math.floor(Date.now() / 1_000) + 1_200;
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) };
    server.faults.set(server.asked.length + 1, { kind: 'status', status: 403, headers });
    const state = await run(id);
    const clock = new Date(reset * 1_000).toISOString().slice(11, 16);
    expect(state.error?.message).toBe(
      `GitHub's limit is reached. Reading goes on by itself at ${clock} UTC.`,
    );
    const plan = (await readPlans(store))(id);
    const due = nextRunOf(plan, state, 'UTC') ?? 0;
    expect(Math.abs(due / 1_000 - reset)).toBeLessThan(5);
    expect(nextRunOf({ ...plan, schedule: { kind: 'manual' } }, state, 'UTC')).toBe(due);
    expect(nextRunOf({ ...plan, paused: true }, state, 'UTC')).toBeNull();
    expect(await run(id)).toMatchObject({ status: 'active', error: null });
    expect((await sourceAt(id)).state.resumeAt).toBeUndefined();
  });

  it('is waited for longer each time that the same fault comes', async () => {
    const id = await add('acme');
    const waits: number[] = [];
    for (let times = 0; times < 3; times++) {
      server.faults.set(server.asked.length, { kind: 'status', status: 500 });
      const { resumeAt = '' } = await run(id);
      waits.push(Math.round((Date.parse(resumeAt) - Date.now()) / 60_000));
    }
    expect(waits).toEqual([1, 2, 4]);
  });

  it('as a token is told before anything is kept, and when the token is revoked later', async () => {
    server.tokens.add(TOKEN);
    const refused = create('acme', 'another token');
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(refused).rejects.toThrow(/does not accept the token/);
    await expect(create('nobody')).rejects.toThrow(/no owner nobody/);
    const id = await add('acme');
    server.tokens.clear();
    server.tokens.add('another token');
    const { error, resumeAt } = await run(id);
    expect(error?.message).toMatch(/expired or was revoked/);
    expect(resumeAt).toBeUndefined();
    expect(JSON.stringify(await readSources(store))).not.toContain(TOKEN);
  });

  it('is an internal host that the installation does not allow', async () => {
    const request = { orgId: acme, settings: settingsFor('acme'), folders: [] };
    const created = githubConnector.create({ ...request, fetch: createGuardedFetch({ allowed: [] }) });
    await expect(created).rejects.toThrow(/internal network/);
    expect(server.asked).toEqual([]);
  });
});

const CLOCKS = ['clockPickupTime', 'clockReviewTime', 'clockMergeTime', 'clockCycleTime'] as const;
const YEARS = [2018, 2019, 2020, 2021, 2022];

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? NaN) + (sorted[Math.ceil(half)] ?? NaN)) / 2;
}

/** The clocks of a pull request, counted from the archive alone. */
function measureClocks(
  pull: RepositoryArchive['pulls'][number],
): Record<(typeof CLOCKS)[number], number | null> {
  const at = (moment: string) => Date.parse(moment) / 1_000;
  const merged = at(pull.mergedAt ?? '');
  const others = pull.reviews.filter(
    ({ author, createdAt }) => author !== pull.author && at(createdAt) <= merged,
  );
  const remarks = pull.reviews.flatMap((each) =>
    each.author === pull.author ? [] : [each, ...each.comments].map(({ createdAt }) => at(createdAt)),
  );
  const talk = pull.comments.flatMap(({ author, createdAt }) =>
    author === pull.author ? [] : [at(createdAt)],
  );
  const heard = [...remarks, ...talk].filter((moment) => moment <= merged);
  const reviewed = heard.length > 0 ? Math.min(...heard) : null;
  const last = new Map<string | null, { at: number; approval: number | null; stands: boolean }>();
  for (const { author, state, createdAt } of others.toSorted((a, b) => at(a.createdAt) - at(b.createdAt))) {
    if (state !== 'APPROVED' && state !== 'CHANGES_REQUESTED') continue;
    const stands = state === 'APPROVED';
    const approval = stands ? at(createdAt) : (last.get(author)?.approval ?? null);
    last.set(author, { at: at(createdAt), approval, stands });
  }
  const approvals = [...last.values()].flatMap(({ stands, approval }) =>
    stands && approval !== null ? [approval] : [],
  );
  const approved = approvals.length > 0 ? Math.max(...approvals) : null;
  const created = at(pull.createdAt);
  const span = (from: number | null, to: number) => (from !== null && to >= from ? to - from : null);
  return {
    clockPickupTime: span(created, reviewed ?? approved ?? merged),
    clockReviewTime: span(reviewed, approved ?? merged),
    clockMergeTime: span(approved, merged),
    clockCycleTime: span(created, merged),
  };
}

describe.skipIf(!FILE)('a recorded repository', () => {
  it('arrives whole, and its medians equal a count made apart', async () => {
    const archive = readArchive(FILE ?? '');
    await begin([archive]);
    const state = await run(await add(archive.repo.split('/')[0] ?? ''));
    expect(state).toMatchObject({ status: 'active', error: null });
    const tables = ['Issue', 'PullRequest', 'PullRequestReview'];
    const comments = ['IssueComment', 'DiscussionComment', 'PullRequestReviewComment'];
    expect(await Promise.all(tables.map((table) => numberIn(table)))).toEqual([303, 582, 1_370]);
    expect(await Promise.all(comments.map((table) => numberIn(table)))).toEqual([662, 773, 1_720]);
    for (const year of YEARS) {
      const pulls = archive.pulls.filter(({ mergedAt }) => mergedAt?.startsWith(String(year)));
      const clocks = pulls.map(measureClocks);
      for (const clock of CLOCKS) {
        const [row] = await store.rows<{ n: number }>(
          `SELECT median("${clock}")::DOUBLE AS n FROM "PullRequest" WHERE year("mergedAt") = ${String(year)}`,
        );
        const counted = median(clocks.flatMap((each) => each[clock] ?? []));
        expect([year, clock, row?.n]).toEqual([year, clock, counted]);
      }
    }
  });
});
