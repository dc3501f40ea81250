import { AppError } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchFixture, uuidOf } from '../../../test/search-fixture.ts';
import type { SearchFixture } from '../../../test/search-fixture.ts';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
  // Values that a list could encode wrongly.
  for (const [index, message] of ODD.entries())
    await fixture.graph.run(
      `INSERT INTO "Commit" (uuid, name, message, sha, deleted, "committedAt", additions) VALUES ('${uuidOf(`odd ${index}`)}', 'odd', $1, 'odd${index}', false, TIMESTAMP '2024-06-01', ${index * 1_000_000})`,
      [message],
    );
});
afterAll(() => fixture.close());

const ODD = [
  `it's`,
  'back\\slash',
  'tab\tline\nend\r',
  `['a','b']`,
  'Zoë 🎉, "so"',
  '\\N',
  "\\'",
  '{p1:String}',
];
const MOST = 50_000;

/** This many values, none of which is stored. */
const absent = (count: number) => Array.from({ length: count }, (_, index) => `no message ${index}`);

type Listed = readonly (string | number | null)[];
const listing = (attribute: string, values: Listed, operator: 'IN' | 'NOT IN' = 'IN', target = 'Commit') => ({
  target,
  attribute,
  comparison: { [operator]: values } as { IN: (string | number | null)[] },
});

async function shas(...filters: ReturnType<typeof listing>[]): Promise<string[]> {
  const query: QueryInput = { select: ['Commit'], columns: ['sha'], filters, limit: 100 };
  const { data } = await fixture.ask('entities', query);
  return data.map((row) => String(row['Commit.sha'])).toSorted();
}

const ODD_SHAS = ODD.map((_, index) => `odd${index}`);
const OTHERS = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'];

describe('a filter that lists fifty thousand values', () => {
  it('keeps rows by texts, whatever they hold, and no others', async () => {
    const many = [...absent(MOST - ODD.length), ...ODD];
    expect(await shas(listing('message', many))).toEqual(ODD_SHAS);
    expect(await shas(listing('message', many, 'NOT IN'))).toEqual(OTHERS);
    expect(await shas(listing('message', absent(MOST)))).toEqual([]);
  });

  it('keeps rows by whole numbers, fractions and huge ones, and what has none', async () => {
    const numbers = Array.from({ length: MOST - 4 }, (_, index) => 1_000_000_000 + index);
    expect(await shas(listing('additions', [...numbers, 10, 0.5, 1e300, null]))).toEqual(['c1', 'c6']);
    expect(await shas(listing('additions', [...numbers, 5, 7, 2_000_000, 0.25]))).toEqual([
      'c3',
      'c7',
      'odd2',
    ]);
  });

  it('keeps rows by uuids, and through relations', async () => {
    const uuids = [...Array.from({ length: 20_000 }, (_, index) => uuidOf(`none ${index}`)), uuidOf('c2')];
    expect(await shas(listing('uuid', uuids))).toEqual(['c2']);
    const paths = [...absent(MOST - 1), 'docs/x.md'];
    expect(await shas(listing('path', paths, 'IN', 'SourceFile'))).toEqual(['c3', 'c5']);
    expect(await shas(listing('name', [...absent(MOST - 1), 'Bob'], 'IN', 'Person'))).toEqual([
      'c3',
      'c4',
      'c5',
    ]);
    expect(await shas(listing('name', [...absent(MOST - 1), null], 'IN', 'Person'))).toEqual([
      'c6',
      ...ODD_SHAS,
    ]);
  });

  it('narrows single measures, beside another list', async () => {
    const first = [...absent(MOST - 1), 'Add parser'];
    const measure = { target: 'Commit', attribute: 'additions', reducer: 'sum' as const };
    const { data } = await fixture.ask('group-bys', {
      select: ['Commit'],
      groupBys: ['Repository.name'],
      aggregations: [measure, { ...measure, filters: [listing('message', first)] }],
      filters: [listing('name', ['cairn', ...absent(30_000)], 'IN', 'Repository')],
    });
    expect(data.map((row) => Object.values(row))).toEqual([['cairn', 42, 10]]);
  });

  it('says the same with few values as with many', async () => {
    for (const count of [1, 14, 15, 16, 17, 200])
      expect(await shas(listing('message', [...absent(count), 'Add parser', ODD[0] ?? '']))).toEqual([
        'c1',
        'odd0',
      ]);
  });

  it('is refused with the limit when there are more, or what is compared one by one', async () => {
    const refusal = async (filter: object) => {
      const query = { select: ['Commit'], filters: [filter] };
      const answer = await fixture.post('group-bys', query, { accept: 'application/json' });
      const { error } = (await answer.json()) as { error: AppError };
      return [answer.status, error.code, JSON.stringify(error)] as const;
    };
    const [status, code, text] = await refusal(listing('message', absent(MOST + 1)));
    expect([status, code]).toEqual([400, 'invalid_input']);
    expect(text).toContain('At most 50,000 values can be listed in one filter.');
    const moments = Array.from({ length: 1_001 }, (_, index) => new Date(index * 60_000).toISOString());
    const days = { ...listing('committedAt', moments.slice(0, 1_001)), unit: 'day' };
    for (const filter of [listing('committedAt', moments), listing('filesModified', absent(1_001)), days])
      expect(await refusal(filter)).toEqual([
        400,
        'invalid_query',
        expect.stringMatching(
          /takes at most 1,000 values in one filter, not 1,001; texts and numbers take 50,000/,
        ),
      ]);
    const [large, tooLarge] = await refusal(
      listing(
        'message',
        absent(MOST).map((each) => each + 'x'.repeat(100)),
      ),
    );
    expect([large, tooLarge]).toEqual([413, 'too_large']);
  });
});
