import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../store/load.ts';
import { type Graph, id, load, onIssue, onPull, openGraph, t } from '../../test/derived-graph.ts';

let graph: Graph;
beforeEach(async () => {
  graph = await openGraph();
  await graph.publish(
    load(
      'Repository',
      { uuid: id('api'), name: 'api', projectUuid: id('shop') },
      { uuid: id('web'), name: 'web', projectUuid: id('shop') },
    ),
  );
});
afterEach(() => graph.close());

const HOUR = 3_600;

function deployment(name: string, at: string, more: Row = {}) {
  return load('CicdPipeline', { uuid: id(name), repositoryUuid: id('api'), finishedAt: t(at), ...more });
}
const edge = (relation: string, from: string, to: string) =>
  load('Relation', { relation, fromUuid: id(from), toUuid: id(to) });
const merged = (name: string, at: string, more: Row = {}) =>
  load('PullRequest', {
    uuid: id(name),
    createdAt: t('2026-03-01 10:00'),
    mergedAt: t(at),
    mergeCommitUuid: id(`merge of ${name}`),
    repositoryUuid: id('api'),
    ...more,
  });
const committed = (name: string, at: string) => [
  load('Commit', { uuid: id(`commit of ${name}`), authoredAt: t(at) }),
  edge('hasCommit', name, `commit of ${name}`),
];
const incident = (name: string, at: string, over: string | null = null) => [
  load('Issue', {
    uuid: id(name),
    createdAt: t(at),
    issueType: 'Incident',
    projectUuid: id('shop'),
    status: over === null ? 'To Do' : 'Done',
    statusCategory: over === null ? 'todo' : 'done',
  }),
  load(
    'Event',
    { ...onIssue(name, at, 'To Do', 'todo'), action: 'created' },
    ...(over === null ? [] : [onIssue(name, over, 'Done', 'done')]),
  ),
];
const run = (name: string) => graph.row('SELECT * FROM "CicdPipeline" WHERE uuid = $1', id(name));
const pull = (name: string) => graph.row('SELECT * FROM "PullRequest" WHERE uuid = $1', id(name));

describe('a deployment', () => {
  it('is a run that succeeded in bringing something to production', async () => {
    await graph.publish(
      deployment('prod', '2026-03-02 10:00'),
      deployment('unnamed', '2026-03-02 11:00', { environment: null }),
      deployment('eu', '2026-03-02 12:00', { environment: 'Prod-EU' }),
      deployment('staging', '2026-03-02 13:00', { environment: 'staging' }),
      deployment('failed', '2026-03-02 14:00', { result: 'failed' }),
      deployment('build', '2026-03-02 15:00', { isDeployment: false, environment: null }),
    );
    const rows = await graph.store.rows<{ at_: string }>(
      'SELECT "deployedAt" AS at_ FROM "CicdPipeline" WHERE "deployedAt" IS NOT NULL ORDER BY 1',
    );
    expect(rows.map((row) => row.at_.slice(11, 16))).toEqual(['10:00', '11:00', '12:00']);
    expect(await run('staging')).toMatchObject({ changeFailed: null, recoveryTime: null });
    expect(await run('prod')).toMatchObject({ changeFailed: false, recoveryTime: null });
  });

  it('ends the lead time of what it is the first to carry after the merge', async () => {
    await graph.publish(
      merged('pr', '2026-03-02 10:00'),
      ...committed('pr', '2026-03-01 08:00'),
      deployment('canary', '2026-03-02 09:00'),
      edge('deploys', 'canary', 'commit of pr'),
      deployment('staging', '2026-03-02 11:00', { environment: 'staging' }),
      edge('deploys', 'staging', 'merge of pr'),
      deployment('second', '2026-03-02 15:00'),
      edge('deploys', 'second', 'merge of pr'),
    );
    expect(await pull('pr')).toMatchObject({
      deploymentUuid: id('second'),
      leadTimeForChanges: String(31 * HOUR),
      noLeadTimeForChangesReason: null,
    });
    // An earlier deployment arrives late.
    await graph.publish(deployment('first', '2026-03-02 12:00', { commitUuid: id('merge of pr') }));
    expect(await pull('pr')).toMatchObject({
      deploymentUuid: id('first'),
      deployedAt: '2026-03-02 12:00:00',
      leadTimeForChanges: String(28 * HOUR),
    });
  });

  it('that names no commit carries nothing, and what is in none says so', async () => {
    await graph.publish(
      merged('pr', '2026-03-02 10:00'),
      ...committed('pr', '2026-03-01 08:00'),
      merged('bare', '2026-03-02 10:00'),
      load('PullRequest', { uuid: id('open'), createdAt: t('2026-03-02 10:00') }),
      deployment('empty', '2026-03-02 12:00'),
    );
    expect(await run('empty')).toMatchObject({ deployedAt: '2026-03-02 12:00:00', changeFailed: false });
    const missing = { deployedAt: null, leadTimeForChanges: null };
    expect(await pull('pr')).toMatchObject({
      ...missing,
      noLeadTimeForChangesReason: 'In no deployment to production',
    });
    expect(await pull('open')).toMatchObject({ ...missing, noLeadTimeForChangesReason: 'Not merged yet' });
    await graph.publish(edge('deploys', 'empty', 'merge of bare'));
    expect(await pull('bare')).toMatchObject({
      deployedAt: '2026-03-02 12:00:00',
      leadTimeForChanges: null,
      noLeadTimeForChangesReason: 'No commit is known',
    });
  });
});

