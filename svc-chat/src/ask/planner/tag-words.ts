import { CONDITIONS, ACTION_WORDS, FILLERS, LANGUAGES } from './synonyms.ts';
import { type Concept, type FieldRef, type Lexicon, singular, singularOf } from './lexicon.ts';
import { type Word, find, isOpen, looksLikeValue, replace, spread } from './words.ts';

/** A condition that the words state explicitly. */
export interface ExplicitFilter {
  readonly field: FieldRef;
  readonly value: boolean;
  readonly note: string;
}

/** The question with everything that the catalogue knows replaced by placeholders. */
export interface TaggedWords {
  readonly words: readonly Word[];
  /** The concepts of `<k0>`, `<a1>` and `<g2>` (a field to group by), by number. */
  readonly concepts: readonly Concept[];
  /** The texts of `<q0>` (quoted) and `<v1>` (a value by its form). */
  readonly values: readonly string[];
  readonly explicitFilters: readonly ExplicitFilter[];
  readonly notes: readonly string[];
}

/** Grammar words that typing errors are corrected to. */
const GRAMMAR_WORDS = (
  'average median total number count distinct different largest biggest smallest latest newest oldest busiest ' +
  'yesterday today month quarter monthly weekly daily yearly hourly quarterly since between weekday during before after ' +
  'merges merge last week year released without excluding trend timeline touched changed modified committed contributed ' +
  'monday tuesday wednesday thursday friday saturday sunday january february march april august september october ' +
  'november december recent recently compared highest lowest weekend productive productivity performer ranking'
).split(' ');

/**
 * True when one typing error turns one into the other: a letter missing, doubled, swapped or, in long words,
 * wrong.
 */
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

function knownWords(lexicon: Lexicon): { all: Set<string>; targets: string[] } {
  const ofPhrases = [...lexicon.phrases.keys()].flatMap((phrase) => phrase.split(' '));
  const ofConditions = CONDITIONS.flatMap(({ nouns, asides }) => [...nouns, ...asides])
    .join(' ')
    .match(/[a-z]{3,}/g);
  const ofActions = ACTION_WORDS.join(' ').match(/[a-z]{3,}/g);
  const targets = [...new Set([...ofPhrases, ...GRAMMAR_WORDS])].filter((word) => word.length >= 5);
  const all = new Set([...targets, ...ofPhrases, ...FILLERS, ...(ofConditions ?? []), ...(ofActions ?? [])]);
  return { all, targets };
}

/** Corrects typing errors in words without another meaning; capitalised names stay. */
export function correctSpelling(
  source: string,
  words: readonly Word[],
  lexicon: Lexicon,
): { words: Word[]; notes: string[] } {
  const { all, targets } = knownWords(lexicon);
  const notes: string[] = [];
  const corrected = words.map((word, place) => {
    const isName = place > 0 && /^\p{Lu}/u.test(source.slice(word.from, word.to));
    if (!isOpen(word) || isName || word.text.length < 5 || all.has(word.text)) return word;
    const one = singular(word.text);
    if (all.has(one) || looksLikeValue(word.text)) return word;
    const meant =
      targets.find((target) => isSlip(one, target)) ?? targets.find((target) => isSlip(word.text, target));
    if (!meant) return word;
    notes.push(`“${source.slice(word.from, word.to)}” read as “${meant}”.`);
    return { ...word, text: meant };
  });
  return { words: corrected, notes };
}

/** Marks quoted texts as `<q0>`, and paths, addresses and versions as `<v0>`. */
function tagValues(source: string, words: readonly Word[]): { words: Word[]; values: string[] } {
  const values: string[] = [];
  const tagged = words.map((word) => {
    if (word.text === '"') {
      return { ...word, text: `<q${values.push(source.slice(word.from, word.to)) - 1}>` };
    }
    return isOpen(word) && (looksLikeValue(word.text) || Object.hasOwn(LANGUAGES, word.text))
      ? { ...word, text: `<v${values.push(word.text) - 1}>` }
      : word;
  });
  return { words: tagged, values };
}

