import type { Query } from '@cairn/query';
import type { Host } from './host.ts';

/** Adds the reader's timezone to a query that names none. */
export function withTimezone<Q extends Pick<Query, 'timezone'>>(
  query: Q,
  { timezone }: Pick<Host, 'timezone'>,
): Q & { readonly timezone: string } {
  return { ...query, timezone: query.timezone ?? timezone };
}
