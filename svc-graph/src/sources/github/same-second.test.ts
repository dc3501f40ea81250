import { GithubServer, RepositoryArchive, SAMPLE_OWNER } from '@cairn/acceptance';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { ConnectedGithub } from '../../../test/github-owner.ts';

type Archive = z.input<typeof RepositoryArchive>;
const { time, workflowRun, branch } = SAMPLE_OWNER;
const SECOND = time(9);

const issue = (number: number) => ({
  id: `I_${String(number)}`,
  number,
  url: `https://github.com/acme/engine/issues/${String(number)}`,
  title: `Issue ${String(number)}`,
  body: '',
  state: 'OPEN',
  author: 'ada',
  labels: [],
  assignees: [],
  createdAt: SECOND,
  updatedAt: SECOND,
  closedAt: null,
  comments: [],
});
const run = (id: number) => workflowRun(id, 'Checks', { created_at: time(8), updated_at: SECOND });
const archive = (more: Partial<Archive>) =>
  RepositoryArchive.parse({
    repo: 'acme/engine',
    defaultBranch: 'main',
    issues: [],
    pulls: [],
    pushedAt: SECOND,
    ...more,
  });

let github: ConnectedGithub<GithubServer>;
let source: string;
const setClock = (seconds: number) => vi.setSystemTime(Date.parse(SECOND) + seconds * 1_000);
const read = async () => {
  github.server.asked.length = 0;
  expect(await github.run(source)).toMatchObject({ status: 'active', error: null });
};
const asked = (name: string) => github.server.asked.filter((each) => each === name).length;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  setClock(0.2);
  const first = archive({ issues: [issue(1)], runs: [run(1)], branches: [branch('main', 'a')] });
  github = await ConnectedGithub.open(new GithubServer([first]));
  source = await github.add('acme');
  await read();
});
afterEach(async () => {
  vi.useRealTimers();
  await github.close();
});

it('is not lost what changes in the second of the latest change, after that was read', async () => {
  const more = { issues: [issue(1), issue(2)], runs: [run(1), run(2)] };
  // A branch that takes the place of another leaves their number as it was.
  github.server.serves([archive({ ...more, branches: [branch('topic', 'b')] })]);
  setClock(30);
  await read();
  expect(await github.numberIn('Issue')).toBe(2);
  expect(await github.numberIn('CicdPipeline')).toBe(2);
  expect(await github.store.rows('SELECT name FROM "Branch" ORDER BY name')).toEqual([
    { name: 'main' },
    { name: 'topic' },
  ]);
});

it('is read once more, and no further once that second is over for sure', async () => {
  setClock(200);
  await read();
  expect([asked('issues'), asked('refs')]).toEqual([1, 1]);
  await read();
  expect(github.server.asked).toEqual(['repositories', 'runs']);
});

it('has a run that ends in the second in which it was read', async () => {
  const states = () => github.store.rows('SELECT state FROM "CicdPipeline"');
  expect(await states()).toEqual([{ state: 'success' }]);
  const runs = [{ ...run(1), conclusion: 'failure' }];
  github.server.serves([archive({ issues: [issue(1)], runs, branches: [branch('main', 'a')] })]);
  await read();
  expect(await states()).toEqual([{ state: 'failed' }]);
});
