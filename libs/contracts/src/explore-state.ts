import { Query } from '@cairn/query';
import { z } from 'zod';

export const VIEW_IDS = [
  'default',
  'barChart',
  'dataTable',
  'hex',
  'heatMap',
  'legend',
  'labels',
  'metric',
  'overTime',
  'pivotTable',
  'treeMap',
  'nestedTable',
  'unifiedTable',
] as const;

/** A view and its settings; an unknown view falls back to the default (X§2). */
export const View = z.strictObject({ value: z.enum(VIEW_IDS), config: z.record(z.string(), z.unknown()) });
export type View = z.infer<typeof View>;

/** What a saved query holds. */
export const ExploreState = z.strictObject({ params: Query, viz: z.array(View).max(10).default([]) });
export type ExploreState = z.infer<typeof ExploreState>;
