import type { Query } from '@cairn/query';
import type { Host } from './host.ts';

/** A question as it is asked here: in the user's zone where it names none. How weeks begin the graph knows by itself. */
export function asRead<Q extends Pick<Query, 'timezone'>>(
  question: Q,
  { timezone }: Pick<Host, 'timezone'>,
): Q & { readonly timezone: string } {
  return { ...question, timezone: question.timezone ?? timezone };
}
