import type { ResultSet } from '@cairn/answer';
import { withTimezone, type Host } from '@cairn/host';
import type { Query } from '@cairn/query';
import { shapeOf, type AnswerKind } from './view.ts';
import type { ResolvedView } from './views.ts';

/** Which page of the rows is shown; a request without one leaves paging to the view. */
export interface RequestedPage {
  readonly page: number;
  readonly pageSize: number;
}

/** What svc-graph is sent for a view: the route and the body. */
export interface GraphRequest {
  readonly kind: AnswerKind;
  readonly query: Omit<Query, 'orgId'>;
}

const COUNTS = new Set(['count', 'countDistinct']);

/**
 * The request of a query as a view draws it for a reader. Nothing else edits a query on its way to svc-graph. In
 * order: the page, the reader's zone, the view's order and limit, the sample sizes.
 */
export function requestOf(
  query: Query,
  { view, config }: ResolvedView,
  shown: RequestedPage | undefined,
  reader: Pick<Host, 'timezone'>,
): GraphRequest {
  const page = shown && { page: shown.page, pageSize: shown.pageSize };
  const { orgId: _, ...body } = view.request(withTimezone({ ...query, ...page }, reader), config);
  return { kind: view.answers(query), query: { ...body, ...sampleSizesOf(body) } };
}

/** The requests of the further answers that a view draws beside its own, by name; some wait for its own answer. */
export function furtherRequestsOf(
  query: Query,
  { view, config }: ResolvedView,
  reader: Pick<Host, 'timezone'>,
  answer?: ResultSet,
): [name: string, request: GraphRequest][] {
  if (!view.fits(shapeOf(query)).ok) return [];
  const further = view.further(withTimezone(query, reader), config, answer);
  return Object.entries(further).flatMap(([name, own]): [string, GraphRequest][] => {
    if (!own) return [];
    const { orgId: _, ...body } = own.query;
    return [[name, { kind: own.kind, query: body }]];
  });
}

/** An average says little without its sample size; a count is its own. */
function sampleSizesOf({ aggregations }: Pick<Query, 'aggregations'>): { counts?: true } {
  return aggregations.some(({ reducer }) => !COUNTS.has(reducer)) ? { counts: true } : {};
}
