import { CircleciServer } from './circleci-server.ts';

const at = (minute: number) => new Date(Date.UTC(2024, 4, 6, 8, minute)).toISOString();
const sha = (number: number) => `${number.toString(16).padStart(4, '0')}${'c'.repeat(36)}`;
const uuid = (kind: number, number: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;

const job = (workflow: number, nth: number, status: string) => ({
  id: uuid(3, workflow * 10 + nth),
  name: ['build', 'test'][nth] ?? 'ship',
  job_number: workflow * 10 + nth,
  project_slug: 'gh/acme/engine',
  type: 'build',
  status,
  started_at: at(workflow * 10 + nth),
  stopped_at: at(workflow * 10 + nth + 1),
  tests:
    status === 'failed'
      ? ['success', 'failure', 'success'].map((result, each) => ({ name: `t${String(each)}`, result }))
      : [],
});
const workflow = (number: number, name: string, status: string) => ({
  id: uuid(2, number),
  pipeline_id: uuid(1, number),
  name,
  status,
  created_at: at(number * 10),
  stopped_at: at(number * 10 + 9),
  jobs: [job(number, 0, 'success'), job(number, 1, status)],
});
const pipeline = (number: number, slug: string) => ({
  id: uuid(1, number),
  number,
  project_slug: slug,
  state: 'created',
  errors: [],
  created_at: at(number * 10),
  updated_at: at(number * 10),
  trigger: {
    type: 'webhook',
    received_at: at(number * 10),
    actor: { login: number % 3 ? 'ada' : 'grace', avatar_url: null },
  },
  vcs: {
    provider_name: 'GitHub',
    origin_repository_url: `https://github.com/${slug.slice(3)}`,
    target_repository_url: `https://github.com/${slug.slice(3)}`,
    revision: sha(number),
    branch: number % 2 ? 'main' : `topic-${String(number)}`,
    commit: { subject: `Slow start ${String(number)}`, body: '' },
  },
  workflows: [
    workflow(number, number % 4 ? 'build-and-test' : 'deploy-production', number % 5 ? 'success' : 'failed'),
    ...(number % 5
      ? []
      : [{ ...workflow(number, 'build-and-test', 'success'), id: uuid(2, 500 + number), jobs: [] }]),
  ],
});

/** The server of an organization whose pipelines are several pages, in two projects. */
export function serveLongBuilds(): CircleciServer {
  const server = new CircleciServer({
    projects: ['engine', 'web'].map((name) => ({
      slug: `gh/acme/${name}`,
      name,
      organization_slug: 'gh/acme',
      vcs_info: { vcs_url: `https://github.com/acme/${name}`, default_branch: 'main', provider: 'GitHub' },
    })),
    pipelines: Array.from({ length: 16 }, (_, index) =>
      pipeline(index + 1, index % 4 === 3 ? 'gh/acme/web' : 'gh/acme/engine'),
    ),
  });
  server.pageSize = 4;
  return server;
}
