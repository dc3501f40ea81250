import type { Highlight, Highlights, InputOf, graphContract } from '@cairn/contracts';
import type { Catalogue } from '@cairn/entities';
import { Query, changeOf } from '@cairn/query';
import type { Comparison, QueryInput, Weekday } from '@cairn/query';
import type { Scope } from '../query/plan/scope.ts';
import { cellOf } from '../query/table.ts';
import { answerGroups, groupsPage, groupsPlan } from '../query/results/groups.ts';
import { metaOf, scopeOf } from '../query/query-scope.ts';
import type { Reading } from '../query/graph-reader.ts';

type Question = InputOf<typeof graphContract.overviewHighlights>;

interface Figure {
  readonly key: string;
  readonly label: string;
  readonly entity: string;
  readonly measure: QueryInput['aggregations'];
  readonly filters?: QueryInput['filters'];
  /** The moment by which a thing is of the period, where that is not the main one of its kind. */
  readonly datedBy?: string;
  /** What it is divided by, to tell where most of it is. */
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

/** What a period is told by, in the order it is shown. Nothing of it is about one person (ruling 11). */
export const FIGURES: readonly Figure[] = [
  counted('commits', 'Commits', 'Commit', 'Repository.name'),
  {
    ...counted('people', 'People', 'Commit'),
    measure: distinct('Person'),
    filters: [{ target: 'Person', attribute: 'isBot', comparison: { 'NOT IN': [true] } }],
  },
  { ...counted('files', 'Files changed', 'Commit'), measure: distinct('SourceFile') },
  counted('pull-requests', 'Pull requests opened', 'PullRequest', 'Repository.name'),
  {
    key: 'cycle-time',
    label: 'Median time, commit to merge',
    entity: 'PullRequest',
    measure: [{ target: 'PullRequest', attribute: 'clockCycleTime', reducer: 'median' }],
  },
  counted('reviews', 'Reviews', 'PullRequestReview'),
  counted('issues', 'Issues created', 'Issue', 'Issue.issueType'),
  {
    ...counted('issues-completed', 'Issues completed', 'Issue', 'Issue.issueType'),
    datedBy: 'completedAt',
  },
  {
    ...counted('deployments', 'Deployments', 'CicdPipeline', 'Repository.name'),
    filters: [{ target: 'CicdPipeline', attribute: 'isDeployment', comparison: { IN: [true] } }],
  },
  counted('releases', 'Releases', 'Release', 'Repository.name'),
  counted('messages', 'Messages', 'Message', 'Channel.name'),
  counted('meetings', 'Calendar entries', 'CalendarEntry'),
];

/** Any figure tells the period, which does not depend on what is counted. */
const PERIOD = counted('period', 'Period', 'Event');
const DEFAULT_DURATION = 'P30D';
const MOST = 3;

/** The question of a figure for a period; without dates of its own it is the usual one. */
function queryOf({ entity, measure, filters = [] }: Figure, question: Question): Query {
  const { startDate, endDate, duration, timezone, firstDay } = question;
  const dated = startDate ?? endDate ?? duration;
  return Query.parse({
    select: [entity],
    aggregations: measure,
    filters,
    ...(dated === undefined ? { duration: DEFAULT_DURATION } : { startDate, endDate, duration }),
    timezone,
    firstDay,
  });
}

interface Context {
  readonly question: Question;
  /** How weeks begin, for this question and no other: what it is told with leaves that to its reader. */
  readonly calendar: { readonly firstDay: Weekday };
  readonly catalogue: Catalogue;
  readonly now: number;
  readonly reading: Reading;
}

const scopeIn = ({ calendar, catalogue, now }: Context, query: Query): Scope =>
  scopeOf({ ...query, ...calendar }, catalogue, now);

/** The period of a question and the one before it. */
function periodsOf(query: Query, context: Context): { scope: Scope; before: Scope; asked: Query } {
  const asked = { ...query, compareWith: { method: 'tuple' as const } };
  const { compared, extent: _, ...scope } = scopeIn(context, asked);
  if (!compared) throw new Error('a comparison has a period before');
  return { scope, before: { ...scope, window: { start: compared.start, end: compared.end } }, asked };
}

/** The first moment and the last that are written with four digits of a year, as a question must. */
const [FIRST, LAST] = [Date.parse('0000-01-01'), Date.parse('9999-12-31T23:59:59.999Z')];

const iso = (at: number) => new Date(Math.min(Math.max(at, FIRST), LAST)).toISOString();

interface Asked {
  readonly query: Query;
  readonly scope: Scope;
}

/** What the figure asks about the period, and what it asks about the one before. */
function questionsOf(figure: Figure, context: Context): { now: Asked; earlier: Asked } {
  const query = queryOf(figure, context.question);
  const { scope, before } = periodsOf(query, context);
  if (figure.datedBy === undefined) return { now: { query, scope }, earlier: { query, scope: before } };
  const { duration } = query;
  const within = ({ window: { start, end } }: Scope): Comparison => ({
    WITHIN: [start === null ? null : iso(start), end === null ? null : iso(end - 1)],
  });
  const dated = (comparison: Comparison): Asked => {
    const { startDate: _from, endDate: _to, duration: _code, ...undated } = query;
    const filter = { target: figure.entity, attribute: figure.datedBy ?? '', comparison };
    const asked = Query.parse({ ...undated, filters: [...query.filters, filter] });
    return { query: asked, scope: scopeIn(context, asked) };
  };
  return { now: dated(duration ? { 'IN LAST': [duration] } : within(scope)), earlier: dated(within(before)) };
}

async function valueOf({ query, scope }: Asked, { reading }: Context) {
  const page = groupsPage(query);
  const { table, columns } = await answerGroups(groupsPlan(query, scope, page), scope, page, reading);
  const [vector] = table.vectors;
  const value = vector && table.rowCount > 0 ? cellOf(vector, 0) : null;
  return { value: typeof value === 'number' ? value : null, unit: columns[0]?.unit };
}

async function mostOf(query: Query, by: string | undefined, context: Context): Promise<Highlight['most']> {
  if (by === undefined) return null;
  const grouped = Query.parse({ ...query, groupBys: [by], limit: MOST });
  const [group] = grouped.groupBys;
  const scope = scopeIn(context, grouped);
  const page = groupsPage(grouped);
  const answer = await answerGroups(groupsPlan(grouped, scope, page), scope, page, context.reading);
  const [names, values] = answer.table.vectors;
  if (!names || !values || !group) return null;
  const items = Array.from({ length: answer.table.rowCount }, (_, row) => ({
    name: cellOf(names, row) as string | null,
    value: Number(cellOf(values, row)),
  }));
  return { target: group.target, attribute: group.attribute, items, total: answer.meta.total };
}

async function highlightOf(figure: Figure, context: Context): Promise<Highlight | null> {
  const { now, earlier } = questionsOf(figure, context);
  const { value, unit } = await valueOf(now, context);
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

/** What a period is told by: each number beside that of the period before, and where most of it is. */
export async function answerHighlights(context: Context, simulated: boolean): Promise<Highlights> {
  const data: Highlight[] = [];
  // One after another: a question takes one turn of admission.
  for (const figure of FIGURES) {
    const highlight = await highlightOf(figure, context);
    if (highlight) data.push(highlight);
  }
  const { question, reading } = context;
  const { asked } = periodsOf(queryOf(PERIOD, question), context);
  const scope = scopeIn(context, asked);
  const { timezone, start, end, compared } = metaOf(scope, groupsPage(asked), 0, reading.dataVersion);
  if (start === null || end === null || !compared) throw new Error('a compared period is closed');
  return { data, meta: { timezone, start, end, compared, dataVersion: reading.dataVersion, simulated } };
}
