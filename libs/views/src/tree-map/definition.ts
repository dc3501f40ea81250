import { STANDARD_VIEWS } from '@cairn/contracts';
import { LayoutDashboard } from 'lucide-react';
import { z } from 'zod';
import { CHANGE_FIELDS, CHANGE_SETTINGS } from '../change.ts';
import { choice, flag, options } from '../config-fields.ts';
import { chartRequest } from '../order.ts';
import { THEME_FIELD, themeSetting } from '../theme-field.ts';
import { defineView, fitsOneOrTwoGroups } from '../view.ts';

/** Rectangles whose area is the value (X§3). */
export const TreeConfig = z.object({
  layout: choice(['squarify', 'binary', 'slice', 'dice', 'slice-dice']),
  labels: flag(true),
  legend: flag(true),
  invertAxis: flag(false),
  labelType: choice(['name', 'value', 'percentage', 'name-value', 'name-percentage']),
  ...THEME_FIELD,
  ...CHANGE_FIELDS,
});
export type TreeConfig = z.infer<typeof TreeConfig>;

const LEAVES = 20_000;

export const treeMap = defineView<TreeConfig>({
  id: STANDARD_VIEWS.treeMap,
  label: 'Treemap',
  icon: LayoutDashboard,
  config: TreeConfig,
  settings: [
    {
      key: 'layout',
      label: 'Layout',
      kind: 'choice',
      options: options(
        ['squarify', 'Square'],
        ['binary', 'Binary'],
        ['slice', 'Slice'],
        ['dice', 'Dice'],
        ['slice-dice', 'Slice & Dice'],
      ),
    },
    {
      key: 'labelType',
      label: 'Label',
      kind: 'choice',
      options: options(
        ['name', 'Name'],
        ['value', 'Value'],
        ['percentage', 'Share'],
        ['name-value', 'Name and value'],
        ['name-percentage', 'Name and share'],
      ),
      applies: ({ labels }) => labels,
    },
    { key: 'labels', label: 'Labels', kind: 'toggle' },
    { key: 'legend', label: 'Legend', kind: 'toggle', applies: (_, { groups }) => groups > 1 },
    { key: 'invertAxis', label: 'Swap the groups', kind: 'toggle', applies: (_, { groups }) => groups > 1 },
    themeSetting('series'),
    ...CHANGE_SETTINGS,
  ],
  fits: (shape) => {
    const fit = fitsOneOrTwoGroups(shape, 30);
    return fit.ok && shape.isAdditive === false
      ? { ok: false, isOver: false, reason: 'Values that add up are required, such as a count or a total' }
      : fit;
  },
  answers: () => 'groups',
  request: (query) => chartRequest(query, LEAVES),
  load: async () => (await import('./tree-map-view.tsx')).TreeMapView,
});
