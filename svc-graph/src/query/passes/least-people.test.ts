import { Rows } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  oneof,
  record,
  uniqueArray,
} from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLERS, SEEN, ZONES, fillLimitedOrg } from '../../../test/limited-org.ts';
import { runs } from '../../../test/runs.ts';
import { type SearchFixture, searchFixture, uuidOf } from '../../../test/search-fixture.ts';
import { FEW_MESSAGE } from '../run-plan.ts';

type Who = keyof typeof CALLERS;
type Route = 'group-bys' | 'entities' | 'time-series';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
  await fillLimitedOrg(fixture);
});
afterAll(() => fixture.close());

const post = async (who: Who, route: string, question: object) =>
  fixture.post(route, question, {
    ...(await fixture.tokens.headers({ ...CALLERS[who] })),
    accept: 'application/json',
  });

async function ask(who: Who, route: Route, question: QueryInput): Promise<Rows> {
  const answer = await post(who, route, question);
  const body: unknown = await answer.json();
  if (answer.status !== 200) throw new Error(JSON.stringify(body));
  return Rows.parse(body);
}

const is = (target: string, attribute: string, ...values: (string | boolean)[]) => ({
  target,
  attribute,
  comparison: { IN: values },
});
const JUNE = { startDate: '2024-06-01', endDate: '2024-06-30' };
const COUNT = 'count(Commit.uuid)';
const ZONE = 'Person.timezone';
const commits = (part: QueryInput): QueryInput => ({ select: ['Commit'], ...JUNE, ...part });
const inAmsterdam = is('Person', 'timezone', 'Europe/Amsterdam');
const valuesOf = ({ data }: Rows, key: string) => data.map((row) => row[key]);

