import { graphContract } from '@cairn/contracts';
import type { Caller, Column, OrgId } from '@cairn/contracts';
import type { Catalogue, Integration } from '@cairn/entities';
import { leavesOf } from '@cairn/query';
import type { Query } from '@cairn/query';
import type { Handlers } from '@cairn/service-kit';
import type { Answer } from '../query/codec/answer.ts';
import type { Plan } from '../query/plan/plan.ts';
import { fieldOf, isMainMoment } from '../query/plan/scope.ts';
import type { Scope } from '../query/plan/scope.ts';
import type { AnswerCache, Outcome } from './answer-cache.ts';
import { binWidths } from '../query/results/bin-widths.ts';
import { answerConfiguration } from '../configuration/configuration.ts';
import { answerRows, rowsPage, rowsPlan } from '../query/results/rows.ts';
import { answerEmptyReasons } from '../empty-reasons/empty-reasons.ts';
import type { SourceState } from '../empty-reasons/empty-reasons.ts';
import { answerExplanation } from '../explain/explain.ts';
import { facetScope, facetsAsJson, readFacets } from '../facet-options/facet-options.ts';
import { csvHeaders, encoded, etagOf, formatOf, isKnown, respond, unchanged } from './format.ts';
import { answerGroups, columnsOf, groupsPage, groupsPlan } from '../query/results/groups.ts';
import { keptJson } from './cached-json.ts';
import { LongAnswers } from './streaming-answers.ts';
import { answerHighlights } from '../highlights/highlights.ts';
import { checkNames, checkWhole, inWeeksOf, scopeOf } from '../query/query-scope.ts';
import type { Page } from '../query/query-scope.ts';
import { withCounts } from '../query/results/sample-sizes.ts';
import { MINUTE, minuteOf } from '../query/relative-to-now.ts';
import { read } from '../query/graph-reader.ts';
import type { Reading, ReadingDeps } from '../query/graph-reader.ts';
import { answerSeries, boundsOf } from '../query/results/series.ts';
import { VersionStreams } from '../versions/version-streams.ts';
import { WholeAnswers } from './full-exports.ts';

export interface GraphSearchDeps extends ReadingDeps {
  /** Answers that were given, for whoever may read the same. */
  readonly answers: AnswerCache;
  /** The catalogue as an org has it. */
  readonly catalogueOf: (orgId: OrgId) => Promise<Catalogue>;
  /** The integrations that an org has a source of. */
  readonly integrations: (orgId: OrgId) => Promise<readonly Integration[]>;
  /** The sources of an org and how they are. */
  readonly sources: (orgId: OrgId) => Promise<readonly SourceState[]>;
  readonly now: () => number;
  /** Aborts when the service is about to end. */
  readonly stopping?: AbortSignal | undefined;
}

/** Bytes of a question: a filter may list many values. */
export const QUESTION_BYTES = 4 * 1_048_576;

/** The routes of this slice. */
export const graphSearchContract = {
  groupBys: graphContract.groupBys,
  entities: graphContract.entities,
  timeSeries: graphContract.timeSeries,
  facetOptions: graphContract.facetOptions,
  configuration: graphContract.configuration,
  overviewHighlights: graphContract.overviewHighlights,
  emptyReasons: graphContract.emptyReasons,
  explain: graphContract.explain,
  versions: graphContract.versions,
};

interface RowsCall {
  readonly caller: Pick<Caller, 'role' | 'firstDay'>;
  readonly params: { readonly orgId: OrgId };
  readonly input: Query;
  readonly signal: AbortSignal;
  readonly request: Request;
}

interface Prepared {
  /** What the answer depends on beside the data: its tag is made of it. */
  readonly identity: unknown;
  readonly answer: () => Promise<Answer>;
  /** The plan and the columns to write out every row of, for what is not whole by itself. */
  readonly whole?: { readonly plan: Plan; readonly columns: readonly Column[] };
}

/** An open window in a zone of many offsets is closed by what there is, so that few of them are planned with. */
async function withExtent(query: Query, scope: Scope, reading: Reading): Promise<Scope> {
  const { start, end } = scope.window;
  if (scope.calendar.zone.stretches.length < 2 || (start !== null && end !== null)) return scope;
  const isDated = [...query.groupBys, ...leavesOf(query.filters)].some(
    (each) => each.unit && isMainMoment(fieldOf(scope, each), scope),
  );
  const extent = isDated ? await boundsOf({ filters: [], search: '' }, scope, reading) : null;
  return extent ? { ...scope, extent } : scope;
}

