import { describe, expect, it } from 'vitest';
import { viewIdsOf } from './view-ids.ts';

describe('the views that a filter names', () => {
  it.each([
    ['tree', ['tree', 'treeMap', 'nestedTable']],
    ['Table', ['Table', 'unifiedTable', 'dataTable']],
    ['heat_map', ['heat_map', 'heatMap', 'hex']],
    ['flow', ['flow', 'cumulativeFlow']],
    ['barChart', ['barChart']],
    ['nothing', ['nothing']],
    ['', ['']],
  ])('are for %s by label beside what was typed', (name, ids) => {
    expect(viewIdsOf([name])).toEqual(ids);
  });
});
