import { type EntityDetail, Rows, type View } from '@cairn/contracts';
import { groupKey, measureKey, type Query } from '@cairn/query';
import { requestOf } from '../../../views/src/request.ts';
import { resolveView } from '../../../views/src/views.ts';
import { chartsOf, type OverviewChart } from '../../../../mfe-entity/src/charts/charts-of.ts';
import type { ChartSpec } from '../../../../mfe-entity/src/charts/chart-spec.ts';
import { KIND_PAGES } from '../../../../mfe-entity/src/kinds/kinds.ts';
import type { EntityService } from '../../../../svc-graph/test/entity-service.ts';

/** The present, in seconds: some days after the last event of the simulated company. */
export const NOW = Date.UTC(2026, 2, 24) / 1_000;

/** A figure of a page: what the page draws, and what a statement of its own counts. */
export interface PageFigure {
  readonly what: string;
  /** The statement that picks the entities whose pages are read. */
  readonly of: string;
  readonly shown: (entity: EntityDetail, service: EntityService) => Promise<unknown>;
  readonly counted: (uuid: string, service: EntityService) => Promise<unknown>;
}

const ROUTES = { groups: 'group-bys', series: 'time-series', entities: 'entities' } as const;

/** The rows that a view draws of a query, asked for as the page does. */
export async function drawnRows(service: EntityService, query: Query, view: View): Promise<Rows['data']> {
  const request = requestOf(query, resolveView(view, query), undefined, { timezone: 'UTC' });
  const answer = await service.call(`graph-search/${ROUTES[request.kind as keyof typeof ROUTES]}`, {
    ...request.query,
    format: 'json',
  });
  return Rows.parse(answer).data;
}

/** The chart of a kind's overview. */
export function overviewChart(kind: string, title: string): ChartSpec {
  const charts = KIND_PAGES.find((page) => page.kind === kind)?.overview.charts ?? [];
  const found = charts.find((each) => each.title === title);
  if (!found) throw new Error(`the page of ${kind} has no chart ${title}`);
  return found;
}

/** The chart of an entity as its page asks for it: of the page's own time and branch; null where it is left out. */
function chartOf(entity: EntityDetail, spec: ChartSpec): OverviewChart | null {
  const page = KIND_PAGES.find(({ kind }) => kind === entity.labels[0]);
  const range = page?.overview.range ?? null;
  const scope = { range, onDefaultBranch: page?.overview.startsOnDefaultBranch ?? false };
  return chartsOf(entity, [spec], 'UTC', scope)[0] ?? null;
}

/** The rows of a series that are not empty, each with its first moment and its figure. */
export function linesOfSeries(rows: Rows['data']): string[] {
  return rows
    .map((row) => Object.values(row))
    .flatMap(([start, value]) => (Number(value) > 0 ? [`${String(start)} | ${String(value)}`] : []))
    .toSorted();
}

/** The periods of a line that are not empty, each with its first moment and its figure. */
export async function periodsOf(
  service: EntityService,
  entity: EntityDetail,
  spec: ChartSpec,
): Promise<string[]> {
  const chart = chartOf(entity, spec);
  const rows = chart ? await drawnRows(service, chart.query, chart.view) : [];
  return linesOfSeries(rows);
}

/** The cells of a chart: the words of its groups, and its figure; empty where the page leaves it out. */
export async function cellsOf(
  service: EntityService,
  entity: EntityDetail,
  spec: ChartSpec,
): Promise<string[]> {
  const chart = chartOf(entity, spec);
  if (!chart) return [];
  const { query } = chart;
  const keys = query.groupBys.map(groupKey);
  const measure = measureKey(query.aggregations[0] ?? { target: '', attribute: 'uuid', reducer: 'count' });
  const rows = await drawnRows(service, query, chart.view);
  return rows.map((row) => [...keys, measure].map((key) => String(row[key])).join(' | ')).toSorted();
}

/** The lines of a statement about an entity, as cells. */
export async function linesOf(service: EntityService, statement: string, uuid: string): Promise<string[]> {
  const rows = await service.store.rows<Record<string, unknown>>(statement, [uuid]);
  return rows
    .map((row) =>
      Object.values(row)
        .map((value) => String(value))
        .join(' | '),
    )
    .toSorted();
}
