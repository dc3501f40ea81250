import { GithubServer, RepositoryArchive, SAMPLE_OWNER } from '@cairn/acceptance';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ConnectedGithub } from '../../../test/github-owner.ts';

type Archive = z.input<typeof RepositoryArchive>;
const { time, workflowRun, branch, team, archive: ENGINE } = SAMPLE_OWNER;

const archives = (more: Partial<Archive> = {}) => [RepositoryArchive.parse({ ...ENGINE, ...more })];

let github: ConnectedGithub<GithubServer>;
let source: string;
const begin = async (more: Partial<Archive> = {}) => {
  github = await ConnectedGithub.open(new GithubServer(archives(more)));
  source = await github.add('acme');
};
afterEach(() => github.close());
const rows = (sql: string) => github.store.rows(sql);
const read = async () => {
  const state = await github.run(source);
  expect(state).toMatchObject({ status: 'active', error: null });
  return state;
};

describe('what an owner plans and publishes', () => {
  beforeEach(async () => {
    await begin();
    await read();
  });

  it('makes sprints of milestones, with the issues that were in them from when until when', async () => {
    expect(
      await rows(
        `SELECT name, state, day("startDate")::INTEGER AS start, day("endDate")::INTEGER AS end, goal FROM "Sprint" ORDER BY name`,
      ),
    ).toEqual([
      { name: 'one', state: 'closed', start: 1, end: 20, goal: 'What it is for.' },
      { name: 'two', state: 'active', start: 1, end: 20, goal: 'What it is for.' },
    ]);
    expect(
      await rows(`SELECT s.name, day(r.since)::INTEGER AS since, day(r.until)::INTEGER AS until FROM "Relation" r
        JOIN "Sprint" s ON s.uuid = r."toUuid" WHERE relation = 'inSprint' ORDER BY since`),
    ).toEqual([
      { name: 'one', since: 3, until: 4 },
      { name: 'two', since: 4, until: null },
    ]);
    expect(
      await rows(`SELECT s.name FROM "Issue" i JOIN "Sprint" s ON s.uuid = i."currentSprintUuid"`),
    ).toEqual([{ name: 'two' }]);
  });

  it('makes releases, of which drafts are none yet', async () => {
    expect(
      await rows(
        `SELECT "releaseName" AS name, "tagName" AS tag, status, draft, day("publishedAt")::INTEGER AS at FROM "Release" ORDER BY tag`,
      ),
    ).toEqual([
      { name: 'The v1 release', tag: 'v1', status: 'released', draft: false, at: 5 },
      { name: 'The v2 release', tag: 'v2', status: 'draft', draft: true, at: null },
    ]);
  });

  it('has branches, the one that a merged pull request left included, and says which are gone', async () => {
    const branches = `SELECT name, status FROM "Branch" ORDER BY name`;
    const [faster, main] = [
      { name: 'faster', status: 'deleted' },
      { name: 'main', status: 'default' },
    ];
    expect(await rows(branches)).toEqual([faster, main, { name: 'topic', status: 'active' }]);
    github.server.serves(archives({ branches: [branch('main', 'c')], pushedAt: time(10) }));
    await read();
    expect(await rows(branches)).toEqual([faster, main, { name: 'topic', status: 'deleted' }]);
  });

  it('leads a pull request to its branch and to its commits, more than a page included', async () => {
    expect(
      await rows(`SELECT commits::INTEGER AS commits, b.name, count(r."toUuid")::INTEGER AS edges FROM "PullRequest" p
        JOIN "Branch" b ON b.uuid = p."branchUuid" JOIN "Relation" r ON r."fromUuid" = p.uuid AND r.relation = 'hasCommit' GROUP BY ALL`),
    ).toEqual([{ commits: 12, name: 'faster', edges: 12 }]);
  });
});

