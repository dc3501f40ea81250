import { queryContract } from '@cairn/contracts';
import type { Caller, OrgId } from '@cairn/contracts';
import type { Catalogue, Integration } from '@cairn/entities';
import type { Query } from '@cairn/query';
import type { Handlers } from '@cairn/service-kit';
import type { CsvForm } from '../query/codec/csv.ts';
import { csvHeaders } from '../query/codec/encode.ts';
import type { Format } from '../query/codec/encode.ts';
import { readGraph } from '../query/read-graph.ts';
import type { PresentUuids } from '../query/present-uuids.ts';
import type { AudienceCaller, GraphReader, ReadContext, ReaderDeps } from '../query/read-graph.ts';
import { validMinuteOf } from '../query/relative-to-now.ts';
import { checkFullExport } from '../query/results/page.ts';
import { spoolPlan } from '../query/run-plan.ts';
import { planQuery, runQuery, scopeQuery } from '../query/run-query.ts';
import type { AnswerShape, KindNote, PlannedQuery, QuerySetting, ScopedQuery } from '../query/run-query.ts';
import type { SourceHealth } from '../sources/source-health.ts';
import type { AnswerCache, Outcome } from './answer-cache.ts';
import { etagOf, isKnown, unchanged } from './etag.ts';
import { formatOf } from './format.ts';
import { FullExports } from './full-exports.ts';
import { outcomeOf, respond } from './respond.ts';
import type { StreamingAnswers } from './streaming-answers.ts';

export interface AnswersDeps extends ReaderDeps {
  /** The cache of answers, shared by callers who may read the same. */
  readonly answers: AnswerCache;
  readonly streaming: StreamingAnswers;
  /** The catalogue of an org, with its own attributes. */
  readonly catalogueOf: (orgId: OrgId) => Promise<Catalogue>;
  /** The integrations that an org has a source of. */
  readonly integrations: (orgId: OrgId) => Promise<readonly Integration[]>;
  /** The sources of an org, with what answers say while they are read. */
  readonly sources: (orgId: OrgId) => Promise<readonly SourceHealth[]>;
  readonly now: () => number;
  /** Gives queries that name former uuids the present ones; absent where there are none. */
  readonly presentUuids?: PresentUuids;
  /** Aborts when the service shuts down. */
  readonly stopping?: AbortSignal | undefined;
}

/** The routes that answer a query with rows. */
export const answersContract = {
  groupBys: queryContract.groupBys,
  entities: queryContract.entities,
  timeSeries: queryContract.timeSeries,
};

interface QueryCall {
  readonly caller: AudienceCaller & Pick<Caller, 'firstDay'>;
  readonly params: { readonly orgId: OrgId };
  readonly input: Query;
  readonly signal: AbortSignal;
  readonly request: Request;
}

/** The caller, catalogue, integrations and time of a query, for the org of a call. */
export async function settingOf(
  deps: Pick<AnswersDeps, 'catalogueOf' | 'integrations' | 'now'>,
  { caller, params: { orgId } }: Pick<QueryCall, 'caller' | 'params'>,
): Promise<QuerySetting> {
  const now = deps.now();
  const catalogue = await deps.catalogueOf(orgId);
  return { caller, catalogue, now, integrations: () => deps.integrations(orgId) };
}

/** A query with the present uuids of what it names. */
export const presented = async (
  { presentUuids }: Pick<AnswersDeps, 'presentUuids'>,
  orgId: OrgId,
  query: Query,
): Promise<Query> => presentUuids?.(orgId, query) ?? query;

/** All that an answer depends on, except the data version. */
function cacheKeyOf(
  { caller }: QueryCall,
  { orgId, audience }: GraphReader,
  { shape, query, scope, setting }: ScopedQuery,
): unknown[] {
  const { orgId: _, ...own } = query;
  return [orgId, caller.role, audience, shape, own, scope.window, validMinuteOf(query, scope, setting.now)];
}

