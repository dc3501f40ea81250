import { Tags } from 'lucide-react';
import { z } from 'zod';
import { flag } from '../config-fields.ts';
import { chartRequest } from '../order.ts';
import { THEME_FIELD, themeSetting } from '../theme-field.ts';
import { defineView, fitsOneGroup } from '../view.ts';

/** The values of a group as labels with their counts. */
export const LabelsConfig = z.object({ values: flag(true), ...THEME_FIELD });
export type LabelsConfig = z.infer<typeof LabelsConfig>;

const GROUPS = 1_000;

export const labels = defineView<LabelsConfig>({
  id: 'labels',
  label: 'Labels',
  icon: Tags,
  config: LabelsConfig,
  settings: [{ key: 'values', label: 'Values', kind: 'toggle' }, themeSetting('series')],
  fits: (shape) => fitsOneGroup(shape, 7),
  answers: () => 'groups',
  request: (query) => chartRequest(query, GROUPS),
  load: async () => (await import('./labels-view.tsx')).LabelsView,
});