describe('what an owner runs and deploys', () => {
  const pipelines = `SELECT name, state, environment, "isDeployment" AS deploys, "deployedAt" IS NOT NULL AS live
    FROM "CicdPipeline" ORDER BY "externalId"`;

  it('counts a deployment once: by its record, and by the name of a run where there is none', async () => {
    await begin();
    await read();
    expect(await rows(pipelines)).toEqual([
      {
        name: 'Deploy to production',
        state: 'success',
        environment: 'production',
        deploys: true,
        live: true,
      },
      { name: 'Deploy to staging', state: 'failed', environment: 'staging', deploys: true, live: false },
      { name: 'Deploy to staging', state: 'queued', environment: 'staging', deploys: true, live: false },
      { name: 'Checks', state: 'failed', environment: null, deploys: false, live: false },
      {
        name: 'Deploy to production',
        state: 'success',
        environment: 'production',
        deploys: false,
        live: false,
      },
      {
        name: 'Deploy to the lab test',
        state: 'success',
        environment: 'development',
        deploys: true,
        live: false,
      },
      { name: 'Deploy a preview', state: 'success', environment: null, deploys: false, live: false },
      { name: 'Checks', state: 'running', environment: null, deploys: false, live: false },
      { name: 'Checks', state: 'cancelled', environment: null, deploys: false, live: false },
    ]);
    const [pull] = await rows('SELECT day("deployedAt")::INTEGER AS at FROM "PullRequest"');
    expect(pull).toEqual({ at: 6 });
  });

  it('counts a run that deploys to production where no record says so', async () => {
    await begin({ deployments: [] });
    await read();
    expect(
      await rows(`SELECT "externalId" AS id FROM "CicdPipeline" WHERE "deployedAt" IS NOT NULL`),
    ).toEqual([{ id: 'W_2' }]);
  });

  it('leads a run to the pull request that it was for: by its branch, its commit or its number', async () => {
    const at = (letter: string, more: object) => ({ head_sha: letter.repeat(40), ...more });
    const runs = [
      workflowRun(1, 'Pushed to its branch', at('3', { head_branch: 'faster' })),
      workflowRun(2, 'From a fork', at('b', { event: 'pull_request', head_branch: 'main' })),
      workflowRun(3, 'Named by it', at('4', { head_branch: 'renamed', pull_requests: [{ number: 2 }] })),
      workflowRun(4, 'On another branch', at('4', { head_branch: 'other' })),
      workflowRun(5, 'On the default branch', at('b', { head_branch: 'main' })),
      workflowRun(6, 'Of no pull request', at('f', { head_branch: 'faster' })),
    ];
    await begin({ runs, deployments: [], jobs: {} });
    await read();
    expect(
      await rows(`SELECT c.name, p."prNumber" AS pull FROM "Relation" r JOIN "CicdPipeline" c ON c.uuid = r."fromUuid"
        JOIN "PullRequest" p ON p.uuid = r."toUuid" WHERE relation = 'ranFor' ORDER BY c."externalId"`),
    ).toEqual([
      { name: 'Pushed to its branch', pull: '#2' },
      { name: 'From a fork', pull: '#2' },
      { name: 'Named by it', pull: '#2' },
    ]);
    // Once for all of them.
    expect(github.server.asked.filter((name) => name === 'runPulls')).toHaveLength(1);
  });

  it('tells the jobs of a run in their order, and of an old or unfinished run none', async () => {
    await begin();
    await read();
    const [run] = await github.store.rows<{ jobs: string; duration: number }>(
      `SELECT jobs::VARCHAR AS jobs, duration::INTEGER AS duration FROM "CicdPipeline" WHERE "externalId" = 'W_1'`,
    );
    expect(run?.duration).toBe(3_600);
    expect(JSON.parse(run?.jobs ?? '')).toEqual([
      { name: 'build', result: 'success', startedAt: time(7, 9), duration: 3_600 },
      { name: 'test', result: 'failed', startedAt: time(7, 9), duration: 3_600 },
      { name: 'pack', result: 'skipped', startedAt: null, duration: null },
    ]);
    expect(github.server.asked.filter((name) => name === 'jobs')).toHaveLength(4);
  });

  it('asks again for what changed alone: a run that was not over, and new ones', async () => {
    const many = Array.from({ length: 230 }, (_, index) =>
      workflowRun(1_000 + index, 'Checks', { created_at: time(1, index % 24), updated_at: time(2) }),
    );
    await begin({ runs: [...(ENGINE.runs ?? []), ...many], jobs: {} });
    await read();
    expect(github.server.asked.filter((name) => name === 'runs')).toHaveLength(3);
    expect(await github.numberIn('CicdPipeline')).toBe(239);
    github.server.asked.length = 0;
    await read();
    expect(github.server.asked).toEqual(['repositories', 'runs']);
    const ended = workflowRun(5, 'Checks', { updated_at: time(8) });
    const fresh = workflowRun(7, 'Checks', { created_at: time(9), updated_at: time(9, 9) });
    const runs = [...(ENGINE.runs ?? []).filter(({ id }) => id !== 5), ended, fresh, ...many];
    github.server.serves(archives({ runs }));
    github.server.asked.length = 0;
    await read();
    expect(github.server.asked).toEqual(['repositories', 'runs', 'jobs', 'jobs']);
    expect(
      await github.numberIn('CicdPipeline', `state = 'success' AND "externalId" IN ('W_5', 'W_7')`),
    ).toBe(2);
  });
});

