import { Query } from '@cairn/query';
import { AUTOMATIC_VIEW } from '@cairn/views';
import { describe, expect, it } from 'vitest';
import { appliedQuery } from './applied-query.ts';
import type { ExploreAddress } from './address.ts';

const query = Query.parse({ select: ['Commit'], groupBys: ['Person.name'], duration: 'P30D' });
const address: ExploreAddress = {
  query,
  view: { value: 'overTime', config: { unit: 'minutes', displayType: 'line' } },
  title: 'Who commits',
  saved: undefined,
  fullscreen: true,
};

describe('applying a query', () => {
  it('starts the title and the view anew when the selection or the grouping changed', () => {
    const anew = { view: AUTOMATIC_VIEW, title: 'Selecting "Commit"' };
    expect(appliedQuery(address, { ...query, groupBys: [] })).toMatchObject(anew);
    expect(appliedQuery(address, { ...query, select: ['Issue'] })).toMatchObject({
      title: 'Selecting "Issue"',
    });
  });

  it('keeps both for any other change', () => {
    const changed = { ...query, search: 'fix' };
    expect(appliedQuery(address, changed)).toEqual({ query: changed });
  });

  it('gives up a view that drew the query and cannot any more, and keeps one that never could', () => {
    const tree: ExploreAddress = { ...address, view: { value: 'treeMap', config: { layout: 'slice' } } };
    const lines = { target: 'Commit', attribute: 'additions', reducer: 'sum' as const };
    const two = { ...query, aggregations: [lines, { ...lines, attribute: 'deletions' }] };
    expect(appliedQuery(tree, two)).toEqual({ query: two, view: AUTOMATIC_VIEW });
    const one = { ...query, aggregations: [lines] };
    expect(appliedQuery(tree, one)).toEqual({ query: one });
    expect(appliedQuery({ ...tree, query: two }, { ...two, search: 'fix' }).view).toBeUndefined();
  });

  it('lets a time series choose its unit again when the dates changed', () => {
    for (const dates of [{ duration: 'P1Y' }, { startDate: '2026-01-01', endDate: '2026-06-30' }]) {
      const changed = { ...query, duration: undefined, ...dates };
      expect(appliedQuery(address, changed).view).toEqual({
        value: 'overTime',
        config: { displayType: 'line' },
      });
    }
    const bars: ExploreAddress = { ...address, view: { value: 'barChart', config: { vertical: true } } };
    expect(appliedQuery(bars, { ...query, duration: 'P1Y' }).view).toEqual(bars.view);
  });
});
