import { GithubServer, RepositoryArchive, readArchive } from '@cairn/acceptance';
import { OrgId } from '@cairn/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectedGithub, GITHUB_TOKEN } from '../../../test/github-owner.ts';
import { findRecorded } from '../../../test/recorded-data.ts';
import { readSources } from '../../store/source-row.ts';
import { createGuardedFetch } from '../guarded-fetch/guarded-fetch.ts';
import { nextRunOf, readPlans } from '../schedule/reading-plan.ts';
import { githubConnector } from './connector.ts';

const FILE = findRecorded('ietf/mls-protocol/archive.json.gz');

const acme = OrgId.parse('acme');
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

let github: ConnectedGithub<GithubServer>;
const begin = async (archives: readonly RepositoryArchive[]) => {
  github = await ConnectedGithub.open(new GithubServer(archives));
};
afterEach(() => github.close());

describe('an owner on GitHub', () => {
  beforeEach(() => begin([makeArchive('acme'), makeArchive('other')]));

  it('brings repositories, pull requests, reviews, issues, comments and people, lists longer than a page included', async () => {
    expect(await github.run(await github.add('acme'))).toMatchObject({ status: 'active', error: null });
    expect(await github.numberIn('Repository')).toBe(1);
    expect(await github.numberIn('PullRequest', 'merged')).toBe(60);
    expect(await github.numberIn('PullRequestReview')).toBe(1);
    expect(await github.numberIn('PullRequestReviewComment')).toBe(23);
    expect(await github.numberIn('DiscussionComment')).toBe(60);
    expect(await github.numberIn('Issue', `"closedAt" IS NOT NULL`)).toBe(1);
    expect(await github.numberIn('IssueComment')).toBe(1);
    expect(await github.store.rows('SELECT name FROM "Person" ORDER BY name')).toEqual([
      { name: 'ada' },
      { name: 'grace' },
    ]);
    const [first] = await github.store.rows(
      'SELECT "clockPickupTime"::INTEGER AS pickup FROM "PullRequest" WHERE number = 0',
    );
    expect(first).toEqual({ pickup: 7_200 });
  });

  it('costs one request and one for each list of runs when nothing has changed, and writes no row', async () => {
    const id = await github.add('acme');
    await github.run(id);
    const [before, payloads] = [await github.everything(), await github.numberIn('RawPayload')];
    github.server.asked.length = 0;
    await github.run(id);
    expect(github.server.asked).toEqual(['repositories', 'runs']);
    expect(await github.numberIn('RawPayload')).toBe(payloads);
    expect(await github.everything()).toEqual(before);
  });

  it('is the same graph when its rows are built again', async () => {
    const id = await github.add('acme');
    await github.run(id);
    const before = await github.everything();
    github.server.asked.length = 0;
    await github.run(id, 'renormalise');
    expect(await github.everything()).toEqual(before);
    expect(github.server.asked).toEqual([]);
  });

  it('is the same graph after a fault at any request', async () => {
    const id = await github.add('acme');
    await github.run(id);
    const whole = await github.everything();
    const requests = github.server.asked.length;
    for (let number = 1; number < requests; number++) {
      await github.remove(id);
      await github.add('acme');
      github.server.asked.length = 0;
      github.server.faults.set(number - 1, number % 2 ? { kind: 'cut' } : { kind: 'status', status: 502 });
      expect(await github.run(id)).toMatchObject({ status: 'error', resumeAt: expect.any(String) as string });
      github.server.faults.clear();
      expect(await github.run(id)).toMatchObject({ status: 'active', error: null });
      expect(await github.everything()).toEqual(whole);
    }
  });

  it('does not mix with another that has a repository of the same name, and leaves alone', async () => {
    const mine = await github.add('acme');
    await github.run(mine);
    const alone = await github.everything();
    const theirs = await github.add('other');
    await github.run(theirs);
    expect(await github.numberIn('PullRequest')).toBe(120);
    await github.remove(theirs);
    if ((await github.sourceAt(mine)).state.outdated) await github.run(mine, 'renormalise');
    expect(await github.everything()).toEqual(alone);
  });
});