describe('the teams of an organization', () => {
  const members = `SELECT t.name AS team, p.name, r.role, r.until IS NULL AS now, r.since = t."createdAt" AS "fromStart"
    FROM "Relation" r JOIN "Team" t ON t.uuid = r."toUuid" JOIN "Person" p ON p.uuid = r."fromUuid"
    WHERE relation = 'memberOf' ORDER BY 1, 2`;

  it('have their members, and those who join or leave do so when it is seen', async () => {
    await begin();
    await read();
    const ada = { team: 'core', name: 'ada', role: 'maintainer', now: true, fromStart: true };
    const alan = { team: 'docs', name: 'alan', role: 'maintainer', now: true, fromStart: true };
    const grace = { team: 'core', name: 'grace', role: 'member', now: true, fromStart: true };
    expect(await rows(members)).toEqual([ada, grace, alan]);
    expect(
      await rows(
        `SELECT t.name, up.name AS parent FROM "Team" t LEFT JOIN "Team" up ON up.uuid = t."parentUuid" ORDER BY 1`,
      ),
    ).toEqual([
      { name: 'core', parent: null },
      { name: 'docs', parent: 'core' },
    ]);
    github.server.serves(archives({ teams: [team('core', ['ada', 'alan'])] }));
    await read();
    expect(await rows(members)).toEqual([
      ada,
      { team: 'core', name: 'alan', role: 'member', now: true, fromStart: false },
      { ...grace, role: null, now: false },
      { ...alan, role: null, now: false },
    ]);
    expect(await rows(`SELECT name FROM "Team" WHERE deleted`)).toEqual([{ name: 'docs' }]);
  });

  it('are none of a user', async () => {
    await begin({ teams: [] });
    expect(await read()).toMatchObject({ notes: [] });
    expect(await github.numberIn('Team')).toBe(0);
  });
});

describe('what a token may not read', () => {
  it('is said in words, and the rest is read; a later reading does not ask for it again', async () => {
    await begin();
    for (const part of ['teams', 'deployments', 'runs']) github.server.refused.add(part);
    expect((await read()).notes).toEqual([
      'Deployments are not read: the token may not see them.',
      'Teams are not read: the token lacks the scope read:org.',
      'Runs of workflows of engine are not read: Actions are off there, or the token may not see them.',
    ]);
    expect(await github.numberIn('PullRequest')).toBe(1);
    expect(await github.numberIn('Sprint')).toBe(2);
    expect(await github.numberIn('CicdPipeline')).toBe(0);
    github.server.asked.length = 0;
    expect((await read()).notes).toHaveLength(3);
    expect(github.server.asked).toEqual(['repositories', 'runs']);
    github.server.refused.delete('runs');
    expect((await read()).notes).toHaveLength(2);
    expect(await github.numberIn('CicdPipeline')).toBe(6);
  });

  it('for a time, of the runs too, goes on when GitHub says so', async () => {
    await begin();
    const before = github.server.asked.length;
    await read();
    const runs = github.server.asked.indexOf('runs', before);
    await github.remove(source);
    await github.add('acme');
    const reset = String(Math.floor(Date.now() / 1_000) + 600);
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
    const number = github.server.asked.length + runs - before;
    github.server.faults.set(number, { kind: 'status', status: 403, headers });
    const { status, error, notes, resumeAt } = await github.run(source);
    expect([status, error, notes]).toEqual(['limited', null, []]);
    expect(Date.parse(resumeAt ?? '')).toBeGreaterThanOrEqual(Number(reset) * 1_000);
  });

  it('that a question meets is a limit and no fault, though its answer holds errors alone', async () => {
    await begin();
    github.server.trouble.plan({ kind: 'limit' });
    expect(await github.run(source)).toMatchObject({ status: 'limited', error: null });
  });

  it('goes on after a fault at any request with the same graph', async () => {
    await begin();
    await read();
    const whole = (await github.everything()).filter((row) => !row.startsWith('Relation'));
    const requests = github.server.asked.length;
    for (let number = 1; number < requests; number += 2) {
      await github.remove(source);
      await github.add('acme');
      github.server.asked.length = 0;
      github.server.faults.set(
        number - 1,
        number % 4 === 1 ? { kind: 'cut' } : { kind: 'status', status: 502 },
      );
      expect(await github.run(source)).toMatchObject({
        status: 'error',
        resumeAt: expect.any(String) as string,
      });
      github.server.faults.clear();
      await read();
      expect((await github.everything()).filter((row) => !row.startsWith('Relation'))).toEqual(whole);
    }
  });

  it('gives the same graph when it is built again', async () => {
    await begin();
    await read();
    const before = await github.everything();
    await github.run(source, 'renormalise');
    expect(await github.everything()).toEqual(before);
  });
});
