import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { droppedFrom } from './dropped.ts';

const repository = { target: 'Repository', attribute: 'name' };
const rows = Query.parse({ select: ['Commit'] });
const grouped = Query.parse({ select: ['Commit'], groupBys: [repository] });

describe('what a stored view has lost', () => {
  it.each([
    ['nothing of one that fits', { value: 'barChart', config: { vertical: true, limit: 20 } }, grouped, []],
    ['nothing of the automatic one', { value: 'default', config: { any: 1 } }, grouped, []],
    [
      'a view that is not known',
      { value: 'legend', config: {} },
      grouped,
      ['The view was stored as “legend”, which is not known. Bar is drawn.'],
    ],
    [
      'a pivot of a query that has no group any more',
      { value: 'pivotTable', config: {} },
      rows,
      ['This view requires at least one group by field to be selected. Table is drawn instead of Pivot.'],
    ],
    [
      'settings that are out of their range',
      { value: 'barChart', config: { barPadding: 900, bars: 'heap', vertical: true } },
      grouped,
      ['Not as it was stored: Second group, Room between bars, in percent.'],
    ],
    [
      'the group that went across',
      { value: 'pivotTable', config: { pivotGroupIndex: 2 } },
      grouped,
      ['The group that went across is gone, so another one does.'],
    ],
    [
      'the column that sorted',
      { value: 'unifiedTable', config: { sortBy: 'sum(Commit.additions)' } },
      grouped,
      ['The column that it was sorted by is gone.'],
    ],
  ])('is %s', (_, stored, query, said) => {
    expect(droppedFrom(stored, query)).toEqual(said);
  });
});
