import type { z } from 'zod';
import { type RepositoryArchive, actorNode } from './archive.ts';

type Archive = z.input<typeof RepositoryArchive>;

const time = (day: number, hour = 8) =>
  `2024-05-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`;
const sha = (letter: string) => letter.repeat(40);
const user = { login: 'ada', node_id: actorNode('ada')?.id, type: 'User' };

const milestone = (title: string, more: object = {}) => ({
  id: `M_${title}`,
  title,
  description: 'What it is for.',
  url: `https://github.com/acme/engine/milestone/${title}`,
  state: 'OPEN',
  createdAt: time(1),
  updatedAt: time(9),
  closedAt: null,
  dueOn: time(20),
  creator: actorNode('ada'),
  ...more,
});
const release = (tagName: string, more: object = {}) => ({
  id: `R_${tagName}`,
  name: `The ${tagName} release`,
  tagName,
  description: 'What changed.',
  url: `https://github.com/acme/engine/releases/${tagName}`,
  isDraft: false,
  isPrerelease: false,
  createdAt: time(5),
  updatedAt: time(5),
  publishedAt: time(5),
  author: actorNode('ada'),
  tagCommit: { oid: sha('a') },
  ...more,
});
const deployment = (
  id: string,
  environment: string,
  states: readonly [string, string][],
  more: object = {},
) => ({
  id,
  environment,
  latestEnvironment: environment,
  createdAt: time(6),
  updatedAt: states[0]?.[1] ?? time(6),
  commitOid: sha('a'),
  ref: { name: 'main' },
  creator: actorNode('ada'),
  // The latest one comes first.
  statuses: { nodes: states.map(([state, createdAt]) => ({ state, createdAt })) },
  ...more,
});
const workflowRun = (id: number, name: string, more: object = {}) => ({
  id,
  node_id: `W_${String(id)}`,
  name,
  path: `.github/workflows/${String(id)}.yml`,
  event: 'push',
  status: 'completed',
  conclusion: 'success',
  head_branch: 'main',
  head_sha: sha('a'),
  html_url: `https://github.com/acme/engine/actions/runs/${String(id)}`,
  created_at: time(7),
  updated_at: time(7, 10),
  run_attempt: 1,
  run_started_at: time(7, 9),
  actor: user,
  repository: { id: 1 },
  head_repository: { id: 1 },
  ...more,
});
const job = (name: string, conclusion: string) => ({
  name,
  status: 'completed',
  conclusion,
  started_at: time(7, 9),
  completed_at: time(7, 10),
});
const branch = (name: string, letter: string) => ({
  name,
  target: { oid: sha(letter), committedDate: time(4) },
});
const team = (name: string, members: readonly string[], more: object = {}) => ({
  id: `T_${name}`,
  name,
  description: `They look after ${name}.`,
  url: `https://github.com/orgs/acme/teams/${name}`,
  createdAt: time(1),
  updatedAt: time(1),
  parentTeam: null,
  members: members.map((login, index) => ({
    role: index === 0 ? 'MAINTAINER' : 'MEMBER',
    node: actorNode(login),
  })),
  ...more,
});
const ENGINE: Archive = {
  repo: 'acme/engine',
  pushedAt: time(8),
  defaultBranch: 'main',
  issues: [
    {
      id: 'Issue_1',
      number: 1,
      url: 'https://github.com/acme/engine/issues/1',
      title: 'Slow start',
      body: '',
      state: 'OPEN',
      author: 'ada',
      labels: [],
      assignees: [],
      createdAt: time(2),
      updatedAt: time(5),
      closedAt: null,
      comments: [],
      milestone: { id: 'M_two', title: 'two' },
      timelineItems: [
        {
          __typename: 'MilestonedEvent',
          id: 'T1',
          createdAt: time(3),
          actor: actorNode('ada'),
          milestoneTitle: 'one',
        },
        {
          __typename: 'DemilestonedEvent',
          id: 'T2',
          createdAt: time(4),
          actor: actorNode('ada'),
          milestoneTitle: 'one',
        },
        {
          __typename: 'MilestonedEvent',
          id: 'T3',
          createdAt: time(4),
          actor: actorNode('ada'),
          milestoneTitle: 'two',
        },
      ],
    },
  ],
  pulls: [
    {
      id: 'Pull_2',
      number: 2,
      url: 'https://github.com/acme/engine/pull/2',
      title: 'Start faster',
      body: '',
      state: 'MERGED',
      author: 'ada',
      labels: [],
      assignees: [],
      createdAt: time(3),
      updatedAt: time(5),
      closedAt: time(5),
      comments: [],
      mergedAt: time(5),
      mergedBy: 'ada',
      mergeCommit: { oid: sha('a') },
      baseRefName: 'main',
      headRefName: 'faster',
      reviews: [],
      isCrossRepository: false,
      headRef: null,
      commits: Array.from({ length: 12 }, (_, index) => sha(index.toString(16))),
    },
  ],
  milestones: [milestone('one', { state: 'CLOSED', closedAt: time(9) }), milestone('two')],
  releases: [release('v1'), release('v2', { isDraft: true, publishedAt: null, createdAt: time(6) })],
  branches: [branch('main', 'a'), branch('topic', 'b')],
  deployments: [
    deployment('D_1', 'production', [
      ['INACTIVE', time(8)],
      ['SUCCESS', time(6, 10)],
      ['IN_PROGRESS', time(6, 9)],
    ]),
    deployment('D_2', 'staging', [['FAILURE', time(6, 9)]]),
    deployment('D_3', 'staging', []),
  ],
  runs: [
    workflowRun(1, 'Checks', { conclusion: 'failure' }),
    workflowRun(2, 'Deploy to production'),
    workflowRun(3, 'Deploy to the lab test'),
    workflowRun(4, 'Deploy a preview', { event: 'pull_request' }),
    workflowRun(5, 'Checks', { status: 'in_progress', conclusion: null }),
    workflowRun(6, 'Checks', {
      head_repository: { id: 2 },
      conclusion: 'cancelled',
      created_at: '2024-01-01T08:00:00Z',
    }),
  ],
  jobs: { 1: [job('build', 'success'), job('test', 'failure'), job('pack', 'skipped')] },
  teams: [team('core', ['ada', 'grace']), team('docs', ['alan'], { parentTeam: { id: 'T_core' } })],
};

/** An owner with a little of everything that GitHub tells, and what makes more of it. */
export const SAMPLE_OWNER = {
  time,
  workflowRun,
  branch,
  team,
  archive: ENGINE,
};
