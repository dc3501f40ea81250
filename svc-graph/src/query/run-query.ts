import type { AnswerMeta, Caller, Column } from '@cairn/contracts';
import type { Catalogue, Integration } from '@cairn/entities';
import type { Query } from '@cairn/query';
import type { QueryAnswer } from './codec/answer.ts';
import { encodeAnswer } from './codec/encode.ts';
import type { EncodedAnswer, Format } from './codec/encode.ts';
import { concernedKinds } from './concerned-kinds.ts';
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
import { withheldOfGroups, withheldOfRows } from './results/withheld.ts';

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

/** The shape of an answer: measures per group, selected rows, or measures over time. */
export type AnswerShape = 'groups' | 'rows' | 'series';

/** What answers about a kind say. */
export interface KindNote {
  readonly kind: string;
  readonly words: string;
}

/** The surroundings of a query beside its data: caller, catalogue, now and integrations. */
export interface QuerySetting {
  readonly caller: Pick<Caller, 'firstDay'>;
  readonly catalogue: Catalogue;
  readonly now: number;
  /** The integrations of the org's sources, which decide the default columns of rows. */
  readonly integrations: () => Promise<readonly Integration[]>;
  /** What answers about each kind say in a data version while sources are read; absent where nobody asks. */
  readonly pending?: (version: number) => Promise<readonly KindNote[]>;
}

export interface ScopedQuery {
  readonly shape: AnswerShape;
  readonly query: Query;
  readonly scope: QueryScope;
  readonly setting: QuerySetting;
}

/** Resolves names, window and calendar of a parsed query. Rejects names that the org's catalogue lacks. */
export function scopeQuery(shape: AnswerShape, parsed: Query, setting: QuerySetting): ScopedQuery {
  const own = withFirstDay(setting.caller, parsed);
  // Rows are never compared with an earlier window.
  const query = shape === 'rows' ? { ...own, compareWith: undefined } : own;
  const scope = scopeOf(query, setting.catalogue, setting.now);
  checkNames(query, scope);
  return { shape, query, scope, setting };
}

export interface PlannedQuery {
  /** All that the answer depends on, except the data version. */
  readonly identity: unknown;
  readonly answer: () => Promise<QueryAnswer>;
  /** The plan of all rows with their columns; null for a series, which answers all it has. */
  readonly rows: {
    readonly plan: Plan;
    readonly columns: readonly Column[];
    /** What of all rows is withheld from the caller. */
    readonly withheld: () => Promise<Pick<AnswerMeta, 'withheld'>>;
  } | null;
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
    rows: { plan, columns: columnsOf(plan), withheld: () => withheldOfGroups(plan, context) },
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
    rows: {
      plan,
      columns: plan.projections.map(({ column }) => column),
      withheld: () => Promise.resolve(withheldOfRows(plan, context)),
    },
  };
}

/** The plan of a query of groups or rows, for callers that read the plan itself. */
export const planOfQuery = async (scoped: ScopedQuery, context: ReadContext): Promise<Plan> =>
  (await (scoped.shape === 'rows' ? planRowsQuery : planGroupsQuery)(scoped, context)).plan;

/**
 * A series is planned in steps: its window, its largest series and its grid each need the previous answer.
 */
function planSeriesQuery({ query, scope, setting }: ScopedQuery, context: ReadContext): PlannedQuery {
  return {
    identity: [query, scope.window, validMinuteOf(query, scope, setting.now)],
    answer: async () =>
      withSampleSizes(await answerSeries(query, scope, setting.now, context), query, scope, context),
    rows: null,
  };
}

const PLANNED = { groups: planGroupsQuery, rows: planRowsQuery, series: planSeriesQuery };

/** The notes of the kinds that a query concerns, each once. */
async function notesOf({ query, scope, setting }: ScopedQuery, version: number): Promise<string[]> {
  const pending = (await setting.pending?.(version)) ?? [];
  if (pending.length === 0) return [];
  const kinds = concernedKinds(query, scope);
  return [...new Set(pending.filter(({ kind }) => kinds.has(kind)).map(({ words }) => words))];
}

/** Plans a query over one version of the data. The answer notes what of it is not final. */
export async function planQuery(scoped: ScopedQuery, context: ReadContext): Promise<PlannedQuery> {
  const planned = await PLANNED[scoped.shape](scoped, context);
  const notes = await notesOf(scoped, context.dataVersion);
  if (notes.length === 0) return planned;
  const answer = async () => {
    const { meta, ...rest } = await planned.answer();
    return { ...rest, meta: { ...meta, notes } };
  };
  return { ...planned, identity: [planned.identity, notes], answer };
}

/** Runs a planned query and encodes its answer. */
export async function runQuery(planned: PlannedQuery, format: Format): Promise<EncodedAnswer> {
  return encodeAnswer(await planned.answer(), format);
}
