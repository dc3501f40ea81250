import { entityStoryContract as contract } from '@cairn/contracts/story';
import { statusStatements } from '../../derive/statuses.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { PUBLISH, type Row } from '../../store/load.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Graph, id, load, openGraph, t } from '../../../test/derived-graph.ts';
import { STORY, storyApp } from '../../../test/story-graph.ts';

const run = (name: string, at: string, more: Row): Row => ({
  uuid: id(name),
  name,
  deleted: false,
  commitUuid: id('c9'),
  repositoryUuid: id('shop'),
  createdAt: t(`2026-05-07 ${at}`),
  startedAt: t(`2026-05-07 ${at}`),
  queuedAt: null,
  result: 'success',
  environment: null,
  isDeployment: false,
  state: 'success',
  jobs: null,
  ...more,
});
const ended = (at: string) => ({ finishedAt: t(`2026-05-07 ${at}`) });
const to = (environment: string, at: string) => ({ environment, isDeployment: true, ...ended(at) });
const jobs = JSON.stringify([
  { name: 'Install', startedAt: '2026-05-07T09:00:00.000Z' },
  { name: 'Unit tests', startedAt: '2026-05-07T09:02:00.000Z' },
  { name: 'Build', startedAt: '2026-05-07T09:06:00.000Z' },
  { name: 'Package', startedAt: null },
]);
/** The runs of a commit that went to production, and of another that did not get there. */
const RUNS = [
  load(
    'CicdPipeline',
    run('build', '09:00', { ...ended('09:10'), jobs }),
    run('to staging', '09:15', to('staging', '09:20')),
    run('to production', '09:30', to('production', '09:40')),
    run('of another repository', '09:05', { ...to('staging', '09:08'), repositoryUuid: id('other') }),
    run('build of the failed', '11:00', { ...ended('11:10'), commitUuid: id('c10') }),
    run('staging of the failed', '12:00', {
      ...to('staging', '12:10'),
      commitUuid: id('c10'),
      result: 'failed',
    }),
    run('failed', '12:20', { ...to('production', '12:30'), commitUuid: id('c10'), result: 'failed' }),
  ),
  load(
    'Event',
    ...['to staging', 'to production', 'failed'].map((name, at) => ({
      uuid: id(`end of ${name}`),
      sourceEventId: `end:${String(at)}`,
      integration: 'circleci',
      occurredAt: t('2026-05-07 13:00'),
      action: 'completed',
      newStatus: name === 'failed' ? 'failed' : 'success',
      entityType: 'CicdPipeline',
      entityUuid: id(name),
      delta: null,
      actorUuid: null,
      draft: null,
    })),
  ),
];

let graph: Graph;
let ask: ReturnType<typeof storyApp>;
beforeAll(async () => {
  graph = await openGraph();
  await graph.publish(...STORY, ...RUNS);
  ask = storyApp(graph.store);
});
afterAll(() => graph.close());