const VERSUS = '(?:vs\\.?|versus|compared (?:to|with)|against|and|or|than)';

/** "Merges versus others" groups by the condition instead of narrowing to it. */
function tagVersus(words: readonly Word[], lexicon: Lexicon, concepts: Concept[]): Word[] {
  let tagged = [...words];
  for (const { field, nouns, kind, others } of lexicon.conditions) {
    const versus = others && find(tagged, new RegExp(`(?:${nouns.join('|')}) ${VERSUS} (?:${others})`));
    if (!versus) continue;
    const own = kind === 'Person' ? '' : `<k${concepts.push({ is: 'kind', kind }) - 1}> `;
    const group = `<g${concepts.push({ is: 'attribute', fields: [field] }) - 1}>`;
    tagged = replace(tagged, versus, own + group).flatMap(spread);
  }
  return tagged;
}

function tagConditions(words: readonly Word[], lexicon: Lexicon) {
  const concepts: Concept[] = [];
  const explicitFilters: ExplicitFilter[] = [];
  let tagged = tagVersus(words, lexicon, concepts);
  for (const { field, value, note, nouns, asides, kind } of lexicon.conditions) {
    const aside = asides.length > 0 && find(tagged, new RegExp(asides.join('|')));
    const found = aside || find(tagged, new RegExp(nouns.join('|')));
    const isStated = explicitFilters.some((each) => each.field.attribute === field.attribute);
    if (!found || isStated) continue;
    explicitFilters.push({ field, value, note });
    tagged = replace(tagged, found, aside ? '|' : `<k${concepts.push({ is: 'kind', kind }) - 1}>`);
  }
  return { words: tagged, concepts, explicitFilters };
}

const NOUN_BEFORE =
  /^(?:an?|each|every|per|by|of|code|largest|biggest|smallest|latest|last|first|single|average)$/;

/** "change" is a verb unless an article or the like precedes it: "which files change most". */
const isVerb = (words: readonly Word[], at: number) =>
  words[at]?.text === 'change' && !NOUN_BEFORE.test(words[at - 1]?.text ?? '');

function phraseAt(words: readonly Word[], start: number, lexicon: Lexicon) {
  for (let length = lexicon.longest; length > 0; length--) {
    const slice = words.slice(start, start + length);
    if (slice.length < length || !slice.every(isOpen) || isVerb(words, start)) continue;
    const concept = lexicon.phrases.get(singularOf(slice.map(({ text }) => text).join(' ')));
    if (concept) return { concept, length };
  }
  return null;
}

function tagPhrases(words: readonly Word[], lexicon: Lexicon, concepts: Concept[]): Word[] {
  const tagged: Word[] = [];
  for (let at = 0; at < words.length;) {
    const found = phraseAt(words, at, lexicon);
    const word = words[at];
    if (!word) break;
    if (!found) {
      tagged.push(word);
      at++;
      continue;
    }
    const number = concepts.push(found.concept) - 1;
    const last = words[at + found.length - 1] ?? word;
    tagged.push({
      text: `<${found.concept.is === 'kind' ? 'k' : 'a'}${number}>`,
      from: word.from,
      to: last.to,
    });
    at += found.length;
  }
  return tagged;
}

/** Replaces words that the catalogue, the synonyms or their form explain by placeholders. */
export function tagWords(source: string, words: readonly Word[], lexicon: Lexicon): TaggedWords {
  const { words: valued, values } = tagValues(source, words);
  const { words: conditioned, concepts, explicitFilters } = tagConditions(valued, lexicon);
  return {
    words: tagPhrases(conditioned, lexicon, concepts),
    concepts,
    values,
    explicitFilters,
    notes: explicitFilters.map(({ note }) => note),
  };
}
