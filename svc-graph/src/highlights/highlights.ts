import type { Highlight, Highlights, InputOf, queryContract } from '@cairn/contracts';
import type { Catalogue } from '@cairn/entities';
import { DELIVERY, Query, changeOf, withDefaultBranch } from '@cairn/query';
import type { Comparison, DeliveryMeasure, QueryInput, Weekday } from '@cairn/query';
import type { QueryScope } from '../query/plan/scope.ts';
import { cellOf } from '../query/table.ts';
import { answerGroups, groupsPage, groupsPlan } from '../query/results/groups.ts';
import { readExtent } from '../query/data-bounds.ts';
import { QUIET_MS } from '../query/data-end.ts';
import { scopeOf } from '../query/query-scope.ts';
import { metaOf } from '../query/results/page.ts';
import type { ReadContext } from '../query/read-graph.ts';

type HighlightsInput = InputOf<typeof queryContract.overviewHighlights>;

interface Figure {
  readonly key: string;
  readonly label: string;
  readonly entity: string;
  readonly measure: QueryInput['aggregations'];
  readonly filters?: QueryInput['filters'];
  /** The moment that places a row in the period, when it is not the kind's main one. */
  readonly datedBy?: string;
  /** The attribute whose largest values are listed. */
  readonly by?: string;
}

const count = (entity: string) => [{ target: entity, attribute: 'uuid', reducer: 'count' as const }];
const distinct = (target: string) => [{ target, attribute: 'uuid', reducer: 'countDistinct' as const }];
const counted = (key: string, label: string, entity: string, by?: string): Figure => ({
  key,
  label,
  entity,
  measure: count(entity),
  ...(by ? { by } : {}),
});

const delivered = (key: string, { label, kind, measure, datedBy }: DeliveryMeasure, by?: string): Figure => ({
  key,
  label,
  entity: kind,
  measure: [measure],
  datedBy,
  ...(by ? { by } : {}),
});

/** The figures of a period in display order. None is about one person (ruling 11). */
export const FIGURES: readonly Figure[] = [
  counted('commits', 'Commits', 'Commit', 'Repository.name'),
  {
    ...counted('people', 'People', 'Commit'),
    measure: distinct('Person'),
    filters: [{ target: 'Person', attribute: 'isBot', comparison: { 'NOT IN': [true] } }],
  },
  { ...counted('files', 'Files changed', 'Commit'), measure: distinct('SourceFile') },
  counted('pull-requests', 'Pull requests opened', 'PullRequest', 'Repository.name'),
  delivered('commit-to-merge', DELIVERY.commitToMerge),
  counted('reviews', 'Reviews', 'PullRequestReview'),
  counted('issues', 'Issues created', 'Issue', 'Issue.issueType'),
  {
    ...counted('issues-completed', 'Issues completed', 'Issue', 'Issue.issueType'),
    datedBy: 'completedAt',
  },
  delivered('deployments', DELIVERY.deployments, 'Repository.name'),
  counted('releases', 'Releases', 'Release', 'Repository.name'),
  counted('messages', 'Messages', 'Message', 'Channel.name'),
  counted('meetings', 'Calendar entries', 'CalendarEntry'),
];

/** Any figure serves, because the period does not depend on it. */
const PERIOD = counted('period', 'Period', 'Event');
const DEFAULT_DURATION = 'P30D';
const MOST = 3;

/** The query of a figure for a period; the default is the last 30 days. */
function queryOf({ entity, measure, filters = [] }: Figure, input: HighlightsInput): Query {
  const { startDate, endDate, duration, timezone, firstDay } = input;
  const dated = startDate ?? endDate ?? duration;
  const query = Query.parse({
    select: [entity],
    aggregations: measure,
    filters,
    ...(dated === undefined ? { duration: DEFAULT_DURATION } : { startDate, endDate, duration }),
    timezone,
    firstDay,
  });
  return input.branches === 'default' ? withDefaultBranch(query) : query;
}

interface HighlightsContext {
  readonly input: HighlightsInput;
  /** The first day of the week in this org; the queries in the answer leave it out. */
  readonly calendar: { readonly firstDay: Weekday };
  readonly catalogue: Catalogue;
  readonly now: number;
  readonly read: ReadContext;
  /** Where the data ends, when that is before the end of the period. */
  readonly dataEnd: number | null;
}

const scopeIn = (
  { calendar, catalogue, now }: Pick<HighlightsContext, 'calendar' | 'catalogue' | 'now'>,
  query: Query,
): QueryScope => scopeOf({ ...query, ...calendar }, catalogue, now);

/** A query's period, the period before it, and the query over both. */
function periodsOf(
  query: Query,
  context: HighlightsContext,
): { scope: QueryScope; before: QueryScope; both: Query } {
  const both = { ...query, compareWith: { method: 'tuple' as const } };
  const { compared, extent: _, ...scope } = scopeIn(context, both);
  if (!compared) throw new Error('a comparison has a period before');
  const { start } = scope.window;
  const covered = context.dataEnd !== null && start !== null ? context.dataEnd - start : Infinity;
  const window = { start: compared.start, end: Math.min(compared.end, compared.start + covered) };
  return { scope, before: { ...scope, window }, both };
}

