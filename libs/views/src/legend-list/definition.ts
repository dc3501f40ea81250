import { List } from 'lucide-react';
import { z } from 'zod';
import { flag } from '../config-fields.ts';
import { chartRequest } from '../order.ts';
import { THEME_FIELD, themeSetting } from '../theme-field.ts';
import { defineView, fitsOneGroup } from '../view.ts';

/** The values of a group with their colours, to stand beside pictures of the same board. */
export const LegendConfig = z.object({ values: flag(true), shares: flag(true), ...THEME_FIELD });
export type LegendConfig = z.infer<typeof LegendConfig>;

const GROUPS = 1_000;

export const legendList = defineView<LegendConfig>({
  id: 'legend',
  label: 'Legend',
  icon: List,
  config: LegendConfig,
  settings: [
    { key: 'values', label: 'Values', kind: 'toggle' },
    {
      key: 'shares',
      label: 'Shares',
      kind: 'toggle',
      applies: (_, { isAdditive }) => isAdditive !== false,
    },
    themeSetting('series'),
  ],
  fits: (shape) => fitsOneGroup(shape, 8),
  answers: () => 'groups',
  request: (query) => chartRequest(query, GROUPS),
  load: async () => (await import('./legend-view.tsx')).LegendView,
});
