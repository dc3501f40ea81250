import { OrgId } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Graph, id, load, onIssue, openGraph } from '../../../test/derived-graph.ts';
import { STORY, storyApp } from '../../../test/story-graph.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { PUBLISH } from '../../store/load.ts';
import { deleteFrom, update } from '../../store/statement.ts';
import { KeyIndex } from './key-index.ts';
import type { Keys } from './keyed-rows.ts';

const ACME = OrgId.parse('acme');
const CALLS: Readonly<Record<string, Record<string, unknown>>> = {
  'entity-detail': {},
  'entity-history': { facets: true, pagination: { pageSize: 100 } },
  'entity-history, without bots': { withoutBots: true, pagination: { page: 2, pageSize: 3 } },
  'entity-history, of types': {
    filters: [
      { field: 'eventType', mode: 'include', values: ['status', 'comment'] },
      { field: 'entityType', mode: 'exclude', values: ['Commit'] },
    ],
  },
  'entity-history, by name': { filters: [{ field: 'name', mode: 'include', values: ['Fix login'] }] },
  'entity-history, past the end': { pagination: { page: 99, pageSize: 100 } },
  'entity-time-machine': {},
  'entity-as-of': { at: '2026-05-05T00:00:00Z' },
  'entity-status-history': {},
  'entity-contributors': { degrees: 2 },
  'entity-work': {},
  'entity-related': {},
  'entity-lineage': {},
  'entity-around': {},
  'resolution/show': {},
};

let graph: Graph;
let index: KeyIndex;
let scanning: ReturnType<typeof storyApp>;
let indexed: ReturnType<typeof storyApp>;
beforeAll(async () => {
  graph = await openGraph();
  await graph.publish(...STORY);
  index = new KeyIndex({ open: async () => graph.store }, { atLeast: 0, settled: 0, pause: 0 });
  scanning = storyApp(graph.store);
  indexed = storyApp(graph.store, { keyIndex: index });
});
afterAll(() => graph.close());

/** The indexes that a reader gets now. */
async function keysNow(): Promise<Keys> {
  let seen: Keys = {};
  await index.read(ACME, graph.store, async ({ keys = {} }) => (seen = keys));
  return seen;
}

/** Lets the indexes be made, and gives those that hold. */
async function made(): Promise<Keys> {
  await keysNow();
  await index.idle(ACME);
  return keysNow();
}

/** Entities of every kind: the first of each, which have the most to tell, and all in the full run. */
async function entities(): Promise<string[]> {
  const most = process.env['CAIRN_TEST_FULL'] ? 10_000 : 2;
  const kinds = CATALOGUE.kinds.filter(({ name }) => name !== 'Event');
  const rows = await graph.store.rows<{ uuid: string }>(
    kinds
      .map(({ name }) => `SELECT uuid::VARCHAR AS uuid FROM "${name}" WHERE rowid < ${String(most)}`)
      .join(' UNION ALL '),
  );
  return [...new Set([...rows.map(({ uuid }) => uuid), id('APP-1'), id('zoe')])];
}

/** Asks a call of the entities in both ways, and gives the entities whose answers differ. */
async function differing(call: string): Promise<string[]> {
  const different: string[] = [];
  const [path = ''] = call.split(',');
  for (const entityUuid of await entities()) {
    const more = { ...CALLS[call], entityUuid };
    const [one, other] = [await indexed(path, 'x', more), await scanning(path, 'x', more)];
    if (JSON.stringify(one) !== JSON.stringify(other)) different.push(entityUuid);
  }
  return different;
}

describe('an index of keys', () => {
  it('is made in the background, of edges, those of people, events, their sorts and kinds', async () => {
    expect(await keysNow()).toEqual({});
    expect(Object.keys(await made()).toSorted()).toEqual(['Event', 'Relation', 'kinds', 'people', 'sorts']);
  });

  it.each(Object.keys(CALLS))('changes no answer of %s', async (path) => {
    await made();
    expect(await differing(path)).toEqual([]);
  });

  it('still holds when rows are added, which it reads beside it', async () => {
    const before = await made();
    await graph.publish(
      load('Event', { ...onIssue('APP-1', '2026-05-20 10:00', 'Reopened'), name: 'Fix login' }),
      load('Relation', { relation: 'issueMentions', fromUuid: id('APP-1'), toUuid: id('zoe') }),
    );
    const held = await keysNow();
    for (const name of ['Event', 'Relation', 'people', 'sorts'] as const)
      expect(held[name]).toEqual({ name: before[name]?.name, from: expect.any(Number) as number });
    const { body } = await indexed('entity-history', 'APP-1');
    expect(JSON.stringify(body)).toContain('Reopened');
    const different: string[] = [];
    for (const call of ['entity-history', 'entity-history, of types', 'entity-detail', 'entity-contributors'])
      if ((await differing(call)).length > 0) different.push(call);
    expect(different).toEqual([]);
  });

  it('is out of use once a row names another entity, until it is made again', async () => {
    await made();
    const moved = update('Event', { actorUuid: `'${id('zoe')}'` }, `WHERE t."actorUuid" = '${id('ann')}'`);
    await writerOf(graph.store).commit([moved, PUBLISH]);
    expect(Object.keys(await keysNow())).not.toContain('Event');
    expect(await differing('entity-history')).toEqual([]);
    expect(Object.keys(await made())).toContain('Event');
    expect(await differing('entity-history')).toEqual([]);
  });

  it('is out of use once rows are gone', async () => {
    await made();
    await writerOf(graph.store).commit([deleteFrom('Relation', `relation = 'issueMentions'`), PUBLISH]);
    const held = Object.keys(await keysNow());
    expect(held).not.toContain('Relation');
    expect(held).not.toContain('people');
  });

  it('is asked again without it when it stops holding while it is read', async () => {
    await made();
    let times = 0;
    const answer = await index.read(ACME, graph.store, async ({ keys }) => {
      times += 1;
      if (times === 1)
        await writerOf(graph.store).commit([deleteFrom('Event', `action = 'commented'`), PUBLISH]);
      return keys?.Event === undefined ? 'scanned' : 'from the index';
    });
    expect([answer, times]).toEqual(['scanned', 2]);
  });

  it('that cannot be made is told, and not tried again at once; entities are read without it', async () => {
    const full = new Error('there is no room');
    let tried = 0;
    const asOfVersion = () => {
      tried += 1;
      return Promise.reject(full);
    };
    const store: typeof graph.store = Object.assign(Object.create(graph.store), { asOfVersion });
    const failed: unknown[] = [];
    const limits = { atLeast: 0, settled: 0, pause: 0 };
    const broken = new KeyIndex({ open: async () => store }, limits, (orgId, error) =>
      failed.push([orgId, error]),
    );
    const ask = storyApp(store, { keyIndex: broken });
    const [first, scanned] = [
      await ask('entity-history', 'APP-1'),
      await scanning('entity-history', 'APP-1'),
    ];
    await broken.idle(ACME);
    expect(await ask('entity-history', 'APP-1')).toEqual(first);
    await broken.idle(ACME);
    expect(first).toEqual(scanned);
    expect([failed, tried]).toEqual([[[ACME, full]], 1]);
  });
});
