import type { Filter, QueryInput } from '@cairn/query';
import { NULL_MARKER } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchFixture } from '../../../test/search-fixture.ts';
import type { SearchFixture } from '../../../test/search-fixture.ts';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
});
afterAll(() => fixture.close());

/** Values of the rows in the order of the columns. */
async function rows(query: QueryInput): Promise<unknown[][]> {
  const { data, columns } = await fixture.ask('group-bys', { select: ['Commit'], ...query });
  return data.map((row) => columns.map(({ key }) => row[key]));
}

const only = (target: string, attribute: string, comparison: object) =>
  ({ target, attribute, comparison }) as Filter;

const by = (key: string, direction: 'ascending' | 'descending' = 'descending') => ({ by: key, direction });

describe('filters', () => {
  const names = async (filters: QueryInput['filters']) =>
    (
      await fixture.ask('entities', {
        select: ['Commit'],
        columns: ['sha'],
        order: [by('sha', 'ascending')],
        filters,
      })
    ).data.map((row) => row['Commit.sha']);

  it('takes a value as long as a message, whatever it is written with', async () => {
    const long = `it's "\\" ünï\n`.repeat(1_500).slice(0, 20_000);
    await fixture.graph.run('INSERT INTO "Release" (uuid, name, deleted) VALUES (uuid(), $1, false)', [long]);
    const asked = { select: ['Release'], groupBys: ['Release.name'] };
    const { data } = await fixture.ask('group-bys', asked);
    const filters = [only('Release', 'name', { IN: [String(data[0]?.['Release.name'])] })];
    expect(await rows({ ...asked, filters })).toEqual([[long, 1]]);
    expect(await rows({ ...asked, filters: [only('Release', 'name', { 'NOT IN': [long] })] })).toEqual([]);
  });

  it('takes rows whose value is listed', async () => {
    expect(await names([only('Person', 'name', { IN: ['Ann', 'robot'] })])).toEqual(['c1', 'c2', 'c7']);
    expect(await names([only('Commit', 'additions', { IN: [5, '100'] })])).toEqual(['c3', 'c4']);
    expect(await names([only('Commit', 'additions', { IN: [4.6, 1e19] })])).toEqual([]);
    expect(await names([only('Commit', 'isMerge', { IN: [true] })])).toEqual(['c6']);
    expect(await names([only('Commit', 'committedAt', { IN: ['2024-03-09T13:00:00+01:00'] })])).toEqual([
      'c1',
    ]);
  });

  it('reads the null marker as a missing value', async () => {
    expect(await names([only('Person', 'name', { IN: [NULL_MARKER] })])).toEqual(['c6']);
    expect(await names([only('Person', 'name', { IN: ['Ann', null] })])).toEqual(['c1', 'c2', 'c6']);
  });

  it('keeps missing values in NOT IN, unless the marker is listed', async () => {
    expect(await names([only('Person', 'name', { 'NOT IN': ['Bob'] })])).toEqual(['c1', 'c2', 'c6', 'c7']);
    expect(await names([only('Person', 'name', { 'NOT IN': ['Bob', NULL_MARKER] })])).toEqual([
      'c1',
      'c2',
      'c7',
    ]);
    expect(await names([only('Person', 'name', { 'NOT IN': [NULL_MARKER] })])).toHaveLength(6);
  });

  it('takes both ends of a range, and leaves an end open by the marker', async () => {
    expect(await names([only('Commit', 'additions', { WITHIN: [5, 20] })])).toEqual(['c1', 'c2', 'c3', 'c7']);
    expect(await names([only('Commit', 'additions', { WITHIN: [NULL_MARKER, 5] })])).toEqual(['c3', 'c5']);
    expect(await names([only('Commit', 'additions', { WITHIN: [20, null] })])).toEqual(['c2', 'c4']);
    expect(await names([only('Commit', 'authoredAt', { WITHIN: ['2024-03-10', '2024-03-31'] })])).toEqual([
      'c2',
      'c3',
      'c4',
      'c5',
    ]);
  });

  it('takes rows that reach a match over an edge, and with NOT IN those that reach none', async () => {
    expect(await names([only('SourceFile', 'topFolder', { IN: ['src'] })])).toEqual(['c1', 'c2', 'c5']);
    expect(await names([only('SourceFile', 'path', { 'NOT IN': ['src/b.ts'] })])).toEqual([
      'c2',
      'c3',
      'c4',
      'c6',
      'c7',
    ]);
    expect(await names([only('SourceFile', 'path', { IN: ['old.txt', NULL_MARKER] })])).toEqual([
      'c4',
      'c6',
      'c7',
    ]);
    expect(await names([only('SourceFile', 'path', { 'NOT IN': [NULL_MARKER] })])).toHaveLength(5);
  });

  it('matches any element of a list', async () => {
    expect(await names([only('Commit', 'filesModified', { IN: ['src/a.ts', 'src/b.ts'] })])).toEqual([
      'c2',
      'c5',
    ]);
  });

  it('filters by the uuid of a relative', async () => {
    const { data } = await fixture.ask('entities', {
      select: ['Person'],
      filters: [only('Person', 'name', { IN: ['Ann'] })],
    });
    expect(await names([only('Person', 'uuid', { IN: [String(data[0]?.['uuid'])] })])).toEqual(['c1', 'c2']);
  });

  it('does not mind a filter that says nothing', async () => {
    expect(await names([only('Person', 'name', { IN: [] })])).toHaveLength(7);
    expect(await names([only('Commit', 'additions', { WITHIN: [null, NULL_MARKER] })])).toHaveLength(7);
  });

  it('keeps only the matching relatives when grouped by them', async () => {
    const filters = [only('SourceFile', 'path', { IN: ['src/b.ts', 'docs/x.md'] })];
    expect(await rows({ groupBys: ['SourceFile.path'], filters })).toEqual([
      ['docs/x.md', 2],
      ['src/b.ts', 2],
    ]);
  });

  it('adds up to the group when a group value becomes a filter', async () => {
    for (const field of [
      'Person.name',
      'Repository.name',
      'SourceFile.topFolder',
      'SourceFile.path',
      'Commit.filesModified',
    ]) {
      const [target = '', attribute = ''] = field.split('.');
      for (const [value, counted] of await rows({ groupBys: [field] })) {
        const filters = [only(target, attribute, { IN: [value] })];
        expect(await rows({ filters }), `${field} ${String(value)}`).toEqual([[counted]]);
      }
    }
  });
});

describe('search', () => {
  const found = async (search: string) =>
    (
      await fixture.ask('entities', {
        select: ['Commit'],
        columns: ['sha'],
        order: [by('sha', 'ascending')],
        search,
      })
    ).data
      .map((row) => row['Commit.sha'])
      .join(' ');

  it('wants every word, in any case, anywhere in a text', async () => {
    expect(await found('BUG')).toBe('c2 c3');
    expect(await found('bug parser')).toBe('c2');
    expect(await found('bug AND parser')).toBe('c2');
  });

  it('knows OR, NOT, quotes and parentheses', async () => {
    expect(await found('parser NOT bug')).toBe('c1');
    expect(await found('"fix bug" OR merge')).toBe('c2 c6');
    expect(await found('(add OR fix) parser')).toBe('c1 c2');
    expect(await found('NOT (bug OR old)')).toBe('c1 c5 c6 c7');
  });

  it('takes % and _ for what they are', async () => {
    expect(await found('100%')).toBe('c7');
    expect(await found('100_')).toBe('');
  });
});
