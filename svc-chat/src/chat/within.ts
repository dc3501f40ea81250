import type { Query } from '@cairn/query';

const datesOf = ({ duration, startDate, endDate }: Query) => ({
  ...(duration === undefined ? {} : { duration }),
  ...(startDate === undefined ? {} : { startDate }),
  ...(endDate === undefined ? {} : { endDate }),
});

const hasDates = (query: Query) => Object.keys(datesOf(query)).length > 0;

/** A query with the dates and filters of the page, and sentences that say which of them it took. */
export interface WithinPage {
  readonly query: Query;
  readonly notes: readonly string[];
}

/** A question within the dates of the page unless it names its own, and within its filters where both ask for one kind. */
export function withinPage(query: Query, page: Query | undefined): WithinPage {
  if (!page) return { query, notes: [] };
  const takesDates = !hasDates(query) && hasDates(page);
  const known = new Set(query.filters.map((filter) => JSON.stringify(filter)));
  const missing = page.filters.filter((filter) => !known.has(JSON.stringify(filter)));
  const isSameKind = query.select[0] === page.select[0];
  const notes = [
    ...(takesDates ? ['In the dates of this page.'] : []),
    ...(missing.length === 0 ? [] : isSameKind ? ['With the filters of this page.'] : []),
  ];
  return {
    query: {
      ...query,
      ...(takesDates ? datesOf(page) : {}),
      filters: isSameKind ? [...query.filters, ...missing] : query.filters,
    },
    notes,
  };
}
