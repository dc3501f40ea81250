import { CONDITIONS, DEEDS, FILLERS, LANGUAGES } from './synonyms.ts';
import { type Concept, type Field, type Vocabulary, singular, singularOf } from './vocabulary.ts';
import { type Word, find, isOpen, looksLikeValue, replace, spread } from './words.ts';

/** A condition that the words state by themselves. */
export interface Stated {
  readonly field: Field;
  readonly value: boolean;
  readonly said: string;
}

/** The question with everything the catalogue knows replaced by placeholders. */
export interface Marked {
  readonly words: readonly Word[];
  /** What `<k0>`, `<a1>`, `<g2>` (a field to group by) stand for, by number. */
  readonly concepts: readonly Concept[];
  /** What `<q0>` (quoted) and `<v1>` (a value by its look) say. */
  readonly values: readonly string[];
  readonly stated: readonly Stated[];
  readonly said: readonly string[];
}

/** Words of the grammar that a slip of the keys is corrected to. */
const GRAMMAR_WORDS = (
  'average median total number count distinct different largest biggest smallest latest newest oldest busiest ' +
  'yesterday today month quarter monthly weekly daily yearly hourly quarterly since between weekday during before after ' +
  'merges merge last week year released without excluding trend timeline touched changed modified committed contributed ' +
  'monday tuesday wednesday thursday friday saturday sunday january february march april august september october ' +
  'november december recent recently compared highest lowest weekend productive productivity performer ranking'
).split(' ');

/** Whether one slip (a letter missing, doubled, swapped, or in long words a wrong one) turns one into the other. */
export function isSlip(written: string, meant: string): boolean {
  if (written === meant || written[0] !== meant[0] || meant.length < 5) return false;
  const [short, long] = written.length < meant.length ? [written, meant] : [meant, written];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  const isSwap =
    written[at] === meant[at + 1] &&
    written[at + 1] === meant[at] &&
    written.slice(at + 2) === meant.slice(at + 2);
  return isSwap || (meant.length >= 6 && written.slice(at + 1) === meant.slice(at + 1));
}

function knownWords(vocabulary: Vocabulary): { all: Set<string>; targets: string[] } {
  const ofPhrases = [...vocabulary.phrases.keys()].flatMap((phrase) => phrase.split(' '));
  const ofConditions = CONDITIONS.flatMap(({ nouns, asides }) => [...nouns, ...asides])
    .join(' ')
    .match(/[a-z]{3,}/g);
  const ofDeeds = DEEDS.join(' ').match(/[a-z]{3,}/g);
  const targets = [...new Set([...ofPhrases, ...GRAMMAR_WORDS])].filter((word) => word.length >= 5);
  const all = new Set([...targets, ...ofPhrases, ...FILLERS, ...(ofConditions ?? []), ...(ofDeeds ?? [])]);
  return { all, targets };
}

/** Corrects slips of the keys in words that nothing else explains; names (in capitals) are left alone. */
export function correct(
  source: string,
  words: readonly Word[],
  vocabulary: Vocabulary,
): { words: Word[]; said: string[] } {
  const { all, targets } = knownWords(vocabulary);
  const said: string[] = [];
  const corrected = words.map((word, place) => {
    const isName = place > 0 && /^\p{Lu}/u.test(source.slice(word.from, word.to));
    if (!isOpen(word) || isName || word.text.length < 5 || all.has(word.text)) return word;
    const one = singular(word.text);
    if (all.has(one) || looksLikeValue(word.text)) return word;
    const meant =
      targets.find((target) => isSlip(one, target)) ?? targets.find((target) => isSlip(word.text, target));
    if (!meant) return word;
    said.push(`“${source.slice(word.from, word.to)}” read as “${meant}”.`);
    return { ...word, text: meant };
  });
  return { words: corrected, said };
}

