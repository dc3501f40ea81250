import { entityStoryContract as contract } from '@cairn/contracts/story';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Graph, id, load, onPull, openGraph, t } from '../../../test/derived-graph.ts';
import { storyApp } from '../../../test/story-graph.ts';

const named = (name: string, more = {}) => ({ uuid: id(name), name, deleted: false, ...more });
const edge = (relation: string, from: string, to: string, since: string, until: string | null = null) => ({
  relation,
  fromUuid: id(from),
  toUuid: id(to),
  since: t(since),
  until: until === null ? null : t(until),
});

let graph: Graph;
let ask: ReturnType<typeof storyApp>;
beforeAll(async () => {
  graph = await openGraph();
  await graph.publish(
    load('Person', named('ann'), named('bob'), named('gone', { deleted: true })),
    load('Team', named('core')),
    load('PullRequest', named('#7')),
    load('Event', onPull('#7', '2026-05-05 10:00', 'created', 'bob')),
    load(
      'Relation',
      edge('memberOf', 'ann', 'core', '2025-01-01 00:00', '2026-02-01 00:00'),
      edge('memberOf', 'bob', 'core', '2026-02-01 00:00'),
      edge('memberOf', 'gone', 'core', '2026-02-01 00:00'),
      edge('reviewer', '#7', 'ann', '2026-05-05 10:00'),
      edge('reviewer', '#7', 'bob', '2026-05-06 10:00'),
    ),
  );
  ask = storyApp(graph.store);
});
afterAll(() => graph.close());

async function changes(entity: string, more = {}) {
  const { body } = await ask('entity-time-machine', entity, more);
  return contract.entityTimeMachine.output.parse(body);
}
const said = ({ data }: Awaited<ReturnType<typeof changes>>) =>
  data.map(({ occurredAt, event }) => `${occurredAt.slice(0, 10)} ${event}`);

describe('the dated relations in the time machine', () => {
  it('are changes when they began and when they ended, newest first', async () => {
    expect(said(await changes('core'))).toEqual([
      '2026-02-01 Members: bob was added',
      '2026-02-01 Members: ann was removed',
      '2025-01-01 Members: ann was added',
    ]);
  });

  it('say before and after', async () => {
    const { data } = await changes('core');
    expect(data.map(({ delta }) => delta)).toEqual([
      { Person: { before: null, after: 'bob' } },
      { Person: { before: 'ann', after: null } },
      { Person: { before: null, after: 'ann' } },
    ]);
    expect(new Set(data.map(({ uuid }) => uuid)).size).toBe(3);
  });

  it('come by pages, with how many there are, past the end too', async () => {
    const second = await changes('core', { pagination: { page: 2, pageSize: 2 } });
    expect([said(second), second.meta.total]).toEqual([['2025-01-01 Members: ann was added'], 3]);
    const past = await changes('core', { pagination: { page: 9, pageSize: 2 } });
    expect([past.data, past.meta.total]).toEqual([[], 3]);
  });

  it('are not said again where an event of the same moment tells of the change', async () => {
    expect(said(await changes('#7'))).toEqual([
      '2026-05-06 Reviewers: bob was added',
      '2026-05-05 bob opened',
    ]);
  });

  it('of a person are those that are their own, and not what others asked of them', async () => {
    expect(said(await changes('ann')).map((text) => text.slice(11))).toEqual([
      expect.stringContaining('core was removed'),
      expect.stringContaining('core was added'),
    ]);
  });
});