describe('where figures of one person are limited', () => {
  it('a group of one is withheld, and the smallest other one, so that the total does not tell it', async () => {
    const all = await ask('admin', 'group-bys', commits({ groupBys: [ZONE] }));
    expect(valuesOf(all, ZONE).toSorted()).toEqual(Object.keys(ZONES).toSorted());
    const some = await ask('stranger', 'group-bys', commits({ groupBys: [ZONE] }));
    expect(valuesOf(some, ZONE).toSorted()).toEqual(['America/New_York', 'Europe/Berlin']);
    expect(some.meta).toMatchObject({ total: 2, withheld: { groups: 2 } });
    expect(some.meta.withheld?.words).toBe(
      '2 groups are withheld: fewer than 5 other people are in each, or a total would tell such a group.',
    );
    expect(all.meta.withheld).toBeUndefined();
  });

  it('a figure of few people is withheld, and says so', async () => {
    const { data, meta } = await ask('stranger', 'group-bys', commits({ filters: [inAmsterdam] }));
    expect(data).toEqual([{ [COUNT]: null }]);
    expect(meta.withheld?.words).toBe('This figure is withheld: fewer than 5 other people are in it.');
    const lab = commits({ filters: [is('Repository', 'name', 'lab')] });
    expect((await ask('stranger', 'group-bys', lab)).data).toEqual([{ [COUNT]: null }]);
    expect((await ask('admin', 'group-bys', lab)).data[0]?.[COUNT]).toBeGreaterThan(0);
  });

  it('bots are nobody, and those whose figures may be seen are not counted', async () => {
    const team = commits({ groupBys: ['Person.Team.name'], filters: [is('Person.Team', 'name', 'pair')] });
    expect(valuesOf(await ask('lead', 'group-bys', team), 'Person.Team.name')).toEqual(['pair']);
    expect((await ask('member', 'group-bys', team)).data).toEqual([]);
    const bots = { select: ['Commit'], filters: [is('Person', 'isBot', true)] };
    expect((await ask('stranger', 'group-bys', bots)).data).toEqual([{ [COUNT]: 1 }]);
  });

  it('a measure counts the people who have a value of it, under its own conditions', async () => {
    const ofOne = { target: 'Commit', attribute: 'uuid', reducer: 'count' as const, filters: [inAmsterdam] };
    const { data } = await ask('stranger', 'group-bys', commits({ aggregations: [ofOne] }));
    expect(Object.values(data[0] ?? {})).toEqual([null]);
  });

  it('nothing computed over groups tells a withheld one: no formula, condition, page or running total', async () => {
    const asked = commits({
      groupBys: [ZONE],
      formulas: [{ name: 'running', formula: ['runningTotal', COUNT] }],
    });
    const part = await ask('stranger', 'group-bys', asked);
    const shown = part.data.reduce((sum, row) => sum + Number(row[COUNT]), 0);
    expect(Math.max(...valuesOf(part, 'running').map(Number))).toBe(shown);
    const few = { column: COUNT, comparison: { WITHIN: [null, 8] as [null, number] } };
    const having = await ask('stranger', 'group-bys', commits({ groupBys: [ZONE], having: [few] }));
    expect(having.data).toEqual([]);
    const second = await ask('stranger', 'group-bys', commits({ groupBys: [ZONE], page: 2, pageSize: 2 }));
    expect(second.data).toEqual([]);
    expect(second.meta).toMatchObject({ total: 2, withheld: { groups: 2 } });
  });

  it('a condition on people beside the rows counts them too', async () => {
    const filters = [{ target: 'Commit.Person', attribute: 'timezone', comparison: inAmsterdam.comparison }];
    const touched = { select: ['Repository'], filters };
    expect((await ask('admin', 'group-bys', touched)).data[0]).not.toEqual({
      'count(Repository.uuid)': null,
    });
    expect((await ask('stranger', 'group-bys', touched)).data).toEqual([{ 'count(Repository.uuid)': null }]);
  });

  it('a series leaves cells of few people empty, and draws no rest that would tell them', async () => {
    const question = commits({ groupBys: [ZONE], timeUnit: 'days' });
    const { data, meta } = await ask('stranger', 'time-series', question);
    expect(new Set(data.map(({ series }) => series))).toEqual(new Set(['America/New_York', 'Europe/Berlin']));
    expect(meta.withheld?.groups).toBeGreaterThan(0);
    const all = await ask('admin', 'time-series', question);
    const full = new Map(
      all.data.map((row) => [`${String(row['timestamp'])} ${String(row['series'])}`, row[COUNT]]),
    );
    for (const row of data) {
      const whole = full.get(`${String(row['timestamp'])} ${String(row['series'])}`);
      expect([null, whole]).toContain(row[COUNT]);
    }
  });

  it('every format says what it withholds', async () => {
    const question = commits({ groupBys: [ZONE] });
    const words = (await ask('stranger', 'group-bys', question)).meta.withheld?.words ?? '';
    for (const more of [{ format: 'csv' }, { format: 'csv', whole: true }]) {
      const csv = await post('stranger', 'group-bys', { ...question, ...more });
      expect(decodeURIComponent(csv.headers.get('cairn-withheld') ?? '')).toBe(words);
      expect(csv.headers.get('content-disposition')).toContain('partly-withheld');
      expect(await csv.text()).not.toContain('Amsterdam');
    }
    const arrow = await post('stranger', 'group-bys', { ...question, format: 'arrow' });
    const bytes = Buffer.from(await arrow.arrayBuffer());
    expect(bytes.includes(words)).toBe(true);
    expect(bytes.includes('Amsterdam')).toBe(false);
  });

  it('values to choose are withheld with their counts', async () => {
    const question = { select: ['Commit'], target: 'Person', attribute: 'timezone', ...JUNE };
    const answer = await post('stranger', 'facet-options', question);
    const { data, meta } = (await answer.json()) as { data: { value: string }[]; meta: object };
    expect(data.map(({ value }) => value).toSorted()).toEqual(['America/New_York', 'Europe/Berlin']);
    expect(meta).toMatchObject({ total: 2, withheld: { groups: 2 } });
  });

  it('highlights leave out figures of few people, and say how many', async () => {
    const { startDate, endDate } = JUNE;
    const answer = await post('stranger', 'overview-highlights', { startDate, endDate });
    const { data, meta } = (await answer.json()) as { data: { key: string }[]; meta: { withheld: number } };
    expect(data.map(({ key }) => key)).toContain('commits');
    expect(meta.withheld).toBe(0);
    const march = { startDate: '2024-03-01', endDate: '2024-03-20' };
    const few = (await (await post('stranger', 'overview-highlights', march)).json()) as {
      data: unknown[];
      meta: { withheld: number };
    };
    expect(few.data).toEqual([]);
    expect(few.meta.withheld).toBeGreaterThan(0);
  });

  it('an org of few people tells when its data begins and ends, so that Home has its dates', async () => {
    const few = await searchFixture();
    try {
      const asked = await few.app.request('/api/acme/graph-search/configuration', {
        headers: await few.tokens.headers({ ...CALLERS.stranger }),
      });
      const { earliest, latest } = (await asked.json()) as Record<string, string>;
      expect([earliest, latest]).toEqual(['2024-03-09T12:00:00.000Z', '2024-11-03T06:30:00.000Z']);
    } finally {
      await few.close();
    }
  });

  it('sample sizes do not tell how many things have no value', async () => {
    const aggregations = [{ target: 'Commit', attribute: 'additions', reducer: 'avg' as const }];
    const { columns } = await ask('stranger', 'group-bys', commits({ aggregations, counts: true }));
    expect(columns[0]).toHaveProperty('n');
    expect(columns[0]).not.toHaveProperty('excluded');
  });
});

