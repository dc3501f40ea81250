import { asksRows, type Query } from '@cairn/query';
import { AUTOMATIC_VIEW, resolveView, shapeOf, viewForNewDates, type ViewList } from '@cairn/views';
import type { ExploreAddress } from './address.ts';

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
const grouping = ({ select, groupBys }: Query) => [select, groupBys];
const dates = ({ startDate, endDate, duration }: Query) => [startDate, endDate, duration];

/** Whether the view of an address draws a query, rather than say what it lacks. */
function draws({ view }: ExploreAddress, query: Query, views: ViewList | undefined): boolean {
  return resolveView(view, query, views).view.fits(shapeOf(query)).ok;
}

/**
 * The changes of the address for an applied query. Another selection or grouping resets title and view (X§2). A view
 * that drew the query before and cannot any more gives way (X§4). With other dates it chooses again what depends on
 * them (X§4).
 */
export function appliedQuery(
  address: ExploreAddress,
  query: Query,
  views?: ViewList,
): Partial<ExploreAddress> {
  const { query: applied, view } = address;
  if (!isSame(grouping(query), grouping(applied)))
    return { query, view: AUTOMATIC_VIEW, title: `Selecting "${query.select[0] ?? 'Event'}"` };
  if (draws(address, applied, views) && !draws(address, query, views)) return { query, view: AUTOMATIC_VIEW };
  return isSame(dates(query), dates(applied)) ? { query } : { query, view: viewForNewDates(view, views) };
}

/** The changes of the address for a drilled query. Rows get the automatic view. */
export function drilledQuery(
  address: ExploreAddress,
  query: Query,
  views?: ViewList,
): Partial<ExploreAddress> {
  return { ...appliedQuery(address, query, views), ...(asksRows(query) ? { view: AUTOMATIC_VIEW } : {}) };
}
