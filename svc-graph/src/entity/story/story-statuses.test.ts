import { entityStoryContract as contract } from '@cairn/contracts/story';
import { statusStatements } from '../../derive/statuses.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { PUBLISH } from '../../store/load.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Graph, id, openGraph } from '../../../test/derived-graph.ts';
import { STORY, storyApp } from '../../../test/story-graph.ts';

let graph: Graph;
let ask: ReturnType<typeof storyApp>;
beforeAll(async () => {
  graph = await openGraph();
  await graph.publish(...STORY);
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

  it('ends a deployment in the environment that it went to', async () => {
    const { entries, stages } = await progress('deploy');
    expect(entries.map(({ status, stage }) => [status, stage])).toEqual([
      ['Pending', 'Build'],
      ['In Progress', 'Test'],
      ['Completed', 'Production'],
    ]);
    expect(stages.map(({ state }) => state)).toEqual(['completed', 'completed', 'completed', 'current']);
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
