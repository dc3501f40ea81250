import { z } from 'zod';

/** Ids of the views that other areas choose for what they show. Every other id is known to its own folder alone. */
export const STANDARD_VIEWS = {
  automatic: 'default',
  table: 'unifiedTable',
  bar: 'barChart',
  time: 'overTime',
  metric: 'metric',
  heatMap: 'heatMap',
  treeMap: 'treeMap',
} as const;

/** A view id as it may be stored. Ids are open, so that a new view needs no change here. */
export const ViewId = z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/);

/** A view and its settings; an unknown view falls back to the default (X§2). */
export const View = z.strictObject({ value: ViewId, config: z.record(z.string(), z.unknown()) });
export type View = z.infer<typeof View>;
