import { asksRows, type Query } from '@cairn/query';
import { AUTOMATIC_VIEW, viewForNewDates, type ViewList } from '@cairn/views';
import type { ExploreAddress } from './address.ts';

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
const grouping = ({ select, groupBys }: Query) => [select, groupBys];
const dates = ({ startDate, endDate, duration }: Query) => [startDate, endDate, duration];

/**
 * The changes of the address for an applied query. Another selection or grouping resets title and view (X§2).
 * With other dates the view chooses again what depends on them (X§4).
 */
export function appliedQuery(
  { query: applied, view }: ExploreAddress,
  query: Query,
  views?: ViewList,
): Partial<ExploreAddress> {
  if (!isSame(grouping(query), grouping(applied)))
    return { query, view: AUTOMATIC_VIEW, title: `Selecting "${query.select[0] ?? 'Event'}"` };
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
