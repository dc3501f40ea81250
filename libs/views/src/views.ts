import type { Query } from '@cairn/query';
import { lazy, type ComponentType } from 'react';
import { bar } from './bar/definition.ts';
import { heatMap } from './heat-map/definition.ts';
import { metric } from './metric/definition.ts';
import { table } from './table/definition.ts';
import { timeSeries } from './time-series/definition.ts';
import { treeMap } from './tree-map/definition.ts';
import {
  shapeOf,
  type Fit,
  type Shape,
  type ViewDefinition,
  type ViewEntry,
  type ViewProps,
} from './view.ts';

/** Joins a definition to what draws it; from here on the config is opaque. */
function entry<C>(
  definition: ViewDefinition<C>,
  load: () => Promise<{ default: ComponentType<ViewProps<C>> }>,
): ViewEntry {
  return { definition, Component: lazy(load) } as unknown as ViewEntry;
}

/** Every view there is, in the order of the picker. */
export const VIEWS: readonly ViewEntry[] = [
  entry(bar, async () => ({ default: (await import('./bar/bar-view.tsx')).BarView })),
  entry(heatMap, async () => ({ default: (await import('./heat-map/heat-map-view.tsx')).HeatMapView })),
  entry(metric, async () => ({ default: (await import('./metric/metric-view.tsx')).MetricView })),
  entry(timeSeries, async () => ({ default: (await import('./time-series/time-view.tsx')).TimeView })),
  entry(treeMap, async () => ({ default: (await import('./tree-map/tree-map-view.tsx')).TreeMapView })),
  entry(table, async () => ({ default: (await import('./table/table-view.tsx')).TableView })),
];

/** What the picker offers: a view, some of them in several displays (X§2). */
export interface Pick {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  readonly view: string;
  readonly config: Readonly<Record<string, unknown>>;
}

export const PICKS: readonly Pick[] = [
  {
    id: 'bar',
    label: 'Bar',
    icon: 'chart-bar',
    view: 'barChart',
    config: { displayType: 'bars', vertical: false },
  },
  {
    id: 'vertical',
    label: 'Vertical',
    icon: 'chart-column',
    view: 'barChart',
    config: { displayType: 'bars', vertical: true },
  },
  { id: 'line', label: 'Line', icon: 'chart-line', view: 'barChart', config: { displayType: 'lines' } },
  { id: 'area', label: 'Area', icon: 'chart-area', view: 'barChart', config: { displayType: 'area' } },
  { id: 'heatmap', label: 'Heatmap', icon: 'grid-3x3', view: 'heatMap', config: {} },
  { id: 'metric', label: 'Metric', icon: 'hash', view: 'metric', config: {} },
  { id: 'time', label: 'Time', icon: 'chart-no-axes-combined', view: 'overTime', config: {} },
  { id: 'treemap', label: 'Treemap', icon: 'layout-dashboard', view: 'treeMap', config: {} },
  { id: 'table', label: 'Table', icon: 'table-2', view: 'unifiedTable', config: {} },
];

/** Shown on a pick that cannot draw the query (X§5). */
export const CANNOT_DRAW = 'Unable to visualize this chart with the current query state';

interface StoredView {
  readonly value: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** The view by its stored name; other names of tables are the table. */
export function viewNamed(value: string): ViewEntry | undefined {
  const name = value === 'dataTable' ? 'unifiedTable' : value;
  return VIEWS.find(({ definition }) => definition.id === name);
}

/** No group gives the table, one group the bar chart, more the table (X§2). */
export function automaticView(query: Query): ViewEntry {
  const shape = shapeOf(query);
  const wanted = shape.groups === 1 && bar.fits(shape).ok ? bar.id : table.id;
  return VIEWS.find(({ definition }) => definition.id === wanted) as ViewEntry;
}

/** What draws a query: the stored view with its config made sound, or the automatic one. */
export function resolveView(
  stored: StoredView,
  query: Query,
): { entry: ViewEntry; config: Record<string, unknown> } {
  const named = viewNamed(stored.value);
  const chosen = named ?? automaticView(query);
  return { entry: chosen, config: chosen.definition.config.parse(named ? stored.config : {}) };
}

/** The pick that a view and its config come from. */
export function pickOf(view: ViewEntry, config: Readonly<Record<string, unknown>>): Pick | undefined {
  const candidates = PICKS.filter(({ view: id }) => id === view.definition.id);
  const matches = (pick: Pick) => Object.entries(pick.config).every(([key, value]) => config[key] === value);
  return candidates.find(matches) ?? candidates[0];
}

/** Whether a pick can draw a shape, with the reason when it cannot. */
export function fitOf(pick: Pick, shape: Shape): Fit {
  return (
    viewNamed(pick.view)?.definition.fits(shape) ?? {
      ok: false,
      isOver: false,
      reason: CANNOT_DRAW,
    }
  );
}