type Prepare = (query: Query, scope: Scope, reading: Reading, now: number) => Prepared | Promise<Prepared>;

const planOfGroups = async (query: Query, scope: Scope, page: Page, reading: Reading) =>
  groupsPlan(query, await withExtent(query, scope, reading), page, await binWidths(query, scope, reading));

const planOfRows = async (
  deps: GraphSearchDeps,
  orgId: OrgId,
  query: Query,
  scope: Scope,
  page: Page,
  reading: Reading,
) =>
  rowsPlan(
    query,
    await withExtent({ ...query, groupBys: [] }, scope, reading),
    page,
    query.columns.length > 0 ? [] : await deps.integrations(orgId),
  );

const prepareGroups: Prepare = async (query, scope, reading) => {
  const page = groupsPage(query);
  const plan = await planOfGroups(query, scope, page, reading);
  const columns = columnsOf(plan);
  return {
    // Titles of measures and names of formulas are in no statement.
    identity: [reading.statement(plan), columns, page, query.counts ?? false],
    answer: async () => withCounts(await answerGroups(plan, scope, page, reading), query, scope, reading),
    whole: { plan, columns },
  };
};

const rowsOf =
  (deps: GraphSearchDeps, orgId: OrgId): Prepare =>
  async (query, scope, reading) => {
    const page = rowsPage(query);
    const plan = await planOfRows(deps, orgId, query, scope, page, reading);
    const columns = plan.projections.map(({ column }) => column);
    return {
      identity: [reading.statement(plan), columns, page],
      answer: () => answerRows(plan, scope, page, reading, query.format),
      whole: { plan, columns },
    };
  };

const prepareSeries: Prepare = (query, scope, reading, now) => ({
  identity: [query, scope.window, minuteOf(query, scope, now)],
  answer: async () => withCounts(await answerSeries(query, scope, now, reading), query, scope, reading),
});

interface Route {
  readonly name: 'groupBys' | 'entities' | 'timeSeries';
  readonly prepareFor: (orgId: OrgId) => Prepare;
}

/** All that an answer depends on but the data. */
function keyOf(
  route: Route,
  { params, caller }: RowsCall,
  query: Query,
  scope: Scope,
  now: number,
): unknown[] {
  const { orgId: _, ...question } = query;
  return [params.orgId, caller.role, route.name, question, scope.window, minuteOf(query, scope, now)];
}

/** The usual columns of entities follow from the sources, which have no version: they are asked for each time. */
const mayKeep = (route: Route, query: Query) => route.name !== 'entities' || query.columns.length > 0;

async function wholeOf({ plan, columns }: NonNullable<Prepared['whole']>, etag: string, reading: Reading) {
  const rows = await reading.whole(plan);
  return { columns, rows, headers: { ...csvHeaders(rows.rowCount, rows.rowCount, false), etag } };
}

/** Answers that are still read when their question is through. */
interface StillRead {
  readonly whole: WholeAnswers;
  readonly long: LongAnswers;
}

function rowsHandler(deps: GraphSearchDeps, open: StillRead, route: Route) {
  return async (call: RowsCall): Promise<Response> => {
    const { orgId } = call.params;
    const { request } = call;
    const format = formatOf(call.input, request.headers.get('accept'));
    const query = { ...inWeeksOf(call.caller, call.input), format };
    checkWhole(query);
    const now = deps.now();
    // Rows are of the asked window alone.
    const isRows = route.name === 'entities';
    const catalogue = await deps.catalogueOf(orgId);
    const scope = scopeOf(isRows ? { ...query, compareWith: undefined } : query, catalogue, now);
    checkNames(query, scope);
    const prepare = async (reading: Reading) => {
      const prepared = await route.prepareFor(orgId)(query, scope, reading, now);
      const zone = scope.calendar.zone.zone;
      return { ...prepared, etag: etagOf([orgId, prepared.identity, zone, format, reading.dataVersion]) };
    };
    const make = (signal: AbortSignal, version: number | null) =>
      read(deps, orgId, signal, async (reading): Promise<Outcome> => {
        const { answer, whole, etag } = await prepare(reading);
        if (isKnown(request, etag)) return { kind: 'once', response: unchanged(etag) };
        if (query.whole && whole) {
          return {
            kind: 'once',
            response: await open.whole.csv(orgId, call.signal, () => wholeOf(whole, etag, reading)),
          };
        }
        const keep = reading.dataVersion === version;
        return encoded(await answer(), format, { etag, keep }, (...of) => open.long.body(orgId, ...of));
      });
    if (query.whole || !mayKeep(route, query)) return respond(await make(call.signal, null), request);
    const version = await (await deps.graphs.open(orgId)).dataVersion();
    const key = etagOf([...keyOf(route, call, query, scope, now), version]);
    const outcome = await deps.answers.answer(key, call.signal, (signal) => make(signal, version));
    return respond(outcome, request);
  };
}

