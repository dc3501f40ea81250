import { describe, expect, it } from 'vitest';
import { viewIdsOf } from './view-ids.ts';

describe('the views that a filter names', () => {
  it.each([
    ['tree', ['tree', 'treeMap', 'nestedTable', { value: 'unifiedTable', config: { layout: 'nested' } }]],
    ['Table', ['Table', 'unifiedTable', 'dataTable']],
    ['Line', ['Line', { value: 'barChart', config: { displayType: 'lines' } }]],
    ['area', ['area', { value: 'barChart', config: { displayType: 'area' } }]],
    ['vertical', ['vertical', { value: 'barChart', config: { displayType: 'bars', vertical: true } }]],
    ['heat_map', ['heat_map', 'heatMap', 'hex']],
    ['flow', ['flow', 'cumulativeFlow']],
    ['barChart', ['barChart']],
    ['nothing', ['nothing']],
    ['', ['']],
  ])('are for %s by label beside what was typed', (name, ids) => {
    expect(viewIdsOf([name])).toEqual(ids);
  });
});
