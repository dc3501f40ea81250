import { STANDARD_VIEWS, type View } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import { createContext, useContext } from 'react';
import { bar } from './bar/definition.ts';
import { calendar } from './calendar/definition.ts';
import { cumulativeFlow } from './cumulative-flow/definition.ts';
import { distribution } from './distribution/definition.ts';
import { heatMap } from './heat-map/definition.ts';
import { labels, legendList } from './category-list/definition.ts';
import { metric } from './metric/definition.ts';
import { nested } from './nested/definition.ts';
import { pivot } from './pivot/definition.ts';
import { scatter } from './scatter/definition.ts';
import { table } from './table/definition.ts';
import { timeSeries } from './time-series/definition.ts';
import { treeMap } from './tree-map/definition.ts';
import { shapeOf, type ViewAlias, type ViewChoice, type ViewConfig, type ViewDefinition } from './view.ts';

export type ViewList = readonly ViewDefinition[];

/** Every view there is, in the order of the picker. */
export const VIEWS: ViewList = [
  bar,
  heatMap,
  metric,
  timeSeries,
  calendar,
  scatter,
  distribution,
  cumulativeFlow,
  treeMap,
  table,
  pivot,
  nested,
  legendList,
  labels,
];

const ViewsContext = createContext(VIEWS);
/** Replaces the list of views for its children. */
export const ViewsProvider = ViewsContext.Provider;

/** The views that are offered here. */
export function useViews(): ViewList {
  return useContext(ViewsContext);
}

/** The view that a query gets until a person chooses one. */
export const AUTOMATIC_VIEW: View = { value: STANDARD_VIEWS.automatic, config: {} };
/** The flat table, for rows beneath a picture. */
export const TABLE_VIEW: View = { value: STANDARD_VIEWS.table, config: {} };

/** The view by its stored id or an alias of it. */
export function viewNamed(value: string, views: ViewList = VIEWS): ViewDefinition | undefined {
  const isNamed = ({ aliases }: ViewDefinition) => aliases.some(({ id, when }) => id === value && !when);
  return views.find(({ id }) => id === value) ?? views.find(isNamed);
}

/** The view that a stored one means: by its config where that names another view, else by its id. */
export function viewMeant({ value, config }: View, views: ViewList): ViewDefinition | undefined {
  const isMeant = ({ id, when }: ViewAlias) =>
    id === value && when !== undefined && Object.entries(when).every(([key, each]) => config[key] === each);
  return views.find(({ aliases }) => aliases.some(isMeant)) ?? viewNamed(value, views);
}

/** The config that an older id of a view meant, overridden by the stored one. */
function storedConfig({ aliases }: ViewDefinition, { value, config }: View): ViewConfig {
  return { ...aliases.find(({ id }) => id === value)?.config, ...config };
}

/** No group gives the table, one group the bar chart, more the table (X§2). */
export function automaticView(query: Query): ViewDefinition {
  const shape = shapeOf(query);
  return shape.groups === 1 && bar.fits(shape).ok ? bar : table;
}

/** A view with a config that it can draw with. */
export interface ResolvedView {
  readonly view: ViewDefinition;
  readonly config: ViewConfig;
}

/** The view that draws a query: the stored one with its config made sound, or the automatic one. */
export function resolveView(stored: View, query: Query, views: ViewList = VIEWS): ResolvedView {
  const meant = viewMeant(stored, views);
  const isReplaced = meant?.instead !== undefined && !meant.fits(shapeOf(query)).ok;
  const named = isReplaced ? viewNamed(meant.instead ?? '', views) : meant;
  const view = named ?? automaticView(query);
  return { view, config: view.config.parse(named ? storedConfig(view, stored) : {}) };
}

/** A button of the picker with the view that it belongs to. */
export interface OfferedView extends ViewChoice {
  readonly view: ViewDefinition;
}

/** What the picker offers, in order (X§2). */
export function offeredViews(views: ViewList = VIEWS): OfferedView[] {
  return views.flatMap((view) => view.choices.map((choice) => ({ ...choice, view })));
}

/** The choice that a view and its config come from. */
export function choiceOf(view: ViewDefinition, config: Readonly<ViewConfig>): ViewChoice | undefined {
  const matches = (choice: ViewChoice) =>
    Object.entries(choice.config).every(([key, value]) => config[key] === value);
  return view.choices.find(matches) ?? view.choices[0];
}

/** The view that a choice of the picker means. The same view keeps its config, another layout of it what both have. */
export function pickedView(offered: OfferedView, { view, config }: ResolvedView): View {
  const { layout } = offered.view;
  const isLayout = layout !== undefined && layout.of === view.layout?.of;
  const shared = isLayout ? Object.entries(config).filter(([key]) => layout.keeps.includes(key)) : [];
  const kept = offered.view === view ? config : Object.fromEntries(shared);
  return { value: offered.view.id, config: { ...kept, ...offered.config } };
}

/** The stored view after the dates of its query changed. */
export function viewForNewDates(stored: View, views: ViewList = VIEWS): View {
  const config = viewMeant(stored, views)?.configForNewDates(stored.config) ?? stored.config;
  return { ...stored, config };
}
