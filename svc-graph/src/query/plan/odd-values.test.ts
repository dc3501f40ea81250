import type { Condition, GroupValue, QueryInput } from '@cairn/query';
import { Query, rowsBehind } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asksClickhouse } from '../../../test/chdb/chdb-graphs.ts';
import { searchFixture } from '../../../test/search-fixture.ts';
import type { SearchFixture } from '../../../test/search-fixture.ts';

/** Distinct texts that many programs handle wrongly. */
const TEXTS = [
  'a',
  'a\u{fffd}b',
  '\u{1}\u{7f}\u{85}',
  'tab\tline\nend\r',
  'back\\slash \\0 \\n',
  `quote ' and " and \``,
  '\u{feff}begins with a mark',
  '\u{200b}',
  '\u{fdd0} \u{ffff}',
  'é',
  'e\u{301}',
  '🎉',
  ' a',
  'a ',
  'NULL',
  '\\N',
  'A',
];
const LETTERS = ['İstanbul', 'ΑΣΤΗΡ ΦΩΣ', 'Ᲊ \u{a7da}', 'STRASSE ẞ', 'ÀÉÎ ĳ Ǆ', '\u{10d50}', '\u{16ea0}'];

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
  for (const text of [...TEXTS, ...LETTERS.map((each) => `letters ${each}`)])
    await fixture.graph.run(`INSERT INTO "Release" (uuid, name, deleted) VALUES (uuid(), $1, false)`, [text]);
});
afterAll(() => fixture.close());

const name = (comparison: object): Condition =>
  ({ target: 'Release', attribute: 'name', comparison }) as Condition;

async function names(filters: Condition[]): Promise<unknown[]> {
  const { data } = await fixture.ask('entities', {
    select: ['Release'],
    columns: ['name'],
    filters,
    limit: 99,
  });
  return data.map((row) => row['Release.name']).toSorted();
}

describe('a text', () => {
  const asked = Query.parse({ select: ['Release'], groupBys: ['Release.name'] });
  const [group] = asked.groupBys;
  if (!group) throw new Error('nothing is grouped');

  it('of any characters is a group of its own, which leads to what it counts', async () => {
    const { data } = await fixture.ask('group-bys', asked);
    const found = data.map((row) => [row['Release.name'], row['count(Release.uuid)']]);
    expect(found).toEqual(expect.arrayContaining(TEXTS.map((text) => [text, 1])));
    expect(found).toHaveLength(TEXTS.length + LETTERS.length);
    for (const text of TEXTS) {
      const behind = rowsBehind(asked, [{ group, value: text as GroupValue }]);
      expect(await names(behind.filters)).toEqual([text]);
    }
  });

  it('of any characters is found among many, and by its beginning', async () => {
    expect(await names([name({ IN: TEXTS })])).toEqual(TEXTS.toSorted());
    const others = await names([name({ 'NOT IN': TEXTS })]);
    expect(others).toEqual(LETTERS.map((each) => `letters ${each}`).toSorted());
    expect(await names([name({ 'STARTS WITH': ['a\u{fffd}'] })])).toEqual(['a\u{fffd}b']);
    expect(await names([name({ 'STARTS WITH': ['\u{feff}'] })])).toEqual(['\u{feff}begins with a mark']);
  });

  const SMALL_LETTERS = [
    ['istanbul', 'İstanbul'],
    ['ασ', 'ΑΣΤΗΡ ΦΩΣ'],
    ['ΦΩΣ', 'ΑΣΤΗΡ ΦΩΣ'],
    ['ΑΣ', 'ΑΣΤΗΡ ΦΩΣ'],
    ['Ᲊ', 'Ᲊ \u{a7da}'],
    ['àéî Ĳ ǆ', 'ÀÉÎ ĳ Ǆ'],
    ['\u{10d50}', '\u{10d50}'],
    // Capitals whose small letter not every engine knows keep their own form.
    ['\u{1c8a}', null],
    ['\u{10d70}', null],
  ] as const;
  // ClickHouse lowercases these differently (docs/decisions/0007).
  const KNOWN: readonly string[] = ['istanbul', 'ΑΣ', '\u{1c8a}', '\u{10d70}'];
  const agreed = SMALL_LETTERS.filter(([text]) => !asksClickhouse() || !KNOWN.includes(text));

  it.each(agreed)('is found whichever letters are small: %s', async (text, found) => {
    const within = [name({ CONTAINS: [text] }), name({ 'STARTS WITH': ['Letters'] })];
    expect(await names(within)).toEqual(found === null ? [] : [`letters ${found}`]);
  });
});

