import { isGroup, Query } from '@cairn/query';
import type { ChartMark } from '../chart-mark.ts';
import { flag } from '../config-fields.ts';
import { withinDates } from '../moment-dates.ts';
import type { FurtherAnswers, FurtherQuery, QueryShape, ViewConfig, ViewSetting } from '../view.ts';

/** What may be marked on a time axis: a kind of the graph, by one of its moments. */
interface OverlaySource {
  readonly name: OverlayName;
  readonly label: string;
  readonly kind: string;
  readonly moment: string;
  /** The kind through which a question's filters reach it too. */
  readonly scope: string;
  readonly filters: Query['filters'];
}
export type OverlayName = 'releases' | 'deployments' | 'incidents';

const SOURCES: readonly OverlaySource[] = [
  {
    name: 'releases',
    label: 'Releases',
    kind: 'Release',
    moment: 'publishedAt',
    scope: 'Repository',
    filters: [],
  },
  {
    name: 'deployments',
    label: 'Deployments',
    kind: 'CicdPipeline',
    moment: 'deployedAt',
    scope: 'Repository',
    filters: [],
  },
  {
    name: 'incidents',
    label: 'Incidents',
    kind: 'Issue',
    moment: 'createdAt',
    scope: 'Project',
    filters: [{ target: 'Issue', attribute: 'issueType', comparison: { IN: ['Incident', 'incident'] } }],
  },
];

/** The fields of the config of a view with a time axis. */
export const OVERLAY_FIELDS = { releases: flag(false), deployments: flag(false), incidents: flag(false) };
type OverlayConfig = Readonly<Record<OverlayName, boolean>>;

/** The settings of a view with a time axis. */
export const OVERLAY_SETTINGS: readonly ViewSetting<OverlayConfig, OverlayName>[] = SOURCES.map(
  ({ name, label }) => ({
    key: name,
    label,
    kind: 'toggle',
    applies: (_config: OverlayConfig, { hasPeriods }: QueryShape) => hasPeriods === true,
  }),
);

/** The settings of a view that always has a time axis. */
export const TIMED_OVERLAY_SETTINGS = OVERLAY_SETTINGS.map((setting) => ({
  ...setting,
  applies: () => true,
}));

/** Whether a setting marks something on the time axis of a view, and applies now. */
export const isOverlay = (setting: ViewSetting, config: ViewConfig, shape: QueryShape): boolean =>
  setting.key in OVERLAY_FIELDS && (setting.applies?.(config, shape) ?? true);

/** The most things of one kind that are read. */
const MOST = 1_000;

/** The further queries of a view for what it marks on its time axis: the same dates, repositories and projects. */
export function overlayQueries(
  query: Query,
  config: OverlayConfig,
): Readonly<Partial<Record<string, FurtherQuery>>> {
  const chosen = SOURCES.filter(({ name }) => config[name]);
  return Object.fromEntries(
    chosen.map(({ name, kind, moment, scope, filters }) => {
      const shared = query.filters.filter((each) => !isGroup(each) && each.target === scope);
      const own = Query.parse({
        ...(query.orgId === undefined ? {} : { orgId: query.orgId }),
        ...(query.timezone === undefined ? {} : { timezone: query.timezone }),
        select: [kind],
        filters: [...shared, ...filters, { target: kind, attribute: moment, comparison: withinDates(query) }],
        columns: [`${kind}.name`, `${kind}.${moment}`],
        order: [{ by: `${kind}.${moment}`, direction: 'descending' }],
        page: 1,
        pageSize: MOST,
      });
      return [name, { kind: 'entities', query: own }];
    }),
  );
}

/** A thing that is marked on a time axis. */
export interface OverlayEvent {
  readonly source: OverlayName;
  readonly at: number;
  readonly name: string;
  readonly uuid: string;
}

/** Reads the things to mark from the further answers of a view. */
export function overlayEvents(further: FurtherAnswers | undefined): OverlayEvent[] {
  return SOURCES.flatMap(({ name, kind, moment }) => {
    const answer = further?.[name];
    if (!answer) return [];
    const id = answer.columns.find(({ role }) => role === 'id')?.key ?? 'uuid';
    return Array.from({ length: answer.numRows }, (_, row) => row).flatMap((row): OverlayEvent[] => {
      const at = answer.get(`${kind}.${moment}`, row);
      if (typeof at !== 'number') return [];
      const said = String(answer.get(`${kind}.name`, row) ?? '');
      return [{ source: name, at, name: said, uuid: String(answer.get(id, row)) }];
    });
  });
}

/** Things of one source that fall together, with where they lie between the categories of an axis. */
export interface OverlayGroup {
  readonly source: OverlayName;
  readonly place: number;
  readonly events: readonly OverlayEvent[];
}

/**
 * Puts things where they belong among the starts of periods: 2.5 is in the middle of the third. Those nearer than
 * `apart` to the first of a group join it; those outside of the axis are left out.
 */
export function placeEvents(
  events: readonly OverlayEvent[],
  starts: readonly number[],
  apart: number,
  round = (place: number) => place,
): OverlayGroup[] {
  const groups: { source: OverlayName; place: number; events: OverlayEvent[] }[] = [];
  for (const event of events.toSorted((a, b) => a.at - b.at)) {
    const exact = placeOf(event.at, starts);
    if (exact === null) continue;
    const place = round(exact);
    const near = groups.findLast(({ source }) => source === event.source);
    if (near && place - near.place < apart) near.events.push(event);
    else groups.push({ source: event.source, place, events: [event] });
  }
  return groups;
}

function placeOf(at: number, starts: readonly number[]): number | null {
  const period = starts.findLastIndex((start) => start <= at);
  const start = starts[period];
  if (period === -1 || start === undefined) return null;
  const length = (starts[period + 1] ?? start + (start - (starts[period - 1] ?? start))) - start;
  const share = length > 0 ? (at - start) / length : 0;
  return share >= 1 && period === starts.length - 1 ? null : period + share;
}

/** Puts things into the whole periods that they happened in, those of one source together. */
export const placeWithin = (events: readonly OverlayEvent[], starts: readonly number[]): OverlayGroup[] =>
  placeEvents(events, starts, 1, Math.floor);

/** What happened on a time axis, and the marks of it. */
export interface Overlays {
  readonly groups: readonly OverlayGroup[];
  readonly marks: readonly ChartMark[];
}
