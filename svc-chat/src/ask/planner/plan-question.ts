import { AppError, type AskAnswer } from '@cairn/contracts';
import { queryTitle } from '@cairn/query';
import { compose, type Composed } from './compose.ts';
import { readWishes } from './grammar.ts';
import { correct, mark } from './marks.ts';
import { DEEDS, FILLERS, FOREIGN } from './synonyms.ts';
import { type Clock, readTime } from './time.ts';
import { type LookUp, resolveValue } from './resolve-value.ts';
import { readValues } from './values.ts';
import { suggestView } from './view.ts';
import type { Vocabulary } from './vocabulary.ts';
import { type Word, find, isOpen, normalise, split } from './words.ts';

export interface Question extends Clock {
  readonly text: string;
  /** Finds values that the question names; null when the graph cannot be asked. */
  readonly lookUp: LookUp | null;
}

/** Questions that always have an answer, for when one had none. */
export const EXAMPLES = [
  'commits per author last month',
  'files changed most this year',
  'busiest hour of the day',
];

const examples = EXAMPLES.map((example) => `“${example}”`)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ');
const refuse = (reason: string): AppError =>
  new AppError('invalid_query', `${reason} Try ${examples}.`, { details: { examples: EXAMPLES } });

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
  const spent = new RegExp(`^(?:${DEEDS.join('|')})$`);
  return words
    .filter(
      (word) =>
        /^<[qv]/.test(word.text) || (isOpen(word) && !FILLERS.has(word.text) && !spent.test(word.text)),
    )
    .map((word) => source.slice(word.from, word.to))
    .filter(Boolean);
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

function understood(composed: Composed, vocabulary: Vocabulary, said: readonly string[]): string[] {
  const { query } = composed;
  const bare = { ...query, filters: [], search: '' };
  const reading = `Read as: ${queryTitle(bare, vocabulary.catalogue)}.`;
  return [reading, ...said, ...composed.said].map(sentence);
}

/** Turns a question into a query over the catalogue, or refuses it with `invalid_query` and examples that work. */
export async function planQuestion(question: Question, vocabulary: Vocabulary): Promise<AskAnswer> {
  const source = normalise(question.text);
  const written = split(source);
  refuseOtherLanguages(source, written);
  const spelled = correct(source, written, vocabulary);
  refuseJudgement(spelled.words);
  const time = readTime(source, spelled.words, question);
  const marked = mark(source, time.words, vocabulary);
  const wishes = readWishes(marked);
  const valued = readValues(source, wishes.words, marked);
  const mentioned = valued.words.flatMap((word) => {
    const number = /^<[ka](\d+)>$/.exec(word.text)?.[1];
    const concept = number === undefined ? undefined : marked.concepts[Number(number)];
    return concept ? [concept] : [];
  });
  const ignored = leftOver(source, valued.words);
  const meanings =
    mentioned.length +
    wishes.groups.length +
    wishes.measures.length +
    valued.values.filter(({ fields }) => fields.length > 0).length +
    marked.stated.length;
  if (meanings === 0 && !wishes.deed) throw refuse('Nothing in this question is known to Cairn.');
  if (ignored.length > 3 && ignored.length > meanings * 2)
    throw refuse('Most of this question is not about the data that Cairn has.');
  const values = await Promise.all(valued.values.map((wish) => resolveValue(wish, question.lookUp)));
  const composed = compose(
    { wishes, mentioned, stated: marked.stated, values, window: time.window, timezone: question.timezone },
    vocabulary,
  );
  return {
    intent: 'query',
    query: composed.query,
    view: suggestView(composed.query, wishes.trend),
    title: queryTitle(composed.query, vocabulary.catalogue),
    understood: understood(composed, vocabulary, [
      ...spelled.said,
      ...marked.said,
      ...values.map(({ said }) => said),
    ]),
    ignored,
    answeredBy: 'offline planner',
  };
}