describe('a number', () => {
  const LARGE = [2 ** 53, 2 ** 53 + 2, 2 ** 62, 2 ** 62, 2 ** 62, 2 ** 62, -(2 ** 62)];
  const ask = async (query: QueryInput) =>
    (await fixture.ask('group-bys', { select: ['PullRequest'], ...query })).data;

  beforeAll(async () => {
    for (const value of LARGE)
      await fixture.graph.run(
        `INSERT INTO "PullRequest" (uuid, name, deleted, additions) VALUES (uuid(), 'large', false, ${BigInt(value)})`,
      );
  });

  it('that no text of JSON rounds is a group of its own, which leads to what it counts', async () => {
    const data = await ask({ groupBys: ['PullRequest.additions'] });
    const groups = data.map((row) => [row['PullRequest.additions'], row['count(PullRequest.uuid)']]);
    expect(groups).toHaveLength(4);
    for (const [value, count] of groups) {
      const filters = [
        { target: 'PullRequest', attribute: 'additions', comparison: { IN: [value as number] } },
      ];
      expect((await ask({ filters }))[0]?.['count(PullRequest.uuid)']).toBe(count);
    }
  });

  it('is summed beyond what 64 bits hold, to the nearest that a double has', async () => {
    const measure = (reducer: 'sum' | 'avg' | 'max' | 'min') => ({
      target: 'PullRequest',
      attribute: 'additions',
      reducer,
    });
    const aggregations = [measure('sum'), measure('avg'), measure('min'), measure('max')];
    const [row] = await ask({ aggregations });
    const sum = 3 * 2 ** 62 + 2 ** 54 + 2;
    expect(Object.values(row ?? {})).toEqual([sum, expect.closeTo(sum / 7, -4), -(2 ** 62), 2 ** 62]);
  });

  // A tenth is no double: 0.3 / 0.1 is less than 3, and 3 * 0.1 is more than 0.3.
  it.each([
    [0.1, [0.1, 0.2, 0.3, 0.6, 0.7, 0.9, 1, 2.3, -0.1, -0.3, -0.7], 0],
    [0.3, [0.3, 0.6, 0.9, 1.2, 2.1, -0.9], 0.2],
    [0.7, [0.7, 1.4, 2.1, 4.2, -2.1], 0.6],
    [0.05, [0.05, 0.15, 0.35, 0.55, 1.15, -0.15], 0.04],
    [2.5, [2.5, 7.5, -2.5], 2.4],
  ])(
    'lies in the bin of %d that begins with it, and so does what is a little more',
    async (width, starts, more) => {
      const flow = (name: string) => ({ target: 'Flow', attribute: name });
      const label = `bins of ${width}`;
      const values = starts.flatMap((start) => [start, Number((start + more).toFixed(2))]);
      for (const value of values)
        await fixture.graph.run(
          `INSERT INTO "Flow" (uuid, name, deleted, "focusTimePercent") VALUES (uuid(), $1, false, CAST($2 AS DOUBLE))`,
          [label, value],
        );
      const bins = { width };
      const named = { ...flow('name'), comparison: { IN: [label] } };
      const asked = (filters: Condition[]) =>
        fixture.ask('group-bys', {
          select: ['Flow'],
          groupBys: [{ ...flow('focusTimePercent'), bins }],
          filters,
        });
      const found = (await asked([named])).data.map((row) => Object.values(row));
      expect(new Map(found as [number, number][])).toEqual(new Map(starts.map((start) => [start, 2])));
      const IN = [Math.min(...starts)];
      const { data } = await asked([named, { ...flow('focusTimePercent'), bins, comparison: { IN } }]);
      expect(data.map((row) => Object.values(row))).toEqual([[IN[0], 2]]);
    },
  );

  it('lies in at most so many bins, tenths too', async () => {
    for (const value of [0, 0.1, 0.2, 0.3])
      await fixture.graph.run(
        `INSERT INTO "Flow" (uuid, name, deleted, "focusTimePercent") VALUES (uuid(), 'tenths', false, CAST($1 AS DOUBLE))`,
        [value],
      );
    const filters = [{ target: 'Flow', attribute: 'name', comparison: { IN: ['tenths'] } }];
    const groupBys = [{ target: 'Flow', attribute: 'focusTimePercent', bins: { count: 3 } }];
    const { data } = await fixture.ask('group-bys', { select: ['Flow'], filters, groupBys });
    expect(data.map((row) => Object.values(row))).toEqual([
      [0, 2],
      [0.2, 2],
    ]);
  });
});
