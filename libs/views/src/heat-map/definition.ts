import { STANDARD_VIEWS } from '@cairn/contracts';
import { Grid3x3 } from 'lucide-react';
import { z } from 'zod';
import { FORMAT_FIELDS, FORMAT_SETTING } from '../number-format.ts';
import { CHANGE_FIELDS, CHANGE_SETTINGS } from '../change.ts';
import { flag } from '../config-fields.ts';
import { chartRequest } from '../order.ts';
import { rowsHeight } from '../rows-height.ts';
import { samplesQuery } from '../samples-query.ts';
import { THEME_FIELD, themeSetting } from '../theme-field.ts';
import { defineView, fitsOneOrTwoGroups } from '../view.ts';

/** Tiles whose shade is the value (X§3). */
export const HeatConfig = z.object({
  labels: flag(true),
  values: flag(true),
  legend: flag(true),
  invertAxes: flag(false),
  hex: flag(false),
  invertComparisonColors: flag(false),
  ...THEME_FIELD,
  ...CHANGE_FIELDS,
  ...FORMAT_FIELDS,
});
export type HeatConfig = z.infer<typeof HeatConfig>;

const CELLS = 20_000;

export const heatMap = defineView<HeatConfig>({
  id: STANDARD_VIEWS.heatMap,
  label: 'Heatmap',
  icon: Grid3x3,
  config: HeatConfig,
  // Hexagons were a view of their own.
  aliases: [{ id: 'hex', config: { hex: true } }],
  settings: [
    { key: 'hex', label: 'Hexagons', kind: 'toggle' },
    { key: 'values', label: 'Values in the tiles', kind: 'toggle' },
    { key: 'labels', label: 'Labels', kind: 'toggle' },
    { key: 'legend', label: 'Legend', kind: 'toggle' },
    { key: 'invertAxes', label: 'Swap the axes', kind: 'toggle', applies: (_, { groups }) => groups > 1 },
    {
      key: 'invertComparisonColors',
      label: 'Less is green',
      kind: 'toggle',
      applies: (_, { isCompared }) => isCompared === true,
    },
    themeSetting('shades'),
    FORMAT_SETTING,
    ...CHANGE_SETTINGS,
  ],
  fits: (shape) => fitsOneOrTwoGroups(shape, shape.groups === 2 ? 70 : 10),
  answers: () => 'groups',
  request: (query) => chartRequest(query, CELLS),
  heightOf: (answer, { hex, invertAxes }) => {
    if (hex) return null;
    const groups = answer.columns.filter(({ role }) => role === 'group');
    return rowsHeight(answer, (invertAxes ? groups.toReversed() : groups)[1], { row: 36, around: 78 });
  },
  further: (query) => samplesQuery(query, chartRequest(query, CELLS)),
  load: async () => (await import('./heat-map-view.tsx')).HeatMapView,
});
