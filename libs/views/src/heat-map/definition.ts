import { z } from 'zod';
import { flag } from '../config-fields.ts';
import { askChart } from '../order.ts';
import { fitsOneOrTwoGroups, type ViewDefinition } from '../view.ts';

/** Tiles whose shade is the value (X§3). */
export const HeatConfig = z.object({
  labels: flag(true),
  values: flag(true),
  legend: flag(true),
  invertAxes: flag(false),
});
export type HeatConfig = z.infer<typeof HeatConfig>;

const CELLS = 5_000;

export const heatMap: ViewDefinition<HeatConfig> = {
  id: 'heatMap',
  label: 'Heatmap',
  icon: 'grid-3x3',
  config: HeatConfig,
  settings: [
    { key: 'values', label: 'Values in the tiles', kind: 'toggle' },
    { key: 'labels', label: 'Labels', kind: 'toggle' },
    { key: 'legend', label: 'Legend', kind: 'toggle' },
    { key: 'invertAxes', label: 'Swap the axes', kind: 'toggle', applies: (_, { groups }) => groups > 1 },
  ],
  fits: (shape) => fitsOneOrTwoGroups(shape, shape.groups === 2 ? 70 : 10),
  answers: () => 'groups',
  ask: (query) => askChart(query, CELLS),
};
