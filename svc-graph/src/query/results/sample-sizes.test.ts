import type { QueryInput } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchFixture } from '../../../test/search-fixture.ts';
import type { SearchFixture } from '../../../test/search-fixture.ts';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
});
afterAll(() => fixture.close());

const measure = (target: string, attribute: string, reducer: 'sum' | 'median' | 'count' | 'first') => ({
  target,
  attribute,
  reducer,
});

/** `n` and `excluded` of each measure. */
async function counts(route: 'group-bys' | 'time-series', query: QueryInput) {
  const { columns } = await fixture.ask(route, { select: ['Commit'], counts: true, ...query });
  return columns.filter(({ role }) => role === 'measure').map(({ n, excluded }) => [n, excluded]);
}

const lines = measure('Commit', 'additions', 'median');

describe('the counts of a measure', () => {
  it('say how many things have a value and how many have none, whatever they are grouped by', async () => {
    expect(await counts('group-bys', { aggregations: [lines] })).toEqual([[6, 1]]);
    const groupBys = ['SourceFile.topFolder'];
    expect(await counts('group-bys', { groupBys, aggregations: [lines], limit: 1 })).toEqual([[6, 1]]);
  });

  it('leave out of what is first or last what has no moment', async () => {
    await fixture.graph.run(
      `INSERT INTO "Commit" (uuid, sha, additions, deleted) VALUES (uuid(), 'undated', 1, false)`,
    );
    const first = measure('Commit', 'additions', 'first');
    expect(await counts('group-bys', { aggregations: [lines, first] })).toEqual([
      [7, 1],
      [6, 2],
    ]);
    await fixture.graph.run(`DELETE FROM "Commit" WHERE sha = 'undated'`);
  });

  it('are of the window, the filters and the conditions of each measure', async () => {
    const merge = { target: 'Commit', attribute: 'isMerge', comparison: { IN: [true] } };
    const aggregations = [lines, { ...lines, filters: [merge] }, measure('Person', 'email', 'count')];
    expect(await counts('group-bys', { aggregations, startDate: '2024-11-01' })).toEqual([
      [1, 1],
      [0, 1],
      [1, 0],
    ]);
  });

  it('stand beside the asked period only, and over time too', async () => {
    const dates = { startDate: '2024-03-10', endDate: '2024-03-31' };
    const query = { ...dates, groupBys: ['Person.name'], compareWith: {}, aggregations: [lines] };
    expect(await counts('group-bys', query)).toEqual([
      [4, 0],
      [undefined, undefined],
    ]);
    expect(await counts('time-series', { ...dates, aggregations: [lines] })).toEqual([[4, 0]]);
  });

  it('name the things that they count, and nothing where they count edges', async () => {
    const { columns } = await fixture.ask('group-bys', {
      select: ['Commit'],
      counts: true,
      aggregations: [lines, measure('SourceFile', 'linesAdded', 'sum'), measure('Person', 'email', 'count')],
    });
    expect(columns.map(({ things }) => things)).toEqual([
      { one: 'commit', many: 'commits' },
      undefined,
      { one: 'person', many: 'people' },
    ]);
  });

  it('are left out unless they are asked for', async () => {
    expect(await counts('group-bys', { aggregations: [lines], counts: false })).toEqual([
      [undefined, undefined],
    ]);
  });
});
