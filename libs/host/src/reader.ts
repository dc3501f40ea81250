import type { Query } from '@cairn/query';
import type { Host } from './host.ts';

/** The query as this reader asks it: in the reader's timezone where it names none. */
export function withTimezone<Q extends Pick<Query, 'timezone'>>(
  query: Q,
  { timezone }: Pick<Host, 'timezone'>,
): Q & { readonly timezone: string } {
  return { ...query, timezone: query.timezone ?? timezone };
}
