import { asksRows, type Query } from '@cairn/query';
import { DEFAULT_VIEW, type Place } from './place.ts';

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/**
 * Applying another selection or grouping starts the title and the view anew (X§2); with other dates a time series
 * chooses its unit again (X§4).
 */
export function appliedPlace(place: Place, query: Query): Partial<Place> {
  const shape = ({ select, groupBys }: Query) => [select, groupBys];
  if (!isSame(shape(query), shape(place.query)))
    return { query, view: DEFAULT_VIEW, title: `Selecting "${query.select[0] ?? 'Event'}"` };
  const dates = ({ startDate, endDate, duration }: Query) => [startDate, endDate, duration];
  const { value, config } = place.view;
  if (value !== 'overTime' || isSame(dates(query), dates(place.query))) return { query };
  const { unit: _unit, ...kept } = config;
  return { query, view: { value, config: kept } };
}

/** Where a chosen value leads; rows are shown as rows, whatever the picture was that led to them. */
export function drilledPlace(place: Place, query: Query): Partial<Place> {
  return { ...appliedPlace(place, query), ...(asksRows(query) ? { view: DEFAULT_VIEW } : {}) };
}
