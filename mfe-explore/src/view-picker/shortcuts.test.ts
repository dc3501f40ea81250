import { Query } from '@cairn/query';
import { resolveView, shapeOf } from '@cairn/views';
import { describe, expect, it } from 'vitest';
import { SHORTCUTS, shortcutOf } from './shortcuts.ts';

const query = Query.parse({
  select: ['Commit'],
  duration: 'P90D',
  groupBys: [{ target: 'Person', attribute: 'name' }],
  aggregations: [{ target: 'Commit', attribute: 'additions', reducer: 'sum' }],
  filters: [{ target: 'Commit', attribute: 'isMerge', comparison: { IN: [false] } }],
});

describe('a shortcut', () => {
  it.each(SHORTCUTS.map((shortcut) => [shortcut.label, shortcut] as const))(
    'counts by %s in a heat map, where there is a moment',
    (_, shortcut) => {
      const picked = shortcutOf(query, shortcut, 'committedAt');
      const { view } = resolveView(picked.view, picked.query);
      expect(view.id).toBe('heatMap');
      expect(view.fits(shapeOf(picked.query)).ok).toBe(true);
      expect(picked.query.groupBys.map(({ unit }) => unit)).toEqual(shortcut.units);
      expect(picked.query.aggregations).toEqual([]);
      expect(picked.query.duration).toBe('P90D');
      expect(picked.query.filters).toEqual([
        ...query.filters,
        { target: 'Commit', attribute: 'committedAt', comparison: { 'NOT IN': [null] } },
      ]);
      expect(shortcutOf(picked.query, shortcut, 'committedAt').query).toEqual(picked.query);
    },
  );
});