/** Marks quoted text as `<q0>` and what looks like a path, an address or a version as `<v0>`. */
function markValues(source: string, words: readonly Word[]): { words: Word[]; values: string[] } {
  const values: string[] = [];
  const marked = words.map((word) => {
    if (word.text === '"') {
      return { ...word, text: `<q${values.push(source.slice(word.from, word.to)) - 1}>` };
    }
    return isOpen(word) && (looksLikeValue(word.text) || Object.hasOwn(LANGUAGES, word.text))
      ? { ...word, text: `<v${values.push(word.text) - 1}>` }
      : word;
  });
  return { words: marked, values };
}

const VERSUS = '(?:vs\\.?|versus|compared (?:to|with)|against|and|or|than)';

/** "Merges versus others" groups by the condition instead of narrowing to it. */
function markVersus(words: readonly Word[], vocabulary: Vocabulary, concepts: Concept[]): Word[] {
  let marked = [...words];
  for (const { field, nouns, kind, others } of vocabulary.conditions) {
    const versus = others && find(marked, new RegExp(`(?:${nouns.join('|')}) ${VERSUS} (?:${others})`));
    if (!versus) continue;
    const own = kind === 'Person' ? '' : `<k${concepts.push({ is: 'kind', kind }) - 1}> `;
    const group = `<g${concepts.push({ is: 'attribute', fields: [field] }) - 1}>`;
    marked = replace(marked, versus, own + group).flatMap(spread);
  }
  return marked;
}

function markConditions(words: readonly Word[], vocabulary: Vocabulary) {
  const concepts: Concept[] = [];
  const stated: Stated[] = [];
  let marked = markVersus(words, vocabulary, concepts);
  for (const { field, value, said, nouns, asides, kind } of vocabulary.conditions) {
    const aside = asides.length > 0 && find(marked, new RegExp(asides.join('|')));
    const found = aside || find(marked, new RegExp(nouns.join('|')));
    const isStated = stated.some((each) => each.field.attribute === field.attribute);
    if (!found || isStated) continue;
    stated.push({ field, value, said });
    marked = replace(marked, found, aside ? '|' : `<k${concepts.push({ is: 'kind', kind }) - 1}>`);
  }
  return { words: marked, concepts, stated };
}

const NOUN_BEFORE =
  /^(?:an?|each|every|per|by|of|code|largest|biggest|smallest|latest|last|first|single|average)$/;

/** "change" is a verb where no article or the like makes it a noun: "which files change most". */
const isVerb = (words: readonly Word[], at: number) =>
  words[at]?.text === 'change' && !NOUN_BEFORE.test(words[at - 1]?.text ?? '');

function phraseAt(words: readonly Word[], start: number, vocabulary: Vocabulary) {
  for (let length = vocabulary.longest; length > 0; length--) {
    const slice = words.slice(start, start + length);
    if (slice.length < length || !slice.every(isOpen) || isVerb(words, start)) continue;
    const concept = vocabulary.phrases.get(singularOf(slice.map(({ text }) => text).join(' ')));
    if (concept) return { concept, length };
  }
  return null;
}

function markPhrases(words: readonly Word[], vocabulary: Vocabulary, concepts: Concept[]): Word[] {
  const marked: Word[] = [];
  for (let at = 0; at < words.length;) {
    const found = phraseAt(words, at, vocabulary);
    const word = words[at];
    if (!word) break;
    if (!found) {
      marked.push(word);
      at++;
      continue;
    }
    const number = concepts.push(found.concept) - 1;
    const last = words[at + found.length - 1] ?? word;
    marked.push({
      text: `<${found.concept.is === 'kind' ? 'k' : 'a'}${number}>`,
      from: word.from,
      to: last.to,
    });
    at += found.length;
  }
  return marked;
}

/** Replaces what the catalogue, the synonyms and the look of a word explain by placeholders. */
export function mark(source: string, words: readonly Word[], vocabulary: Vocabulary): Marked {
  const { words: valued, values } = markValues(source, words);
  const { words: conditioned, concepts, stated } = markConditions(valued, vocabulary);
  return {
    words: markPhrases(conditioned, vocabulary, concepts),
    concepts,
    values,
    stated,
    said: stated.map(({ said }) => said),
  };
}
