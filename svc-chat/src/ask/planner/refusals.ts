import { AppError } from '@cairn/contracts';
import { type Word, find } from './words.ts';

/** Questions that always have an answer, for when one had none. */
export const EXAMPLES = [
  'commits per author last month',
  'files changed most this year',
  'busiest hour of the day',
];

const examples = EXAMPLES.map((example) => `“${example}”`)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ');

/** A refusal with its reason and with examples that work. */
export const refuse = (reason: string): AppError =>
  new AppError('invalid_query', `${reason} Try ${examples}.`, { details: { examples: EXAMPLES } });

const PEOPLE = '(?:contributors?|authors?|committers?|developers?|people|persons?|members?|starters?)';

/** What a query cannot say: any reading of it would answer another question. */
const UNSAID: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  {
    pattern: /between (?:the )?(?:releases? |tags? |versions? )?v?\d+(?:\.\d+)+[^ ]* and [^ ]+/,
    reason: 'What lies between two releases cannot be asked in words yet; name one release instead.',
  },
  {
    pattern: new RegExp(`new ${PEOPLE}|newcomers?|first time ${PEOPLE}|${PEOPLE} who are new`),
    reason: 'Who is new cannot be asked in words yet.',
  },
  {
    pattern: /(?:stale|abandoned|untouched|dead) [^ ]+/,
    reason: 'What nobody has touched for long cannot be asked in words yet.',
  },
  {
    pattern: /(?:percentage|percent|proportion|fraction) of|share of(?!.* (?:vs|versus|against) )/,
    reason: 'A share cannot be asked in words yet; a formula in Explore says it.',
  },
  {
    pattern: /(?:change[sd]?|changing|edited|modified|touched) together|co changed?/,
    reason: 'What changes together cannot be asked in words yet.',
  },
];

/** Refuses, with the reason, what a query cannot say, rather than answering something else. */
export function refuseUnsaid(words: readonly Word[]): void {
  const unsaid = UNSAID.find(({ pattern }) => find(words, pattern));
  if (unsaid) throw refuse(unsaid.reason);
}