/** Where the data of a period ends, when that is well before the period does; null without any. */
async function dataEndOf(context: Omit<HighlightsContext, 'dataEnd'>): Promise<number | null> {
  const query = queryOf(PERIOD, context.input);
  const scope = scopeIn(context, query);
  const extent = await readExtent(query, scope, context.read);
  const { end } = scope.window;
  const until = Math.min(end ?? context.now, context.now);
  return extent && until - extent.end > QUIET_MS ? extent.end : null;
}

/** The first and the last moment whose year has four digits, as a query needs. */
const [FIRST, LAST] = [Date.parse('0000-01-01'), Date.parse('9999-12-31T23:59:59.999Z')];

const iso = (at: number) => new Date(Math.min(Math.max(at, FIRST), LAST)).toISOString();

interface ScopedFigure {
  readonly query: Query;
  readonly scope: QueryScope;
}

/** The queries of a figure for the period and the one before. */
function questionsOf(
  figure: Figure,
  context: HighlightsContext,
): { now: ScopedFigure; earlier: ScopedFigure } {
  const query = queryOf(figure, context.input);
  const { scope, before } = periodsOf(query, context);
  if (figure.datedBy === undefined) return { now: { query, scope }, earlier: { query, scope: before } };
  const { duration } = query;
  const within = ({ window: { start, end } }: QueryScope): Comparison => ({
    WITHIN: [start === null ? null : iso(start), end === null ? null : iso(end - 1)],
  });
  const dated = (comparison: Comparison): ScopedFigure => {
    const { startDate: _from, endDate: _to, duration: _code, ...undated } = query;
    const filter = { target: figure.entity, attribute: figure.datedBy ?? '', comparison };
    const filtered = Query.parse({ ...undated, filters: [...query.filters, filter] });
    return { query: filtered, scope: scopeIn(context, filtered) };
  };
  return { now: dated(duration ? { 'IN LAST': [duration] } : within(scope)), earlier: dated(within(before)) };
}

async function valueOf({ query, scope }: ScopedFigure, { read }: HighlightsContext) {
  const page = groupsPage(query);
  const answer = await answerGroups(groupsPlan(query, scope, page), scope, page, read);
  const { table, columns, meta } = answer;
  const [vector] = table.vectors;
  const value = vector && table.rowCount > 0 ? cellOf(vector, 0) : null;
  const isWithheld = meta.withheld !== undefined;
  return { value: typeof value === 'number' ? value : null, unit: columns[0]?.unit, isWithheld };
}

async function mostOf(
  query: Query,
  by: string | undefined,
  context: HighlightsContext,
): Promise<Highlight['most']> {
  if (by === undefined) return null;
  const grouped = Query.parse({ ...query, groupBys: [by], limit: MOST });
  const [group] = grouped.groupBys;
  const scope = scopeIn(context, grouped);
  const page = groupsPage(grouped);
  const answer = await answerGroups(groupsPlan(grouped, scope, page), scope, page, context.read);
  const [names, values] = answer.table.vectors;
  if (!names || !values || !group) return null;
  const items = Array.from({ length: answer.table.rowCount }, (_, row) => ({
    name: cellOf(names, row) as string | null,
    value: Number(cellOf(values, row)),
  }));
  return { target: group.target, attribute: group.attribute, items, total: answer.meta.total };
}

async function highlightOf(
  figure: Figure,
  context: HighlightsContext,
): Promise<Highlight | 'withheld' | null> {
  const { now, earlier } = questionsOf(figure, context);
  const { value, unit, isWithheld } = await valueOf(now, context);
  if (isWithheld) return 'withheld';
  const { value: previous } = await valueOf(earlier, context);
  if (!value && !previous) return null;
  const { percentage, isNew } = changeOf(value, previous);
  const { key, label, entity } = figure;
  const most = await mostOf(now.query, figure.by, context);
  return {
    key,
    label,
    entity,
    ...(unit ? { unit } : {}),
    value,
    previous,
    change: percentage,
    isNew,
    most,
    query: now.query,
  };
}

/** The figures of a period, each beside that of the period before, with the largest parts of it. */
export async function answerHighlights(
  asked: Omit<HighlightsContext, 'dataEnd'>,
  simulated: boolean,
): Promise<Highlights> {
  const context = { ...asked, dataEnd: await dataEndOf(asked) };
  const data: Highlight[] = [];
  let withheld = 0;
  // Sequential, because a request takes one place in the queue.
  for (const figure of FIGURES) {
    const highlight = await highlightOf(figure, context);
    if (highlight === 'withheld') withheld += 1;
    else if (highlight) data.push(highlight);
  }
  const { dataVersion } = context.read;
  const { both, before } = periodsOf(queryOf(PERIOD, context.input), context);
  const scope = scopeIn(context, both);
  const { timezone, start, end, compared } = metaOf(scope, groupsPage(both), 0, dataVersion);
  if (start === null || end === null || !compared) throw new Error('a compared period is closed');
  const covered = { start: compared.start, end: iso(before.window.end ?? Date.parse(compared.end)) };
  const dataEnd = context.dataEnd === null ? null : iso(context.dataEnd);
  const dates = { timezone, start, end, compared: covered, dataEnd };
  return { data, meta: { ...dates, dataVersion, simulated, withheld } };
}
