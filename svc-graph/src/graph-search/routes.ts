import { graphContract } from '@cairn/contracts';
import type { OrgId } from '@cairn/contracts';
import type { Catalogue, Integration } from '@cairn/entities';
import type { Query } from '@cairn/query';
import type { Handlers } from '@cairn/service-kit';
import type { Answer } from '../query/codec/answer.ts';
import { isMainMoment } from '../query/plan/groups.ts';
import { fieldOf } from '../query/plan/scope.ts';
import type { Scope } from '../query/plan/scope.ts';
import { answerConfiguration } from './configuration.ts';
import { answerRows, rowsPage, rowsPlan } from './entities.ts';
import { answerFacets } from './facet-options.ts';
import { encoded, etagOf, formatOf, isKnown } from './format.ts';
import { answerGroups, groupsPage, groupsPlan } from './group-bys.ts';
import { checkNames, refuseUnsupported, scopeOf } from './question.ts';
import { read } from './reading.ts';
import type { Reading, ReadingDeps } from './reading.ts';
import { answerSeries, boundsOf } from './time-series.ts';

export interface GraphSearchDeps extends ReadingDeps {
  readonly catalogue: Catalogue;
  /** The integrations that an org has a source of. */
  readonly integrations: (orgId: OrgId) => Promise<readonly Integration[]>;
  readonly now: () => number;
}

/** The routes of this slice. */
export const graphSearchContract = {
  groupBys: graphContract.groupBys,
  entities: graphContract.entities,
  timeSeries: graphContract.timeSeries,
  facetOptions: graphContract.facetOptions,
  configuration: graphContract.configuration,
};

interface RowsCall {
  readonly params: { readonly orgId: OrgId };
  readonly input: Query;
  readonly signal: AbortSignal;
  readonly request: Request;
}

const MINUTE = 60_000;

interface Prepared {
  /** What the answer depends on beside the data: its tag is made of it. */
  readonly identity: unknown;
  readonly answer: () => Promise<Answer>;
}

/** An open window in a zone of many offsets is closed by what there is, so that few of them are planned with. */
async function withExtent(query: Query, scope: Scope, reading: Reading): Promise<Scope> {
  const { start, end } = scope.window;
  if (scope.calendar.zone.stretches.length < 2 || (start !== null && end !== null)) return scope;
  const isDated = query.groupBys.some((group) => group.unit && isMainMoment(fieldOf(scope, group), scope));
  const extent = isDated ? await boundsOf({ filters: [], search: '' }, scope, reading) : null;
  return extent ? { ...scope, extent } : scope;
}

type Prepare = (query: Query, scope: Scope, reading: Reading, now: number) => Prepared | Promise<Prepared>;

const prepareGroups: Prepare = async (query, scope, reading) => {
  const page = groupsPage(query);
  const plan = groupsPlan(query, await withExtent(query, scope, reading), page);
  return { identity: reading.statement(plan), answer: () => answerGroups(plan, scope, page, reading) };
};

const rowsOf =
  (deps: GraphSearchDeps, orgId: OrgId): Prepare =>
  async (query, scope, reading) => {
    const page = rowsPage(query);
    const plan = rowsPlan(query, scope, page, query.columns.length > 0 ? [] : await deps.integrations(orgId));
    return { identity: reading.statement(plan), answer: () => answerRows(plan, scope, page, reading) };
  };

const prepareSeries: Prepare = (query, scope, reading, now) => ({
  // A window that lies ahead is drawn as far as now, so its answer grows by itself.
  identity: [query, scope.window, (scope.window.end ?? 0) > now ? Math.ceil(now / MINUTE) : null],
  answer: () => answerSeries(query, scope, now, reading),
});

function rowsHandler(deps: GraphSearchDeps, prepareFor: (orgId: OrgId) => Prepare) {
  return ({ params: { orgId }, input, signal, request }: RowsCall): Promise<Response> => {
    const format = formatOf(input, request.headers.get('accept'));
    const query = { ...input, format };
    const now = deps.now();
    refuseUnsupported(query);
    const scope = scopeOf(query, deps.catalogue, now);
    checkNames(query, scope);
    return read(deps, orgId, signal, async (reading) => {
      const { identity, answer } = await prepareFor(orgId)(query, scope, reading, now);
      const zone = scope.calendar.zone.zone;
      const etag = etagOf([orgId, identity, zone, format, reading.dataVersion]);
      if (isKnown(request, etag)) return new Response(null, { status: 304, headers: { etag } });
      return encoded(await answer(), format, etag);
    });
  };
}

/** Answers questions to the graph: groups, rows, time series, values to choose from, and the catalogue. */
export function graphSearchHandlers(deps: GraphSearchDeps): Handlers<typeof graphSearchContract> {
  return {
    groupBys: rowsHandler(deps, () => prepareGroups),
    entities: rowsHandler(deps, (orgId) => rowsOf(deps, orgId)),
    timeSeries: rowsHandler(deps, () => prepareSeries),
    facetOptions: ({ params: { orgId }, input, signal }) =>
      read(deps, orgId, signal, (reading) => answerFacets(input, deps.catalogue, deps.now(), reading)),
    configuration: async ({ params: { orgId }, signal }) => {
      const sources = await deps.integrations(orgId);
      return read(deps, orgId, signal, (reading) => answerConfiguration(deps.catalogue, sources, reading));
    },
  };
}