describe('the way through statuses', () => {
  async function progress(entity: string) {
    const { body } = await ask('entity-status-history', entity);
    return contract.entityStatusHistory.output.parse(body).data;
  }

  it('has the statuses of an issue with both clocks', async () => {
    const { entries, workflow, hoursOf } = await progress('APP-1');
    const hours = (seconds: number) => seconds / 3_600;
    expect(
      entries
        .slice(0, -1)
        .map((entry) => [entry.status, hours(entry.clockSeconds), hours(entry.businessSeconds)]),
    ).toEqual([
      ['To Do', 3, 3],
      ['In Progress', 24, 8],
      ['In Review', 21, 5],
      ['In Progress', 3, 3],
    ]);
    expect(entries.at(-1)).toMatchObject({ status: 'Done', until: null, actor: { name: 'bob' } });
    expect([workflow?.id, hoursOf]).toEqual(['KANBAN', 'its assignee']);
  });

  it('agrees with the times in status that measures are made of', async () => {
    const stays = await graph.store.rows<{ status: string; clock: number; business: number }>(
      `SELECT status, "clockSeconds"::INTEGER AS clock, "businessSeconds"::INTEGER AS business FROM "TimeInStatus"
       WHERE "issueUuid" = $1::UUID AND "leftAt" IS NOT NULL ORDER BY "enteredAt"`,
      [id('APP-1')],
    );
    const { entries } = await progress('APP-1');
    expect(stays).toEqual(
      entries.slice(0, -1).map(({ status, clockSeconds, businessSeconds }) => {
        return { status, clock: clockSeconds, business: businessSeconds };
      }),
    );
  });

  it('adds up the stays in a stage, and says of the last how long the way to it was', async () => {
    const { stages } = await progress('APP-1');
    expect(
      stages.map(({ name, state, visits, clockSeconds }) => [
        name,
        state,
        visits,
        (clockSeconds ?? 0) / 3_600,
      ]),
    ).toEqual([
      ['To Do', 'completed', 1, 3],
      ['In Progress', 'completed', 2, 27],
      ['Code Review', 'completed', 1, 21],
      ['Testing', 'completed', 0, 0],
      ['Done', 'current', 1, 51],
    ]);
  });

  it('goes through the stages of a pull request', async () => {
    const { stages, workflow, hoursOf } = await progress('#7');
    expect(workflow?.label).toBe('Pull request');
    expect(hoursOf).toBe('its author');
    expect(
      stages.map(({ name, state, firstReachedAt }) => [name, state, firstReachedAt?.slice(11, 16)]),
    ).toEqual([
      ['Draft', 'completed', '09:00'],
      ['Open', 'completed', undefined],
      ['In Review', 'completed', '10:00'],
      ['Changes Requested', 'completed', '11:00'],
      ['Approved', 'completed', '15:00'],
      ['Merged', 'current', '16:00'],
    ]);
  });

  const readStages = async (name: string) =>
    (await progress(name)).stages.map(({ name: stage, state, firstReachedAt }) => [
      stage,
      state,
      firstReachedAt?.slice(11, 16) ?? null,
    ]);

  it('ends a deployment in the environment that it went to, and tells no stage that no run was of', async () => {
    const { entries } = await progress('deploy');
    expect(entries.map(({ status, stage }) => [status, stage])).toEqual([
      ['Pending', null],
      ['In Progress', null],
      ['Completed', 'Production'],
    ]);
    expect(await readStages('deploy')).toEqual([['Production', 'current', '07:30']]);
  });

  it('tells of a deployment the runs of its commit before it: its build, its tests and its own staging', async () => {
    expect(await readStages('to production')).toEqual([
      ['Build', 'completed', '09:06'],
      ['Test', 'completed', '09:02'],
      ['Staging', 'completed', '09:20'],
      ['Production', 'current', '09:40'],
    ]);
    const { stages } = await progress('to production');
    expect(stages.map(({ clockSeconds }) => (clockSeconds ?? 0) / 60)).toEqual([14, 4, 20, 38]);
  });

  it('tells of a deployment to staging nothing of production, which came later', async () => {
    expect(await readStages('to staging')).toEqual([
      ['Build', 'completed', '09:06'],
      ['Test', 'completed', '09:02'],
      ['Staging', 'current', '09:20'],
    ]);
  });

  it('has not reached where a deployment failed, and nothing goes on since then', async () => {
    expect(await readStages('failed')).toEqual([
      ['Build', 'completed', '11:00'],
      ['Staging', 'pending', null],
      ['Production', 'pending', null],
    ]);
    const { stages, status } = await progress('failed');
    expect(stages.map(({ clockSeconds }) => clockSeconds)).toEqual([5_400, null, null]);
    expect(status).toBe('Failed');
  });

  it('has no stages for a build, which goes nowhere', async () => {
    expect(await progress('build')).toMatchObject({ workflow: null, stages: [] });
  });

  it('begins where an entity without an event of its creation was made', async () => {
    expect((await progress('INC-1')).entries).toMatchObject([
      { status: 'To Do', at: '2026-05-06T09:30:00.000Z' },
    ]);
  });

  it('has no stages for a kind without a workflow', async () => {
    expect(await progress('shop')).toMatchObject({ workflow: null, stages: [], entries: [] });
  });
});

describe('the workflow of a project whose statuses an admin ordered', () => {
  const decided = [
    { name: 'To Do', category: 'todo' as const },
    { name: 'In Progress', category: 'inProgress' as const },
    { name: 'In Review', category: 'inProgress' as const },
    { name: 'Done', category: 'done' as const },
  ];
  const decide = (statuses: typeof decided | null) =>
    writerOf(graph.store).commit([...statusStatements(id('app'), statuses), PUBLISH]);
  afterAll(() => decide(null));

  it('is what its issues go through', async () => {
    await decide(decided);
    const { body } = await ask('entity-status-history', 'APP-1');
    const { workflow, stages } = contract.entityStatusHistory.output.parse(body).data;
    expect(workflow).toEqual({ id: 'OWN', label: 'app' });
    expect(stages.map(({ name, visits }) => [name, visits])).toEqual([
      ['To Do', 1],
      ['In Progress', 2],
      ['In Review', 1],
      ['Done', 1],
    ]);
  });
});