/** The default columns of rows depend on the sources, which have no version. */
const mayCache = ({ shape, query }: ScopedQuery) => shape !== 'rows' || query.columns.length > 0;

async function spooled(
  { plan, columns, withheld }: NonNullable<PlannedQuery['rows']>,
  { etag, form }: { readonly etag: string; readonly form: CsvForm },
  context: ReadContext,
) {
  const says = await withheld();
  const rows = await spoolPlan(plan, context);
  const { rowCount } = rows;
  const headers = csvHeaders({ rows: rowCount, total: rowCount, truncated: false, ...says });
  return { columns, form, rows, headers: { ...headers, etag } };
}

/** Answers one query in the requested format, from the cache if possible. */
class RowsAnswers {
  readonly #deps: AnswersDeps;
  readonly #exports: FullExports;
  readonly #notes = new Map<OrgId, { readonly version: number; readonly notes: readonly KindNote[] }>();

  constructor(deps: AnswersDeps) {
    this.#deps = deps;
    this.#exports = new FullExports(deps.stopping);
  }

  async answer(shape: AnswerShape, call: QueryCall): Promise<Response> {
    const format = formatOf(call.input, call.request.headers.get('accept'));
    const { orgId } = call.params;
    const input = { ...(await presented(this.#deps, orgId, call.input)), format };
    checkFullExport(input);
    const setting = await settingOf(this.#deps, call);
    const pending = (version: number) => this.#notesOf(orgId, version);
    const scoped = scopeQuery(shape, input, { ...setting, pending });
    const reader = { orgId, audience: await this.#deps.audienceOf(orgId, call.caller) };
    const read = (signal: AbortSignal, version: number | null) =>
      readGraph(this.#deps, reader, signal, (context) => this.#read(call, scoped, format, context, version));
    if (input.whole || !mayCache(scoped)) return respond(await read(call.signal, null), call.request);
    const version = await (await this.#deps.graphs.open(orgId)).dataVersion();
    const key = etagOf([...cacheKeyOf(call, reader, scoped), version]);
    const outcome = await this.#deps.answers.answer(key, call.signal, (signal) => read(signal, version));
    return respond(outcome, call.request);
  }

  /** What answers say while sources of an org are read. Sources tell it in the data version that changes it. */
  async #notesOf(orgId: OrgId, version: number): Promise<readonly KindNote[]> {
    const known = this.#notes.get(orgId);
    if (known?.version === version) return known.notes;
    const notes = (await this.#deps.sources(orgId)).flatMap(({ pending }) => pending ?? []);
    this.#notes.set(orgId, { version, notes });
    return notes;
  }

  async #read(
    { params: { orgId }, request, signal }: QueryCall,
    scoped: ScopedQuery,
    format: Format,
    context: ReadContext,
    version: number | null,
  ): Promise<Outcome> {
    const planned = await planQuery(scoped, context);
    const { zone } = scoped.scope.calendar.zone;
    const { audience, dataVersion } = context;
    const etag = etagOf([orgId, audience, scoped.shape, planned.identity, zone, format, dataVersion]);
    if (isKnown(request, etag)) return { kind: 'once', response: unchanged(etag) };
    const { rows } = planned;
    if (scoped.query.whole && rows) {
      const form = format === 'sheet' ? { zone } : 'exact';
      const response = await this.#exports.csv(orgId, signal, () => spooled(rows, { etag, form }, context));
      return { kind: 'once', response };
    }
    const answer = await runQuery(planned, format);
    return outcomeOf(orgId, answer, { etag, keep: context.dataVersion === version }, this.#deps.streaming);
  }
}

/** The handlers of the routes that answer with rows. */
export function answersHandlers(deps: AnswersDeps): Handlers<typeof answersContract> {
  const rows = new RowsAnswers(deps);
  return {
    groupBys: (call) => rows.answer('groups', call),
    entities: (call) => rows.answer('rows', call),
    timeSeries: (call) => rows.answer('series', call),
  };
}
