import { Duration, emptyQuery, Query } from './schema.ts';

type Loose = Record<string, unknown>;

/** Reads a state in an older form (X§4); an unreadable one becomes an empty query of this org. */
export function loadQuery(input: unknown, orgId?: string, kinds: readonly string[] = []): Query {
  if (!isLoose(input)) return emptyQuery(orgId);
  const state = withSelection(withoutEmpty(input), kinds);
  for (const list of ['aggregations', 'groupBys', 'select', 'filters'] as const) {
    if (list in state) state[list] = asList(state[list]);
  }
  // A query has one selection; callers tell the person that there were more.
  if (Array.isArray(state['select'])) state['select'] = state['select'].slice(0, 1);
  if (Array.isArray(state['filters'])) state['filters'] = state['filters'].map(withTarget);
  if (Array.isArray(state['aggregations'])) state['aggregations'] = state['aggregations'].map(ofEvents);
  if (!keepsDuration(state)) delete state['duration'];
  const parsed = Query.safeParse({ ...state, ...(orgId ? { orgId } : {}) });
  return parsed.success ? parsed.data : emptyQuery(orgId);
}

/** True when a state selects several entities, which a query cannot (X§2). */
export function selectsMany(input: unknown): boolean {
  return isLoose(input) && Array.isArray(input['select']) && input['select'].length > 1;
}

/** Drops values that older documents left empty. */
function withoutEmpty(input: Loose): Loose {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== ''));
}

function withSelection(state: Loose, kinds: readonly string[]): Loose {
  const { search, select } = state;
  if (typeof search !== 'string' || (Array.isArray(select) ? select.length > 0 : select)) return state;
  const words = search.split(/\s+/);
  const kind = words.find((word) => kinds.includes(word));
  if (!kind) return state;
  return { ...state, select: [kind], search: words.filter((word) => word !== kind).join(' ') };
}

function asList(value: unknown): unknown[] {
  if (value === null || value === undefined || value === '') return [];
  return Array.isArray(value) ? value : [value];
}

function withTarget(filter: unknown): unknown {
  if (!isLoose(filter)) return filter;
  const how = ['any', 'all', 'one'].find((each) => Array.isArray(filter[each]));
  if (how) return { ...filter, [how]: asList(filter[how]).map(withTarget) };
  return filter['target'] ? filter : { ...filter, target: 'Event' };
}

/** Adds the target to a measure's own filters; older documents hold one filter or a list. */
function ofEvents(measure: unknown): unknown {
  if (!isLoose(measure) || measure['filters'] === undefined) return measure;
  return { ...measure, filters: asList(measure['filters']).map(withTarget) };
}

function keepsDuration(state: Loose): boolean {
  return !state['startDate'] && !state['endDate'] && Duration.safeParse(state['duration']).success;
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