describe('what GitHub refuses', () => {
  beforeEach(() => begin([makeArchive('acme')]));

  it('for a time goes on at the moment that it names, in words', async () => {
    const id = await github.add('acme');
    const reset = Math.floor(Date.now() / 1_000) + 1_200;
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) };
    github.server.faults.set(github.server.asked.length + 1, { kind: 'status', status: 403, headers });
    const state = await github.run(id);
    expect(state).toMatchObject({ status: 'limited', error: null, erroredAt: null });
    expect(state.failed).toBeUndefined();
    const plan = (await readPlans(github.store))(id);
    const due = nextRunOf(plan, state, 'UTC') ?? 0;
    expect(Math.abs(due / 1_000 - reset)).toBeLessThan(5);
    expect(nextRunOf({ ...plan, schedule: { kind: 'manual' } }, state, 'UTC')).toBe(due);
    expect(nextRunOf({ ...plan, paused: true }, state, 'UTC')).toBeNull();
    expect(await github.run(id)).toMatchObject({ status: 'active', error: null });
    expect((await github.sourceAt(id)).state.resumeAt).toBeUndefined();
  });

  it('is waited for longer each time that the same fault comes', async () => {
    const id = await github.add('acme');
    const waits: number[] = [];
    for (let times = 0; times < 3; times++) {
      github.server.faults.set(github.server.asked.length, { kind: 'status', status: 500 });
      const { resumeAt = '' } = await github.run(id);
      waits.push(Math.round((Date.parse(resumeAt) - Date.now()) / 60_000));
    }
    expect(waits).toEqual([1, 2, 4]);
  });

  it('as a token is told before anything is kept, and when the token is revoked later', async () => {
    github.server.tokens.add(GITHUB_TOKEN);
    const refused = github.create('acme', 'another token');
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(refused).rejects.toThrow(/does not accept the token/);
    await expect(github.create('nobody')).rejects.toThrow(/no owner nobody/);
    const id = await github.add('acme');
    github.server.tokens.clear();
    github.server.tokens.add('another token');
    const { error, resumeAt } = await github.run(id);
    expect(error?.message).toMatch(/expired or was revoked/);
    expect(resumeAt).toBeUndefined();
    expect(JSON.stringify(await readSources(github.store))).not.toContain(GITHUB_TOKEN);
  });

  it('is an internal host that the installation does not allow', async () => {
    const request = { orgId: acme, settings: github.settingsFor('acme'), folders: [] };
    const created = githubConnector.create({ ...request, fetch: createGuardedFetch({ allowed: [] }) });
    await expect(created).rejects.toThrow(/internal network/);
    expect(github.server.asked).toEqual([]);
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
    const state = await github.run(await github.add(archive.repo.split('/')[0] ?? ''));
    expect(state).toMatchObject({ status: 'active', error: null });
    const tables = ['Issue', 'PullRequest', 'PullRequestReview'];
    const comments = ['IssueComment', 'DiscussionComment', 'PullRequestReviewComment'];
    expect(await Promise.all(tables.map((table) => github.numberIn(table)))).toEqual([303, 582, 1_370]);
    expect(await Promise.all(comments.map((table) => github.numberIn(table)))).toEqual([662, 773, 1_720]);
    for (const year of YEARS) {
      const pulls = archive.pulls.filter(({ mergedAt }) => mergedAt?.startsWith(String(year)));
      const clocks = pulls.map(measureClocks);
      for (const clock of CLOCKS) {
        const [row] = await github.store.rows<{ n: number }>(
          `SELECT median("${clock}")::DOUBLE AS n FROM "PullRequest" WHERE year("mergedAt") = ${String(year)}`,
        );
        const counted = median(clocks.flatMap((each) => each[clock] ?? []));
        expect([year, clock, row?.n]).toEqual([year, clock, counted]);
      }
    }
  });
});