describe('a pushed deployment', () => {
  const counted = async () =>
    (
      await graph.store.rows<{ name: string }>(
        'SELECT name FROM "CicdPipeline" WHERE "deployedAt" IS NOT NULL ORDER BY name',
      )
    ).map(({ name }) => name);
  const named = (name: string, at: string, more: Row = {}) => deployment(name, at, { name, ...more });
  const pushed = { integration: 'push' };

  it('counts in the place of all others of its repository and environment, and of no more', async () => {
    await graph.publish(
      named('record', '2026-03-02 10:00', { environment: 'Production' }),
      named('unnamed', '2026-03-02 10:00', { environment: null }),
      named('eu', '2026-03-02 10:00', { environment: 'prod-eu' }),
      named('web', '2026-03-02 10:00', { repositoryUuid: id('web') }),
    );
    expect(await counted()).toEqual(['eu', 'record', 'unnamed', 'web']);
    await graph.publish(named('pushed', '2026-03-02 10:01', pushed));
    expect(await counted()).toEqual(['eu', 'pushed', 'web']);
    await graph.publish(named('later record', '2026-03-03 10:00'));
    expect(await counted()).toEqual(['eu', 'pushed', 'web']);
    await graph.rebuild();
    expect(await counted()).toEqual(['eu', 'pushed', 'web']);
  });

  it('leaves those alone that reach production where it does not', async () => {
    await graph.publish(
      named('record', '2026-03-02 10:00'),
      named('pushed', '2026-03-02 10:00', { ...pushed, environment: 'staging' }),
    );
    expect(await counted()).toEqual(['record']);
  });

  it('takes over what another one delivered', async () => {
    await graph.publish(
      merged('pr', '2026-03-02 10:00'),
      ...committed('pr', '2026-03-01 08:00'),
      deployment('record', '2026-03-02 11:00', { commitUuid: id('merge of pr') }),
    );
    expect(await pull('pr')).toMatchObject({ deploymentUuid: id('record') });
    await graph.publish(
      deployment('pushed', '2026-03-02 12:00', { ...pushed, commitUuid: id('merge of pr') }),
    );
    expect(await pull('pr')).toMatchObject({ deploymentUuid: id('pushed') });
  });
});

