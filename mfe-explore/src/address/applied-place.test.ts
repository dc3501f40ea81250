import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { appliedPlace } from './applied-place.ts';
import { DEFAULT_VIEW, type Place } from './place.ts';

const query = Query.parse({ select: ['Commit'], groupBys: ['Person.name'], duration: 'P30D' });
const place: Place = {
  query,
  view: { value: 'overTime', config: { unit: 'minutes', displayType: 'line' } },
  title: 'Who commits',
  saved: undefined,
  fullscreen: true,
};

describe('applying a question', () => {
  it('starts the title and the view anew when the selection or the grouping changed', () => {
    const anew = { view: DEFAULT_VIEW, title: 'Selecting "Commit"' };
    expect(appliedPlace(place, { ...query, groupBys: [] })).toMatchObject(anew);
    expect(appliedPlace(place, { ...query, select: ['Issue'] })).toMatchObject({
      title: 'Selecting "Issue"',
    });
  });

  it('keeps both for any other change', () => {
    const changed = { ...query, search: 'fix' };
    expect(appliedPlace(place, changed)).toEqual({ query: changed });
  });

  it('lets a time series choose its unit again when the dates changed', () => {
    for (const dates of [{ duration: 'P1Y' }, { startDate: '2026-01-01', endDate: '2026-06-30' }]) {
      const changed = { ...query, duration: undefined, ...dates };
      expect(appliedPlace(place, changed).view).toEqual({
        value: 'overTime',
        config: { displayType: 'line' },
      });
    }
    const bars: Place = { ...place, view: { value: 'barChart', config: { vertical: true } } };
    expect(appliedPlace(bars, { ...query, duration: 'P1Y' }).view).toBeUndefined();
  });
});
