import type { AskAnswer } from '@cairn/contracts';
import { queryTitle } from '@cairn/query';
import { composeQuery, type ComposedQuery } from './compose.ts';
import { joinFullNames } from './full-names.ts';
import { distributeNegation } from './negation.ts';
import { refuse, refuseUnsaid } from './refusals.ts';
import { readSlots } from './slots.ts';
import { correctSpelling, tagWords } from './tag-words.ts';
import { ACTION_WORDS, FILLERS, FOREIGN } from './synonyms.ts';
import { type Clock, readTime } from './time.ts';
import { type LookUp, resolveValue } from './resolve-value.ts';
import { readValues } from './values.ts';
import { suggestView } from './view.ts';
import type { Lexicon } from './lexicon.ts';
import { type Word, find, isOpen, normalise, split } from './words.ts';

export interface PlanInput extends Clock {
  readonly text: string;
  /** Finds values that the question names; null when the graph cannot be reached. */
  readonly lookUp: LookUp | null;
}

const PEOPLE =
  '(?:developers?|devs?|engineers?|authors?|contributors?|committers?|people|persons?|programmers?|coders?|employees?|members?|team ?mates?|colleagues?|performers?|workers?)';
const GRADE =
  '(?:(?:most |least |more |less |very )?(?:productive|efficient|performing|valuable|lazy|skilled|talented|useful|useless)|best|worst|better|weakest|strongest|smartest|fastest|slowest|greatest|laziest|star|rock ?star|underperforming|under performing)';
const JUDGEMENT = new RegExp(
  [
    `${GRADE}(?: \\d+)? ${PEOPLE}`,
    `(?:who|whos|which ${PEOPLE}|${PEOPLE}|which of (?:the |our |my )*${PEOPLE}) (?:(?:is|are|was|were|has been|have been|do|does|did|performs?|works?) )*(?:the |our |my )*${GRADE}`,
    `rank(?:ing|ed|s)?(?: (?:of|the|all|our|my|for))* ${PEOPLE}`,
    `${PEOPLE} (?:rank|ranking|ranked|leader ?board|performance|productivity)`,
    `(?:productivity|performance)(?: (?:of|by|per|for|each|the|our|my))* ${PEOPLE}`,
    'leader ?board|(?:top|low|best|worst|poor|under) ?performers?|stack rank(?:ing)?|how productive',
    'who (?:should|can|could|must) (?:i |we |be )*(?:fire|fired|promote|promoted|lay off|let go)',
  ].join('|'),
);

/** Cairn describes work and does not grade people (ruling 11). */
function refuseJudgement(words: readonly Word[]): void {
  if (find(words, JUDGEMENT)) {
    throw refuse('Cairn does not rank or grade people, but it can show who worked on what, by name.');
  }
}

function refuseOtherLanguages(text: string, words: readonly Word[]): void {
  const letters = text.match(/\p{L}/gu) ?? [];
  const latin = text.match(/\p{Script=Latin}/gu) ?? [];
  const foreign = words.filter((word) => FOREIGN.has(word.text)).length;
  if (letters.length - latin.length > letters.length / 3 || foreign >= 2) {
    throw refuse('Questions are understood in English only so far.');
  }
}

function leftOver(source: string, words: readonly Word[]): string[] {
  const spent = new RegExp(`^(?:${ACTION_WORDS.join('|')})$`);
  return words
    .filter(
      (word) =>
        /^<[qv]/.test(word.text) || (isOpen(word) && !FILLERS.has(word.text) && !spent.test(word.text)),
    )
    .map((word) => source.slice(word.from, word.to))
    .filter(Boolean);
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

function understood(composed: ComposedQuery, lexicon: Lexicon, notes: readonly string[]): string[] {
  const { query } = composed;
  const bare = { ...query, filters: [], search: '' };
  const reading = `Read as: ${queryTitle(bare, lexicon.catalogue)}.`;
  return [reading, ...notes, ...composed.notes].map(sentence);
}

/** Turns a question into a query over the catalogue, or refuses it with `invalid_query` and examples that work. */
export async function planQuestion(question: PlanInput, lexicon: Lexicon): Promise<AskAnswer> {
  const source = normalise(question.text);
  const written = split(source);
  refuseOtherLanguages(source, written);
  const spelled = correctSpelling(source, written, lexicon);
  refuseJudgement(spelled.words);
  const time = readTime(source, spelled.words, question);
  refuseUnsaid(time.words);
  const named = joinFullNames(source, time.words);
  const tagged = tagWords(source, distributeNegation(named), lexicon);
  const slots = readSlots(tagged);
  const valued = readValues(source, slots.words, tagged);
  const mentioned = valued.words.flatMap((word) => {
    const number = /^<[ka](\d+)>$/.exec(word.text)?.[1];
    const concept = number === undefined ? undefined : tagged.concepts[Number(number)];
    return concept ? [concept] : [];
  });
  const ignored = leftOver(source, valued.words);
  const meanings =
    mentioned.length +
    slots.groups.length +
    slots.measures.length +
    valued.values.filter(({ fields }) => fields.length > 0).length +
    tagged.explicitFilters.length;
  if (meanings === 0 && !slots.hasAction) throw refuse('Nothing in this question is known to Cairn.');
  if (ignored.length > 3 && ignored.length > meanings * 2)
    throw refuse('Most of this question is not about the data that Cairn has.');
  const values = await Promise.all(valued.values.map((slot) => resolveValue(slot, question.lookUp)));
  for (const { unknown } of values) if (unknown !== undefined) throw refuse(unknown);
  const composed = composeQuery(
    {
      slots,
      mentioned,
      explicitFilters: tagged.explicitFilters,
      values,
      window: time.window,
      timezone: question.timezone,
    },
    lexicon,
  );
  return {
    intent: 'query',
    query: composed.query,
    view: suggestView(composed.query, slots.trend),
    title: queryTitle(composed.query, lexicon.catalogue),
    understood: understood(composed, lexicon, [
      ...spelled.notes,
      ...tagged.notes,
      ...values.map(({ note }) => note),
    ]),
    ignored,
    answeredBy: 'offline planner',
  };
}
