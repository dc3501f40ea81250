import { OrgId } from '@cairn/contracts';
import { deriveNow } from '../src/derive/derive.ts';
import { writerOf } from '../src/store/graph-writer.ts';
import { type Load, PUBLISH, type Row, loadStatements } from '../src/store/load.ts';
import { naturalKey } from '../src/store/natural-key.ts';
import { keyUuid } from '../src/store/uuid.ts';
import { openSourceApp } from './source-app.ts';

export const ACME = OrgId.parse('acme');
export const uuid = (key: string) => keyUuid(ACME, key);
export const API = uuid(naturalKey.Repository({ repository: 'github.com/acme/api' }));
export const WEB = uuid(naturalKey.Repository({ repository: 'github.com/acme/web' }));
export const SHA = 'a'.repeat(40);
export const COMMIT = uuid(naturalKey.Commit({ sha: SHA }));
export const [ISSUE, PULL, TASK] = [uuid('issue'), uuid('pull'), uuid('task')];
const at = (time: string) => Date.parse(time) / 1_000;

export const load = (table: string, ...rows: Row[]): Load => ({ table, rows });
export const there = (name: string, url: string) => ({
  name,
  sourceUrl: `https://github.com/acme/${url}`,
  deleted: false,
});
const GITHUB: readonly Load[] = [
  load(
    'Repository',
    { uuid: API, fullName: 'acme/api', ...there('api', 'api') },
    { uuid: WEB, fullName: 'acme/web', ...there('web', 'web') },
  ),
  load('Commit', { uuid: COMMIT, sha: SHA, repositoryUuid: API, deleted: false }),
  load(
    'Issue',
    { uuid: ISSUE, issueKey: 'CAIRN-12', repositoryUuid: null, ...there('Mend it', 'browse/CAIRN-12') },
    { uuid: TASK, issueKey: '#6', repositoryUuid: API, ...there('A task', 'api/issues/6') },
  ),
  load('PullRequest', {
    uuid: PULL,
    number: 5,
    repositoryUuid: API,
    mergedAt: at('2026-03-02T09:00:00Z'),
    mergeCommitUuid: COMMIT,
    ...there('Faster', 'api/pull/5'),
  }),
  load('CicdPipeline', {
    uuid: uuid('record'),
    integration: 'github',
    isDeployment: true,
    result: 'success',
    environment: 'production',
    repositoryUuid: API,
    finishedAt: at('2026-03-02T10:00:05Z'),
    ...there('Deploy to production', 'api/deployments'),
  }),
];

export const deployment = {
  id: 'run-1',
  repository: 'acme/api',
  environment: 'production',
  commit: SHA,
  startedAt: '2026-03-02T09:50:00Z',
  finishedAt: '2026-03-02T10:00:00Z',
};
export const incident = {
  id: 'INC-1',
  title: 'Down',
  repository: 'acme/api',
  detectedAt: '2026-03-02T11:00:00Z',
};
export const release = {
  id: 'rel-1',
  repository: 'acme/api',
  tag: 'v1',
  publishedAt: '2026-03-02T10:00:00Z',
};
export const note = (on: string, more: object = {}) => ({
  id: `note on ${on}`,
  on,
  text: 'Feature flag turned on',
  at: '2026-03-02T12:00:00Z',
  ...more,
});

/** svc-graph with what GitHub and Jira know of two repositories, and with a source for what is pushed. */
export async function openPushApp() {
  const app = await openSourceApp([], { derive: deriveNow });
  const store = await app.stores.open(ACME);
  const publish = (...loads: Load[]) => writerOf(store).commit([...loads.flatMap(loadStatements), PUBLISH]);
  await publish(...GITHUB);
  const made = await app.call('create-source', { type: 'push', settings: { name: 'Pipelines' } });
  await app.idle();
  return {
    ...app,
    sourceId: (made.data as { id: string }).id,
    publish,
    version: () => store.dataVersion(),
    /** Everything that sources bring, in an order. */
    graph: async () => ({
      runs: await app.rows('SELECT * FROM "CicdPipeline" ORDER BY uuid'),
      issues: await app.rows('SELECT * FROM "Issue" ORDER BY uuid'),
      releases: await app.rows('SELECT * FROM "Release" ORDER BY uuid'),
      events: await app.rows('SELECT * FROM "Event" ORDER BY uuid'),
      edges: await app.rows('SELECT * FROM "Relation" ORDER BY ALL'),
      payloads: await app.rows('SELECT kind, decode(payload) AS body FROM "RawPayload" ORDER BY 2'),
    }),
  };
}
export type PushApp = Awaited<ReturnType<typeof openPushApp>>;

/** What became of each thing of a message. */
export const outcomesIn = (answer: { data: unknown }) =>
  (answer.data as { outcome: string }[]).map(({ outcome }) => outcome);
/** The error of a message that was refused. */
export const refusalIn = (answer: { text: string }) =>
  (JSON.parse(answer.text) as { error: { code: string; message: string } }).error;