describe('rows, where figures of one person are limited', () => {
  const columns = ['Commit.sha', 'Person.name', ZONE, 'Person.isBot', 'Committer.email'];

  it('name people only to those who may see their figures, and say so', async () => {
    const { data, meta } = await ask('lead', 'entities', commits({ columns, limit: 200 }));
    const named = new Set(data.map((row) => row['Person.name']).filter((name) => name !== null));
    expect(named).toEqual(new Set(['L1', 'L2']));
    expect(new Set(data.map((row) => row['Person.isBot']))).toEqual(new Set([false]));
    expect(meta.withheld).toMatchObject({ groups: 0, columns: ['Person.name', ZONE, 'Committer.email'] });
    const all = await ask('admin', 'entities', commits({ columns, limit: 200 }));
    expect(all.data.every((row) => row['Person.name'] !== null)).toBe(true);
    expect(all.meta.withheld).toBeUndefined();
  });

  it('are in no order that tells who did them', async () => {
    const order = [{ by: 'Person.name', direction: 'ascending' as const }];
    const { data } = await ask(
      'stranger',
      'entities',
      commits({ columns: ['Commit.sha'], order, limit: 200 }),
    );
    const uuids = valuesOf({ data } as Rows, 'uuid');
    expect(uuids).toEqual(uuids.toSorted());
  });

  it.each(['Arrow', 'csv', 'all as csv'])('hold no name as %s', async (how) => {
    const more =
      how === 'Arrow' ? { format: 'arrow' } : { format: 'csv', ...(how === 'csv' ? {} : { whole: true }) };
    const bytes = Buffer.from(
      await (
        await post('stranger', 'entities', { ...commits({ columns: ['Person.name', ZONE] }), ...more })
      ).arrayBuffer(),
    );
    for (const hidden of ['Eve', 'Europe/Berlin']) expect(bytes.includes(hidden)).toBe(false);
  });

  it('that a condition on people narrows to few of them are refused, in every format and count', async () => {
    for (const more of [{}, { format: 'csv' }, { format: 'csv', whole: true }, { format: 'arrow' }]) {
      const answer = await post('stranger', 'entities', { ...commits({ filters: [inAmsterdam] }), ...more });
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain(FEW_MESSAGE);
    }
    const reasons = await post('stranger', 'empty-reasons', commits({ filters: [inAmsterdam] }));
    expect(reasons.status).toBe(403);
    const many = commits({ filters: [is('Person', 'timezone', 'Europe/Berlin')], limit: 3 });
    expect((await ask('stranger', 'entities', many)).data).toHaveLength(3);
  });

  it('of people are a list of names, and refused once it tells what they did', async () => {
    const people = { select: ['Person'], columns: ['Person.name'], limit: 100 };
    expect(valuesOf(await ask('stranger', 'entities', people), 'Person.name')).toContain('Eve');
    const did = [{ target: 'Commit', attribute: 'additions', comparison: { WITHIN: [100, null] } }];
    for (const route of ['entities', 'group-bys']) {
      const part = route === 'entities' ? {} : { groupBys: ['Person.name'] };
      expect((await post('stranger', route, { ...people, filters: did, ...part })).status).toBe(403);
    }
  });
});

it('no measure names whoever did something first', async () => {
  const first = { target: 'Person', attribute: 'name', reducer: 'first' as const };
  const answer = await post('stranger', 'group-bys', commits({ aggregations: [first] }));
  expect(answer.status).toBe(403);
});

