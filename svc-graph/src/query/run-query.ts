import type { Caller, Column } from '@cairn/contracts';
import type { Catalogue, Integration } from '@cairn/entities';
import type { Query } from '@cairn/query';
import type { QueryAnswer } from './codec/answer.ts';
import { encodeAnswer } from './codec/encode.ts';
import type { EncodedAnswer, Format } from './codec/encode.ts';
import { readDataBounds } from './data-bounds.ts';
import type { Plan } from './plan/plan.ts';
import type { QueryScope } from './plan/scope.ts';
import { checkNames, scopeOf, withFirstDay } from './query-scope.ts';
import type { ReadContext } from './read-graph.ts';
import { validMinuteOf } from './relative-to-now.ts';
import { answerGroups, columnsOf, groupsPage, groupsPlan } from './results/groups.ts';
import { answerRows, rowsPage, rowsPlan } from './results/rows.ts';
import { withSampleSizes } from './results/sample-sizes.ts';
import { answerSeries } from './results/series.ts';

/*
 * One query from what is asked to the bytes of its answer:
 *
 *   parse      zod, at the route
 *   scope      scopeQuery: names, window, calendar; reads no data
 *   bounds     readDataBounds: the data that the plan depends on
 *   plan       results/: groups, rows or series
 *   passes     run-plan.ts, and from here on
 *   compile    once
 *   run
 *   finish
 *   encode     codec/
 */

/** What is answered: measures per group, the selected rows, or measures over time. */
export type AnswerShape = 'groups' | 'rows' | 'series';

/** What a query means in one org at one moment, beside the data. */
export interface QuerySetting {
  readonly caller: Pick<Caller, 'firstDay'>;
  readonly catalogue: Catalogue;
  readonly now: number;
  /** The integrations that the org has a source of; they decide which columns rows have by default. */
  readonly integrations: () => Promise<readonly Integration[]>;
}

export interface ScopedQuery {
  readonly shape: AnswerShape;
  readonly query: Query;
  readonly scope: QueryScope;
  readonly setting: QuerySetting;
}

/** Resolves the names, the window and the calendar of a parsed query; rejects what the org does not know. */
export function scopeQuery(shape: AnswerShape, parsed: Query, setting: QuerySetting): ScopedQuery {
  const own = withFirstDay(setting.caller, parsed);
  // Rows are of the window alone.
  const query = shape === 'rows' ? { ...own, compareWith: undefined } : own;
  const scope = scopeOf(query, setting.catalogue, setting.now);
  checkNames(query, scope);
  return { shape, query, scope, setting };
}

export interface PlannedQuery {
  /** What the answer depends on beside the version of the data. */
  readonly identity: unknown;
  readonly answer: () => Promise<QueryAnswer>;
  /** The plan of all rows with their columns; null for a series, which has no more rows than it answers. */
  readonly rows: { readonly plan: Plan; readonly columns: readonly Column[] } | null;
}

async function planGroupsQuery(
  { query, scope }: ScopedQuery,
  context: ReadContext,
): Promise<PlannedQuery & { readonly plan: Plan }> {
  const page = groupsPage(query);
  const bounds = await readDataBounds(query, scope, context);
  const plan = groupsPlan(query, bounds.scope, page, bounds.binWidths);
  return {
    plan,
    identity: [plan, page, query.counts ?? false],
    answer: async () =>
      withSampleSizes(await answerGroups(plan, scope, page, context), query, scope, context),
    rows: { plan, columns: columnsOf(plan) },
  };
}

async function planRowsQuery(
  { query, scope, setting }: ScopedQuery,
  context: ReadContext,
): Promise<PlannedQuery & { readonly plan: Plan }> {
  const page = rowsPage(query);
  const bounds = await readDataBounds({ ...query, groupBys: [] }, scope, context);
  const sources = query.columns.length > 0 ? [] : await setting.integrations();
  const plan = rowsPlan(query, bounds.scope, page, sources);
  return {
    plan,
    identity: [plan, page],
    answer: () => answerRows(plan, scope, page, context, query.format),
    rows: { plan, columns: plan.projections.map(({ column }) => column) },
  };
}

/** Plans a query of groups or rows, for whoever reads the plan itself. */
export const planOfQuery = async (scoped: ScopedQuery, context: ReadContext): Promise<Plan> =>
  (await (scoped.shape === 'rows' ? planRowsQuery : planGroupsQuery)(scoped, context)).plan;

/** A series plans step by step: its window, its largest series and its grid each need the answer before. */
function planSeriesQuery({ query, scope, setting }: ScopedQuery, context: ReadContext): PlannedQuery {
  return {
    identity: [query, scope.window, validMinuteOf(query, scope, setting.now)],
    answer: async () =>
      withSampleSizes(await answerSeries(query, scope, setting.now, context), query, scope, context),
    rows: null,
  };
}

const PLANNED = { groups: planGroupsQuery, rows: planRowsQuery, series: planSeriesQuery };

/** Plans a query over one version of the data. */
export async function planQuery(scoped: ScopedQuery, context: ReadContext): Promise<PlannedQuery> {
  return PLANNED[scoped.shape](scoped, context);
}

/** Runs a planned query and encodes its answer. */
export async function runQuery(planned: PlannedQuery, format: Format): Promise<EncodedAnswer> {
  return encodeAnswer(await planned.answer(), format);
}