/** A question that measures is explained as groups, any other as rows. */
function explainHandler(deps: GraphSearchDeps): Handlers<typeof graphSearchContract>['explain'] {
  return async ({ caller, params: { orgId }, input: given, signal }) => {
    const input = inWeeksOf(caller, given);
    const measures = input.groupBys.length > 0 || input.aggregations.length > 0;
    // Rows are of the asked window alone.
    const query = measures ? input : { ...input, compareWith: undefined };
    const scope = scopeOf(query, await deps.catalogueOf(orgId), deps.now());
    checkNames(query, scope);
    return read(deps, orgId, signal, async (reading) => {
      const plan = measures
        ? await planOfGroups(query, scope, groupsPage(query), reading)
        : await planOfRows(deps, orgId, query, scope, rowsPage(query), reading);
      return answerExplanation(query, plan, scope, reading);
    });
  };
}

/** Answers questions to the graph: groups, rows, time series, values to choose from, and the catalogue. */
export function graphSearchHandlers(deps: GraphSearchDeps): Handlers<typeof graphSearchContract> {
  const streams = new VersionStreams(deps.stopping);
  const open = { whole: new WholeAnswers(deps.stopping), long: new LongAnswers() };
  return {
    groupBys: rowsHandler(deps, open, { name: 'groupBys', prepareFor: () => prepareGroups }),
    entities: rowsHandler(deps, open, { name: 'entities', prepareFor: (orgId) => rowsOf(deps, orgId) }),
    timeSeries: rowsHandler(deps, open, { name: 'timeSeries', prepareFor: () => prepareSeries }),
    facetOptions: async (call) => {
      const { orgId } = call.params;
      const input = inWeeksOf(call.caller, call.input);
      const { scope, identity } = facetScope(input, await deps.catalogueOf(orgId), deps.now());
      const { format = 'json' } = input;
      if (format === 'json') {
        return keptJson(deps, call, {
          output: graphContract.facetOptions.output,
          identity,
          answer: async (reading) => facetsAsJson(await readFacets(input, scope, reading)),
        });
      }
      const { answer } = await read(deps, orgId, call.signal, (reading) => readFacets(input, scope, reading));
      const etag = etagOf([orgId, identity, answer.meta.dataVersion]);
      const outcome = encoded(answer, format, { etag, keep: false }, (...of) => open.long.body(orgId, ...of));
      return respond(await outcome, call.request);
    },
    configuration: async (call) => {
      const { orgId } = call.params;
      const [sources, catalogue] = await Promise.all([deps.integrations(orgId), deps.catalogueOf(orgId)]);
      return keptJson(deps, call, {
        output: graphContract.configuration.output,
        identity: ['configuration', sources],
        answer: (reading) => answerConfiguration(catalogue, sources, reading),
      });
    },
    overviewHighlights: async (call) => {
      const { orgId } = call.params;
      const calendar = inWeeksOf(call.caller, { firstDay: call.input.firstDay });
      const simulated = (await deps.sources(orgId)).some(({ type }) => type === 'simulated');
      const [catalogue, now] = [await deps.catalogueOf(orgId), deps.now()];
      return keptJson(deps, call, {
        output: graphContract.overviewHighlights.output,
        identity: ['highlights', call.input, calendar, simulated, Math.ceil(now / MINUTE)],
        answer: (reading) =>
          answerHighlights({ question: call.input, calendar, catalogue, now, reading }, simulated),
      });
    },
    emptyReasons: async ({ caller, params: { orgId }, input: given, signal }) => {
      const input = inWeeksOf(caller, given);
      const scope = scopeOf(input, await deps.catalogueOf(orgId), deps.now());
      checkNames(input, scope);
      const sources = await deps.sources(orgId);
      return read(deps, orgId, signal, (reading) =>
        answerEmptyReasons({ query: input, scope, sources, now: deps.now() }, reading),
      );
    },
    explain: explainHandler(deps),
    versions: async ({ caller: { userId }, params: { orgId }, request, signal }) => {
      const graph = await deps.graphs.open(orgId);
      return streams.open({ orgId, userId, graph, known: request.headers.get('last-event-id'), signal });
    },
  };
}
