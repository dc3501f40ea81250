import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchFixture } from './fixture.ts';
import type { SearchFixture } from './fixture.ts';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
});
afterAll(() => fixture.close());

const ATTACKS = [
  `'; DROP TABLE "Commit"; --`,
  `" UNION SELECT * FROM "Person" --`,
  `Commit".uuid) FROM "Commit"; DELETE FROM "Commit"; --`,
  `' OR '1'='1`,
  `$1`,
  `?`,
  `\\'; SELECT 1`,
  `%' OR 1=1 --`,
  `'); ATTACH '/etc/passwd' AS x; --`,
  `' || (SELECT getenv('CAIRN_SECRET')) || '`,
  `__proto__`,
  `constructor`,
  `*/ 1 /*`,
];

async function post(path: string, body: object) {
  const answer = await fixture.post(path, body, { accept: 'application/json' });
  return {
    status: answer.status,
    body: (await answer.json()) as { data?: unknown[]; error?: { code: string } },
  };
}

const PATHS = ['group-bys', 'entities', 'time-series'];

describe('text in the place of a name', () => {
  const places: [string, (attack: string) => object][] = [
    ['select', (attack) => ({ select: [attack] })],
    ['group target', (attack) => ({ select: ['Commit'], groupBys: [{ target: attack, attribute: 'name' }] })],
    [
      'group attribute',
      (attack) => ({ select: ['Commit'], groupBys: [{ target: 'Commit', attribute: attack }] }),
    ],
    [
      'measure',
      (attack) => ({
        select: ['Commit'],
        aggregations: [{ target: 'Commit', attribute: attack, reducer: 'sum' }],
      }),
    ],
    [
      'filter',
      (attack) => ({
        select: ['Commit'],
        filters: [{ target: 'Commit', attribute: attack, comparison: { IN: [1] } }],
      }),
    ],
    ['zone', (attack) => ({ select: ['Commit'], timezone: attack })],
    ['format', (attack) => ({ select: ['Commit'], format: attack })],
    [
      'reducer',
      (attack) => ({
        select: ['Commit'],
        aggregations: [{ target: 'Commit', attribute: 'uuid', reducer: attack }],
      }),
    ],
    [
      'unit',
      (attack) => ({
        select: ['Commit'],
        groupBys: [{ target: 'Commit', attribute: 'committedAt', unit: attack }],
      }),
    ],
    ['duration', (attack) => ({ select: ['Commit'], duration: attack })],
    ['start date', (attack) => ({ select: ['Commit'], startDate: attack })],
  ];
  it.each(places)('is refused: %s', async (_, query) => {
    for (const attack of ATTACKS) {
      for (const path of PATHS) {
        expect((await post(path, query(attack))).status, `${path} ${attack}`).toBe(400);
      }
    }
  });

  it('is refused as order and as columns', async () => {
    for (const attack of ATTACKS) {
      const order = [{ by: attack, direction: 'ascending' }];
      expect((await post('group-bys', { select: ['Commit'], order })).status).toBe(400);
      expect((await post('entities', { select: ['Commit'], order })).status).toBe(400);
      expect((await post('entities', { select: ['Commit'], columns: [attack] })).status).toBe(400);
      expect((await post('facet-options', { target: attack, attribute: attack })).status).toBe(400);
    }
  });
});

describe('text in the place of a value', () => {
  it('is only a value: it matches what holds it, which is nothing', async () => {
    for (const attack of ATTACKS) {
      const filters = [{ target: 'Commit', attribute: 'sha', comparison: { IN: [attack] } }];
      const edge = [{ target: 'SourceFile', attribute: 'path', comparison: { IN: [attack] } }];
      const list = [{ target: 'Commit', attribute: 'filesModified', comparison: { IN: [attack] } }];
      for (const query of [{ filters }, { filters: edge }, { filters: list }]) {
        const answer = await post('entities', { select: ['Commit'], ...query });
        expect([answer.status, answer.body.data], attack).toEqual([200, []]);
      }
      const quoted = `"${attack.replaceAll('"', '')}"`;
      const searched = await post('entities', { select: ['Commit'], search: quoted });
      expect([searched.status, searched.body.data], attack).toEqual([200, []]);
      const options = await post('facet-options', { target: 'Person', attribute: 'name', contains: attack });
      expect([options.status, options.body.data], attack).toEqual([200, []]);
    }
  });

  it('is refused when it holds a NUL, which no column can', async () => {
    const filters = [{ target: 'Commit', attribute: 'sha', comparison: { IN: ['c1\u0000'] } }];
    expect((await post('entities', { select: ['Commit'], filters })).status).toBe(400);
  });

  it('leaves the graph as it was', async () => {
    const { body } = await post('group-bys', { select: ['Commit'] });
    expect(body.data).toEqual([{ 'count(Commit.uuid)': 7 }]);
  });
});
