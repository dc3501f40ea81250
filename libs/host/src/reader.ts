import type { Query } from '@cairn/query';
import type { Host } from './host.ts';

const MONDAY = 1;

/** What a question may say of the calendar that it is read by. */
type Dated = Pick<Query, 'timezone' | 'firstDay'>;

/** A question as it is asked here: in the user's zone and with the org's first day of the week, where it names none itself. */
export function asRead<Q extends Dated>(
  question: Q,
  { timezone, org: { firstDay } }: Pick<Host, 'timezone' | 'org'>,
): Q & Dated & { readonly timezone: string } {
  const read = { ...question, timezone: question.timezone ?? timezone };
  // Monday is what the graph takes unless told, so most orgs ask as if there were no such setting.
  return question.firstDay !== undefined || firstDay === MONDAY ? read : { ...read, firstDay };
}
