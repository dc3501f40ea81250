import type { Filter, QueryInput } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchFixture } from '../../../test/search-fixture.ts';
import type { SearchFixture } from '../../../test/search-fixture.ts';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
});
afterAll(() => fixture.close());

type Measures = NonNullable<QueryInput['aggregations']>;

const count: Measures[number] = { target: 'Commit', attribute: 'uuid', reducer: 'count' };
const additions = (...reducers: Measures[number]['reducer'][]): Measures =>
  reducers.map((reducer) => ({ target: 'Commit', attribute: 'additions', reducer }));

/** Values of the rows in the order of the columns. */
async function rows(query: QueryInput): Promise<unknown[][]> {
  const { data, columns } = await fixture.ask('group-bys', { select: ['Commit'], ...query });
  return data.map((row) => columns.map(({ key }) => row[key]));
}

const only = (target: string, attribute: string, comparison: object) =>
  ({ target, attribute, comparison }) as Filter;

describe('without groups', () => {
  it('counts what is selected, without what its source no longer has', async () => {
    const { data, meta } = await fixture.ask('group-bys', { select: ['Commit'] });
    expect(data).toEqual([{ 'count(Commit.uuid)': 7 }]);
    expect(meta).toMatchObject({ total: 1, limit: 1_000, truncated: false, start: null, end: null });
  });

  it('computes every reducer', async () => {
    const reducers = additions('count', 'countDistinct', 'sum', 'avg', 'median', 'min', 'max');
    expect(await rows({ aggregations: reducers })).toEqual([[6, 6, 143, 143 / 6, 8.5, 1, 100]]);
    const spread = additions('p75', 'p90', 'p95', 'first', 'last');
    expect(await rows({ aggregations: spread })).toEqual([[17.5, 60, 80, 10, 7]]);
  });

  it('answers the moments of first and last as instants', async () => {
    const aggregations = (['min', 'max'] as const).map((reducer) => ({
      target: 'Commit',
      attribute: 'committedAt',
      reducer,
    }));
    expect(await rows({ aggregations })).toEqual([['2024-03-09T12:00:00Z', '2024-11-03T06:30:00Z']]);
  });

  it('measures nothing as null and counts it as 0', async () => {
    const filters = [only('Commit', 'sha', { IN: ['none such'] })];
    expect(await rows({ filters, aggregations: [count, ...additions('sum', 'median')] })).toEqual([
      [0, null, null],
    ]);
  });

  it('says what people read instead of the names of kinds', async () => {
    const groupBys = [{ target: 'Event', attribute: 'entityType' }];
    const { columns } = await fixture.ask('group-bys', { select: ['Event'], groupBys });
    expect(columns.map(({ valueLabels }) => valueLabels?.['CicdPipeline'])).toEqual(['Pipeline', undefined]);
  });

  it('gives each measure its own filter', async () => {
    const aggregations = [
      { ...count, filters: [only('Person', 'name', { IN: ['Ann'] })] },
      { ...count, filters: [only('SourceFile', 'topFolder', { IN: ['src'] })] },
      { ...count, title: 'All' },
    ];
    const { data, columns } = await fixture.ask('group-bys', { select: ['Commit'], aggregations });
    expect(data).toEqual([{ 'count(Commit.uuid)': 2, 'count(Commit.uuid) 2': 3, 'count(Commit.uuid) 3': 7 }]);
    const labels = ['Commits where author is Ann', 'Commits where file top folder is src', 'All'];
    expect(columns.map(({ label }) => label)).toEqual(labels);
  });
});

describe('groups over a link', () => {
  it('puts rows without a relative in a group of their own, largest group first, names in order', async () => {
    expect(await rows({ groupBys: ['Person.name'] })).toEqual([
      ['Bob', 3],
      ['Ann', 2],
      ['robot', 1],
      [null, 1],
    ]);
  });

  it('groups by two relations and a role', async () => {
    expect(await rows({ groupBys: ['Repository.name', 'Committer.name'] })).toEqual([
      ['cairn', 'Ann', 4],
      ['tools', 'Ann', 2],
      ['tools', null, 1],
    ]);
  });

  it('says what each column is', async () => {
    const { columns } = await fixture.ask('group-bys', {
      select: ['Commit'],
      groupBys: ['Person.name'],
      aggregations: additions('sum'),
    });
    expect(columns).toEqual([
      {
        key: 'Person.name',
        label: 'Author',
        type: 'string',
        role: 'group',
        target: 'Person',
        attribute: 'name',
      },
      expect.objectContaining({
        key: 'sum(Commit.additions)',
        label: 'Total additions',
        type: 'number',
        unit: 'line',
        role: 'measure',
        reducer: 'sum',
      }),
    ]);
  });

  it('counts a group once that is asked for twice', async () => {
    expect(await rows({ groupBys: ['Repository.name', 'Repository.name'] })).toEqual([
      ['cairn', 4],
      ['tools', 3],
    ]);
  });

  it('groups by numbers and booleans', async () => {
    expect(await rows({ groupBys: ['Commit.isMerge'] })).toEqual([
      [false, 6],
      [true, 1],
    ]);
    expect((await rows({ groupBys: ['Commit.additions'] })).map(([value]) => value)).toEqual([
      1,
      5,
      7,
      10,
      20,
      100,
      null,
    ]);
  });
});