const GROUPS = [
  ZONE,
  'Repository.name',
  'Commit.isMerge',
  'Commit.sha',
  'Person.isBot',
  'Person.Team.name',
  'Committer.timezone',
  'Commit.additions',
  { target: 'Commit', attribute: 'committedAt', unit: 'day' as const },
  { target: 'Commit', attribute: 'committedAt', unit: 'week' as const },
];
const filter = constantFrom(
  inAmsterdam,
  is('Person', 'timezone', 'Europe/Berlin', 'Europe/Amsterdam'),
  { target: 'Person', attribute: 'timezone', comparison: { 'NOT IN': ['Europe/Amsterdam'] } },
  is('Repository', 'name', 'lab'),
  is('Commit', 'isMerge', true),
  { target: 'Commit', attribute: 'additions', comparison: { WITHIN: [50, 120] } },
  is('Person.Team', 'name', 'pair'),
);
const measure = oneof(
  constant({ target: 'Commit', attribute: 'uuid', reducer: 'count' }),
  record({
    target: constant('Commit'),
    attribute: constant('additions'),
    reducer: constantFrom('sum', 'avg', 'max', 'count'),
    filters: array(filter, { maxLength: 1 }),
  }),
);
const question = record({
  groupBys: uniqueArray(constantFrom(...GROUPS), { maxLength: 3 }),
  filters: array(filter, { maxLength: 2 }),
  aggregations: array(measure, { minLength: 1, maxLength: 2 }),
  withDates: boolean(),
});

/** The people of every group, as somebody who may see them all is told. */
async function peopleOfGroups({ groupBys = [], ...rest }: QueryInput, filters: object[]) {
  const all = { ...rest, filters: [...(rest.filters ?? []), ...filters], aggregations: [], limit: 100_000 };
  const { data, columns } = await ask('admin', 'group-bys', {
    ...(all as QueryInput),
    groupBys: [...groupBys, 'Person.uuid', 'Person.isBot'],
  });
  const keys = columns.filter(({ role }) => role === 'group').slice(0, groupBys.length);
  const people = new Map<string, Set<string>>();
  for (const row of data) {
    const group = JSON.stringify(keys.map(({ key }) => row[key] ?? null));
    const known = people.get(group) ?? new Set();
    const uuid = row['Person.uuid'];
    if (typeof uuid === 'string' && row['Person.isBot'] !== true) known.add(uuid);
    people.set(group, known);
  }
  return people;
}

it('no query tells somebody of a group of fewer than five people, unless they may see the figures of all of them', async () => {
  let shown = 0;
  await assert(
    asyncProperty(question, constantFrom<Who>('stranger', 'member', 'lead'), async (drawn, who) => {
      const { withDates, ...part } = drawn;
      const asked = { select: ['Commit'], ...(withDates ? JUNE : {}), ...part, limit: 100_000 } as QueryInput;
      const answer = await ask(who, 'group-bys', asked);
      const own = new Set(SEEN[who].map(uuidOf));
      const others = (people: Set<string> | undefined) =>
        [...(people ?? [])].filter((uuid) => !own.has(uuid)).length;
      const keys = answer.columns.filter(({ role }) => role === 'group');
      for (const [index, { filters = [] }] of (part.aggregations as { filters?: object[] }[]).entries()) {
        const people = await peopleOfGroups(asked, filters);
        const measured = answer.columns.filter(({ role }) => role === 'measure')[index]?.key ?? '';
        for (const row of answer.data) {
          if (row[measured] === null) continue;
          const group = others(people.get(JSON.stringify(keys.map(({ key }) => row[key] ?? null))));
          expect(group === 0 || group >= 5, JSON.stringify({ row, group })).toBe(true);
          shown += 1;
        }
      }
    }),
    { numRuns: runs(240) },
  );
  expect(shown).toBeGreaterThan(50);
}, 240_000);

it('what a total leaves beside the shown groups is of nobody, or of five people and more', async () => {
  await assert(
    asyncProperty(
      constantFrom(...GROUPS),
      array(filter, { maxLength: 1 }),
      constantFrom<Who>('stranger', 'member', 'lead'),
      async (group, filters, who) => {
        const asked = commits({ groupBys: [group], filters, limit: 100_000 });
        const total = await ask(who, 'group-bys', commits({ filters }));
        if (total.data[0]?.[COUNT] === null) return;
        const answer = await ask(who, 'group-bys', asked);
        const key = answer.columns[0]?.key ?? '';
        const shown = new Set(answer.data.map((row) => JSON.stringify([row[key] ?? null])));
        const own = new Set(SEEN[who].map(uuidOf));
        const rest = new Set<string>();
        for (const [name, people] of await peopleOfGroups(asked, []))
          if (!shown.has(name)) for (const uuid of people) if (!own.has(uuid)) rest.add(uuid);
        expect(rest.size === 0 || rest.size >= 5, JSON.stringify([...rest])).toBe(true);
      },
    ),
    { numRuns: runs(160) },
  );
}, 240_000);