describe('a failed deployment', () => {
  it('has an incident before the next one, and lasts until that is over', async () => {
    await graph.publish(
      deployment('one', '2026-03-02 10:00'),
      deployment('two', '2026-03-03 10:00'),
      ...incident('down', '2026-03-02 11:00'),
    );
    expect(await run('one')).toMatchObject({
      changeFailed: true,
      recoveryTime: null,
      noRecoveryTimeReason: 'Not recovered yet',
    });
    expect(await run('two')).toMatchObject({ changeFailed: false, noRecoveryTimeReason: null });
    await graph.publish(load('Event', onIssue('down', '2026-03-02 14:00', 'Done', 'done')));
    expect(await run('one')).toMatchObject({
      changeFailed: true,
      recoveryTime: String(4 * HOUR),
      noRecoveryTimeReason: null,
    });
    expect(await graph.row('SELECT "causedByUuid" AS run FROM "Issue"')).toEqual({ run: id('one') });
  });

  it('is the latest before the incident, even when that one comes in last', async () => {
    await graph.publish(deployment('one', '2026-03-02 10:00'), ...incident('down', '2026-03-02 13:00'));
    expect(await run('one')).toMatchObject({ changeFailed: true });
    await graph.publish(deployment('late', '2026-03-02 12:00'));
    expect(await run('one')).toMatchObject({ changeFailed: false, noRecoveryTimeReason: null });
    expect(await run('late')).toMatchObject({ changeFailed: true });
  });

  it('is the latest before the incident was detected, wherever it was written down', async () => {
    const [issue, ...rest] = incident('down', '2026-03-02 15:00');
    const detected = issue?.rows.map((row) => ({ ...row, detectedAt: t('2026-03-02 11:00') })) ?? [];
    await graph.publish(
      deployment('one', '2026-03-02 10:00'),
      deployment('two', '2026-03-02 12:00'),
      ...(issue ? [{ ...issue, rows: detected }] : []),
      ...rest,
    );
    expect(await run('one')).toMatchObject({ changeFailed: true });
    expect(await run('two')).toMatchObject({ changeFailed: false });
  });

  it('is of the repository that the fix is in, once a fix is known; else of any of the project', async () => {
    await graph.publish(
      deployment('api', '2026-03-02 10:00'),
      deployment('web', '2026-03-02 11:00', { repositoryUuid: id('web') }),
      ...incident('down', '2026-03-02 12:00', '2026-03-02 15:00'),
    );
    expect(await run('web')).toMatchObject({ changeFailed: true });
    await graph.publish(
      merged('fix', '2026-03-02 14:00', { title: 'Revert the change', createdAt: t('2026-03-02 13:00') }),
      edge('closes', 'fix', 'down'),
    );
    expect(await run('web')).toMatchObject({ changeFailed: false });
    expect(await run('api')).toMatchObject({ changeFailed: true, recoveryTime: String(5 * HOUR) });
    // A fix of an incident is not itself a failure.
    expect(await pull('fix')).toMatchObject({ takesBackUuid: null });
  });

  it('is of the repository that the incident itself names, before any other of the project', async () => {
    const [issue, ...rest] = incident('down', '2026-03-02 12:00');
    const own = issue?.rows.map((row) => ({ ...row, repositoryUuid: id('api') })) ?? [];
    await graph.publish(
      deployment('api', '2026-03-02 10:00'),
      deployment('web', '2026-03-02 11:00', { repositoryUuid: id('web') }),
      ...(issue ? [{ ...issue, rows: own }] : []),
      ...rest,
    );
    expect(await run('api')).toMatchObject({ changeFailed: true });
    expect(await run('web')).toMatchObject({ changeFailed: false });
  });

  it('is one that a merged revert follows upon, until the revert is deployed', async () => {
    await graph.publish(
      deployment('one', '2026-03-02 10:00'),
      merged('undo', '2026-03-02 12:00', {
        title: 'Revert "Faster search"',
        createdAt: t('2026-03-02 11:00'),
      }),
    );
    expect(await run('one')).toMatchObject({ changeFailed: true, recoveryTime: null });
    expect(await pull('undo')).toMatchObject({ takesBackUuid: id('one') });
    await graph.publish(deployment('two', '2026-03-02 13:00'), edge('deploys', 'two', 'merge of undo'));
    expect(await run('one')).toMatchObject({ changeFailed: true, recoveryTime: String(3 * HOUR) });
    expect(await run('two')).toMatchObject({ changeFailed: false });
  });

  it('is none where the incident came before any deployment', async () => {
    await graph.publish(
      ...incident('down', '2026-03-02 09:00'),
      deployment('one', '2026-03-02 10:00'),
      load('Event', onPull('x', '2026-03-02 09:00', 'created', null)),
    );
    expect(await run('one')).toMatchObject({ changeFailed: false });
    expect(await graph.row('SELECT "causedByUuid" AS run FROM "Issue"')).toEqual({ run: null });
  });
});
