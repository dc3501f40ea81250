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
    pattern:
      /(?:go|goes|going|went|gone) (?:up|down)|(?:increas|decreas|declin)[^ ]+|growing|shrinking|rising|falling/,
    reason: 'Whether something goes up or down cannot be asked in words yet; ask for it per month and see.',
  },
  {
    pattern:
      /(?:who|whos|which [^ ]+) (?:is |are )?(?:the )?(?:owns?|owners?|maintains?|maintainers?)|owners? of|owned by/,
    reason: 'Who owns something is not known; “who changed” it can be asked.',
  },
  {
    pattern:
      /files? (?:were |was |that were |have been |got |are )*(?:deleted|removed)(?! (?:per|by|each|every|a) )|(?:deleted|removed) files?(?! (?:per|by|each|every|a) )/,
    reason: 'Which files are gone cannot be asked in words yet; “files deleted per month” counts them.',
  },
  {
    pattern:
      /(?:first|earliest|last|latest|newest|oldest) [^ ]+(?: [^ ]+)? (?:of|by|for|per|from|in) (?:each|every)/,
    reason: 'The first or last of each cannot be asked in words yet.',
  },
  {
    pattern: /lines? of code (?:are there|do we have|exist|is there|there are|in total|does)/,
    reason: 'How many lines there are now is not known; lines added and deleted are.',
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