describe('groups over an edge', () => {
  it('counts a commit once in a group, however many of its files are in it', async () => {
    expect(
      await rows({ groupBys: ['SourceFile.topFolder'], aggregations: [count, ...additions('sum')] }),
    ).toEqual([
      ['src', 3, 31],
      ['docs', 2, 6],
      ['/', 1, 100],
      [null, 2, 7],
    ]);
  });

  it('says of whole things that each counts in every group it is in', async () => {
    const overlaps = async (query: QueryInput) => {
      const { columns } = await fixture.ask('group-bys', { select: ['Commit'], ...query });
      return columns.filter(({ role }) => role === 'measure').map(({ overlap }) => overlap ?? null);
    };
    const whole = 'Whole commits, counted once in each group.';
    const lines = { target: 'SourceFile', attribute: 'linesAdded', reducer: 'sum' } as const;
    const aggregations = [count, ...additions('sum'), ...additions('max'), lines];
    expect(await overlaps({ groupBys: ['SourceFile.topFolder'], aggregations })).toEqual([
      whole,
      whole,
      null,
      null,
    ]);
    expect(await overlaps({ groupBys: ['Commit.filesModified'], aggregations: [lines] })).toEqual([
      'Whole files, counted once in each group.',
    ]);
    expect(await overlaps({ groupBys: ['Person.name'], aggregations })).toEqual([null, null, null, null]);
    expect(
      await overlaps({ groupBys: ['SourceFile.Repository.name'], aggregations: [count, lines] }),
    ).toEqual([whole, null]);
  });

  it('keeps the history of files that are gone', async () => {
    expect(await rows({ groupBys: ['SourceFile.path'] })).toEqual([
      ['docs/x.md', 2],
      ['src/a.ts', 2],
      ['src/b.ts', 2],
      ['old.txt', 1],
      [null, 2],
    ]);
  });

  it('measures the relatives beside the base, each for itself', async () => {
    const files = (reducer: 'count' | 'countDistinct') => ({
      target: 'SourceFile',
      attribute: 'path',
      reducer,
    });
    const aggregations = [files('countDistinct'), count, files('count'), ...additions('sum')];
    expect(
      await rows({ groupBys: ['Person.name'], aggregations, order: [by('count(Commit.uuid)')] }),
    ).toEqual([
      ['Bob', 3, 3, 4, 106],
      ['Ann', 2, 2, 3, 30],
      ['robot', 0, 1, 0, 7],
      [null, 0, 1, 0, null],
    ]);
    expect(await rows({ aggregations })).toEqual([[4, 7, 7, 143]]);
  });

  it('groups by elements of a list, and counts distinct elements', async () => {
    expect(await rows({ groupBys: ['Commit.filesModified'] })).toEqual([
      ['docs/x.md', 2],
      ['old.txt', 1],
      ['src/a.ts', 1],
      ['src/b.ts', 1],
      [null, 3],
    ]);
    const distinct = { target: 'Commit', attribute: 'filesModified', reducer: 'countDistinct' } as const;
    expect(await rows({ aggregations: [distinct, count] })).toEqual([[4, 7]]);
  });

  it('reaches relatives whose link names the base, of those that are still there', async () => {
    const aggregations = [{ target: 'Commit', attribute: 'additions', reducer: 'sum' } as const];
    expect(await rows({ select: ['Repository'], groupBys: ['Repository.name'], aggregations })).toEqual([
      ['tools', 101],
      ['cairn', 42],
    ]);
  });
});

const by = (key: string, direction: 'ascending' | 'descending' = 'descending') => ({ by: key, direction });

describe('order, limit and pages', () => {
  it('orders by any column and breaks ties by the groups', async () => {
    const order = [by('Person.name', 'ascending')];
    expect((await rows({ groupBys: ['Person.name'], order })).map(([name]) => name)).toEqual([
      'Ann',
      'Bob',
      'robot',
      null,
    ]);
    const byCount = [by('count(Commit.uuid)', 'ascending')];
    expect((await rows({ groupBys: ['Person.name'], order: byCount })).map(([name]) => name)).toEqual([
      'robot',
      'Ann',
      'Bob',
      null,
    ]);
  });

  it('says what a limit cut', async () => {
    const { data, meta } = await fixture.ask('group-bys', {
      select: ['Commit'],
      groupBys: ['Person.name'],
      limit: 2,
    });
    expect(data).toHaveLength(2);
    expect(meta).toMatchObject({ limit: 2, total: 4, truncated: true });
  });

  it('gives pages, and the total also beyond the last one', async () => {
    const paged = { select: ['Commit'], groupBys: ['Person.name'], pageSize: 3 };
    const second = await fixture.ask('group-bys', { ...paged, page: 2 });
    expect(second.data).toEqual([{ 'Person.name': null, 'count(Commit.uuid)': 1 }]);
    expect(second.meta).toMatchObject({ page: 2, pageSize: 3, total: 4, truncated: false });
    const beyond = await fixture.ask('group-bys', { ...paged, page: 9 });
    expect([beyond.data, beyond.meta.total]).toEqual([[], 4]);
  });
});

describe('without a selection', () => {
  it('asks about what is measured', async () => {
    expect(await rows({ select: [], aggregations: [count], groupBys: ['Repository.name'] })).toEqual([
      ['cairn', 4],
      ['tools', 3],
    ]);
  });

  it('asks about events when nothing is named', async () => {
    const { data } = await fixture.ask('group-bys', {});
    expect(data).toEqual([{ 'count(Event.uuid)': 0 }]);
  });
});
