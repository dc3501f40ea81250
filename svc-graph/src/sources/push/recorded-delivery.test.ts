import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELIVERY, type DeliveryMeasure } from '@cairn/query';
import type { CsvRow } from '../../../test/recorded-csv.ts';
import {
  REPOSITORY,
  expectedTable,
  hasRecordedGithub,
  recordedPages,
} from '../../../test/recorded-github.ts';
import { deriveNow } from '../../derive/derive.ts';
import { type SourceApp, openSourceApp } from '../../../test/source-app.ts';
import { ACME } from '../../../test/push-app.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { PUBLISH, type Row, loadStatements } from '../../store/load.ts';
import { NEW_SOURCE, addSource } from '../../store/source-row.ts';
import { normaliseGithub } from '../github/normalise.ts';
import { GithubRows } from '../github/rows.ts';
import { payloadStatements } from '../load-payload.ts';

const HOUR = 3_600_000;
const merged = hasRecordedGithub
  ? expectedTable('pull_requests').filter((row) => row['status'] === 'MERGED' && row['merge_commit_sha'])
  : [];
const time = (row: CsvRow, column: string) => Date.parse(row[column] ?? '');
/** Each merge was deployed as many hours later as its place in the list. */
const deployments = merged.map((row, index) => ({
  id: `deployment ${String(index)}`,
  repository: 'panjf2000/ants',
  environment: 'production',
  commit: row['merge_commit_sha'] ?? '',
  finishedAt: new Date(time(row, 'merged_date') + (index + 1) * HOUR).toISOString(),
  pull: row['id'] ?? '',
}));
/** An incident half an hour after every fifth deployment, which took as many hours. */
const incidents = deployments
  .filter((_, index) => index % 5 === 0)
  .map(({ finishedAt }, index) => ({
    id: `INC-${String(index)}`,
    title: 'The pool leaks',
    repository: 'panjf2000/ants',
    detectedAt: new Date(Date.parse(finishedAt) + HOUR / 2).toISOString(),
    resolvedAt: new Date(Date.parse(finishedAt) + (index + 1) * HOUR).toISOString(),
  }));

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [Math.floor((sorted.length - 1) / 2), Math.ceil((sorted.length - 1) / 2)];
  return ((sorted[low] ?? Number.NaN) + (sorted[high] ?? Number.NaN)) / 2;
}

/** When the first commit of each pull request was written, by the recorded rows. */
function firstCommits(): Map<string, number> {
  const first = new Map<string, number>();
  for (const row of expectedTable('pull_request_commits')) {
    const pull = row['pull_request_id'] ?? '';
    first.set(pull, Math.min(first.get(pull) ?? Infinity, time(row, 'commit_authored_date')));
  }
  return first;
}

/** The recorded commits as a clone tells them, since GitHub's own list has no moments. */
function cloneCommits(): Row[] {
  const rows = new GithubRows({ orgId: ACME, sourceId: 'clone' }, REPOSITORY.url);
  const recorded = new Map(
    expectedTable('pull_request_commits').map((row) => [row['commit_sha'] ?? '', row]),
  );
  return [...recorded].map(([sha, row]) => ({
    uuid: rows.commit(sha),
    sha,
    repositoryUuid: rows.repositoryUuid,
    authoredAt: time(row, 'commit_authored_date') / 1_000,
    deleted: false,
  }));
}

describe.skipIf(!hasRecordedGithub)('the measures of delivery over recorded rows of GitHub', () => {
  let app: SourceApp;

  beforeAll(async () => {
    app = await openSourceApp([], { derive: deriveNow });
    const store = await app.stores.open(ACME);
    const source = { id: 'recorded', type: 'github', settings: {}, name: 'panjf2000', state: NEW_SOURCE };
    await addSource(store, source);
    const repository = { id: 'R_1', createdAt: '2018-05-19T03:51:31Z', isArchived: false, ...REPOSITORY };
    const payloads = [
      { kind: 'repositories', body: [{ ...repository, nameWithOwner: 'panjf2000/ants' }] },
      { kind: 'pullRequests', body: recordedPages.pullRequests() },
      { kind: 'issues', body: recordedPages.issues() },
    ];
    const arrived = payloads.map((payload) => {
      const made = normaliseGithub(payload, { orgId: ACME, sourceId: source.id });
      return { payload, made, at: 1 };
    });
    const commits = loadStatements({ table: 'Commit', rows: cloneCommits() });
    await writerOf(store).commit([...payloadStatements(arrived, source.id), ...commits, PUBLISH]);
    await app.call('create-source', { type: 'push', settings: { name: 'Pipelines' } });
    await app.idle();
    const sent = deployments.map(({ pull: _pull, ...deployment }) => deployment);
    const answer = await app.push({ deployments: sent, incidents });
    expect(answer.status, answer.text).toBe(200);
  });
  afterAll(() => app.close());

  /** A word for delivery, asked as its tiles ask. */
  async function ask({ kind, measure, datedBy, part }: DeliveryMeasure): Promise<number> {
    const answer = await app.app.request('/api/acme/graph-search/group-bys', {
      method: 'POST',
      headers: await app.headers({ role: 'viewer' }),
      body: JSON.stringify({
        select: [kind],
        aggregations: [measure],
        filters: [
          { target: kind, attribute: datedBy, comparison: { 'IS NOT EMPTY': [] } },
          ...(part ? [part] : []),
        ],
        format: 'json',
      }),
    });
    const { data } = (await answer.json()) as { data: Record<string, number>[] };
    return Object.values(data[0] ?? {})[0] ?? Number.NaN;
  }

  it('count the deployments to production', async () => {
    expect(deployments.length).toBeGreaterThan(10);
    expect(await ask(DELIVERY.deployments)).toBe(deployments.length);
  });

  it('give the median lead time from the first commit to production as a count apart does', async () => {
    const first = firstCommits();
    const times = deployments.flatMap(({ pull, finishedAt }) => {
      const from = first.get(pull);
      return from === undefined ? [] : [(Date.parse(finishedAt) - from) / 1_000];
    });
    expect(await ask(DELIVERY.leadTimeForChanges)).toBe(median(times));
  });

  it('blame the deployment before each incident, and take the time until it was resolved', async () => {
    expect(await ask(DELIVERY.changeFailureRate)).toBe(incidents.length);
    const times = incidents.map((_, index) => (index + 1) * 3_600);
    expect(await ask(DELIVERY.timeToRestore)).toBe(median(times));
  });
});
