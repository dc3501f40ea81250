import { entityStoryContract as contract } from '@cairn/contracts/story';
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

const CALLS = Object.values(contract).map(({ path }) => path.replace('/api/{orgId}/', ''));
const MORE: Readonly<Record<string, Record<string, unknown>>> = {
  'entity-as-of': { at: '2026-05-05T00:00:00Z' },
};

describe.each([...CALLS, 'entity-detail', 'resolution/show'])('%s', (path) => {
  const more = MORE[path] ?? {};

  it('takes the org of the address in its body, and no other', async () => {
    expect((await ask(path, 'APP-1', { ...more, orgId: 'acme' })).status).toBe(200);
    expect(await ask(path, 'APP-1', { ...more, orgId: 'other' })).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
  });

  it('refuses an id that is none, and finds nothing under an unknown one', async () => {
    expect((await ask(path, 'APP-1', { ...more, entityUuid: "' OR 1=1 --" })).status).toBe(400);
    expect((await ask(path, 'nobody made this', more)).status).toBe(404);
  });
});

it.each(['entity-history', 'entity-status-history', 'entity-time-machine'])(
  '%s finds no entity of another type',
  async (path) => {
    expect((await ask(path, 'APP-1', { type: 'Issue' })).status).toBe(200);
    expect((await ask(path, 'APP-1', { type: 'Commit' })).status).toBe(404);
  },
);

it.each(['entity-detail', 'entity-history', 'entity-work'])(
  '%s refuses a zone that does not exist',
  async (path) => {
    expect(await ask(path, 'APP-1', { timezone: 'Mars/Base' })).toMatchObject({ status: 400 });
  },
);

describe('where an org limits the measures of people', () => {
  it.each(CALLS)('%s is refused for a person whom the caller may not see', async (path) => {
    const limited = storyApp(graph.store, { audienceOf: async () => [] });
    const more = MORE[path] ?? {};
    expect((await limited(path, 'ann', more)).status).toBe(403);
    expect((await limited(path, 'APP-1', more)).status).toBe(200);
  });

  it('narrows no work to a person, and counts no events by person', async () => {
    const limited = storyApp(graph.store, { audienceOf: async () => [id('bob')] });
    expect((await limited('entity-work', 'APP-1', { actorUuid: id('zoe') })).status).toBe(403);
    expect((await limited('entity-work', 'APP-1', { actorUuid: id('bob') })).status).toBe(200);
    const { body } = await limited('entity-history', 'APP-1', { facets: true });
    const facets = contract.entityHistory.output.parse(body).meta.facets ?? [];
    expect(facets.map(({ field }) => field)).not.toContain('actor');
    expect(
      contract.entityWork.output.parse((await limited('entity-work', 'APP-1')).body).meta.actors,
    ).toEqual([{ uuid: id('bob'), name: 'bob' }]);
  });

  it('narrows no history to a person, nor to everybody but one', async () => {
    const limited = storyApp(graph.store, { audienceOf: async () => [id('bob')] });
    for (const mode of ['include', 'exclude']) {
      const by = (name: string) => ({ filters: [{ field: 'actor', mode, values: [id(name)] }] });
      expect((await limited('entity-history', 'shop', by('zoe'))).status).toBe(403);
      expect((await limited('entity-history', 'shop', by('bob'))).status).toBe(200);
    }
  });

  it.each(['entity-history', 'entity-work', 'entity-time-machine'])(
    '%s names others at the work of one person, and not at what holds the work of many',
    async (path) => {
      const limited = storyApp(graph.store, { audienceOf: async () => [id('bob')] });
      const actors = async (at: typeof ask, entity: string) => {
        const { body } = await at(path, entity);
        const { data } = body as { data: { actor: { uuid: string } | null }[] };
        return new Set(data.flatMap(({ actor }) => actor?.uuid ?? []));
      };
      expect(await actors(limited, 'APP-1')).toEqual(await actors(ask, 'APP-1'));
      for (const many of ['shop', 'app']) {
        const named = await actors(limited, many);
        expect([...named].filter((uuid) => uuid !== id('bob'))).toEqual([]);
      }
    },
  );

  it('names nobody among what else happened around a moment', async () => {
    const limited = storyApp(graph.store, { audienceOf: async () => [] });
    const around = async (at: typeof ask) => JSON.stringify((await at('entity-around', 'c1')).body);
    expect(await around(ask)).toContain('"actor":{');
    expect(await around(limited)).not.toContain('"actor":{');
  });
});

describe('a deleted entity', () => {
  it('keeps its page, and is on the page of no other', async () => {
    expect((await ask('entity-detail', 'GONE-1')).status).toBe(200);
    for (const path of ['entity-history', 'entity-lineage', 'entity-work'])
      expect((await ask(path, 'GONE-1')).status).toBe(200);
    const named = await ask('entity-related', 'bob', { relation: 'Issue' });
    expect(JSON.stringify(named.body)).not.toContain(id('GONE-1'));
  });
});
