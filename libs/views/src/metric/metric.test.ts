import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { furtherRequestsOf } from '../request.ts';
import { resolveView } from '../views.ts';
import { linePath } from './sparkline.tsx';
import { columnsFor } from './tile-grid.ts';

describe('tiles of figures', () => {
  it.each([
    [1, { width: 900, height: 400 }, 1],
    [4, { width: 900, height: 400 }, 2],
    [14, { width: 1200, height: 700 }, 4],
    [6, { width: 340, height: 500 }, 2],
    [24, { width: 120, height: 100 }, 1],
  ])('fill their card: %i in %o stand in %i columns', (tiles, size, columns) => {
    expect(columnsFor(tiles, size)).toBe(columns);
  });
});

describe('a line over time', () => {
  it('goes from zero to its largest value, and is parted where one is missing', () => {
    expect(linePath([0, 10, null, 5, 10])).toBe('M0.0,26.0L25.0,2.0M75.0,14.0L100.0,2.0');
  });

  it('has negative values beneath zero, and none of nothing', () => {
    expect(linePath([-10, 10])).toBe('M0.0,26.0L100.0,2.0');
    expect(linePath([])).toBe('');
  });
});

describe('the further request of a metric', () => {
  const of = (query: object, config = {}) =>
    furtherRequestsOf(
      Query.parse({ orgId: 'acme', select: ['Commit'], ...query }),
      resolveView({ value: 'metric', config }, Query.parse({ select: ['Commit'], ...query })),
      { timezone: 'Europe/Berlin' },
    );

  it('asks for the same figures over time, in the zone of the reader', () => {
    const groupBys = [{ target: 'Repository', attribute: 'name' }];
    const [[name, request] = []] = of({ groupBys, duration: 'P90D', compareWith: {}, limit: 5 });
    expect(name).toBe('trend');
    expect(request?.kind).toBe('series');
    expect(request?.query).toMatchObject({
      groupBys,
      duration: 'P90D',
      timeUnit: 'weeks',
      timezone: 'Europe/Berlin',
    });
    expect(request?.query.compareWith).toBeUndefined();
    // As many lines as there are tiles.
    expect(request?.query.limit).toBe(24);
  });

  it('asks in a calm unit for what a filter keeps of the last days, too', () => {
    const lately = (duration: string) => [
      { target: 'Commit', attribute: 'committedAt', comparison: { 'IN LAST': [duration] } },
    ];
    const units = ['P7D', 'P90D', 'P2Y'].map(
      (duration) => of({ filters: lately(duration) })[0]?.[1].query.timeUnit,
    );
    expect(units).toEqual(['days', 'weeks', 'months']);
  });

  it.each([
    ['the line is switched off', {}, { sparkline: false }],
    ['it is a formula', { formulas: [{ name: 'a', formula: ['abs', 'count(Commit.uuid)'] }] }, {}],
    [
      'its groups are periods',
      { groupBys: [{ target: 'Commit', attribute: 'committedAt', unit: 'week' }] },
      {},
    ],
  ])('is not made where %s', (_, query, config) => {
    expect(of(query, config)).toEqual([]);
  });
});
