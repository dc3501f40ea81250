import { ownValue } from './own-value.ts';
/** A piece of the question as the grammar sees it: a word, or a placeholder such as `<k0>` for what was understood. */
export interface Word {
  readonly text: string;
  /** Where it stands in the question. */
  readonly from: number;
  readonly to: number;
}

/** Some words next to each other: from `first` up to and without `after`. */
export interface WordRange {
  readonly first: number;
  readonly after: number;
}

export interface WordMatch extends WordRange {
  readonly match: RegExpMatchArray;
}

/** Stands for words whose meaning is known, so that later phases do not join words across them. */
export const TAKEN = '|';

const PLACEHOLDER = /^<[a-z]\d+>$|^\|$/;
const PIECE = /"([^"]*)"|[^\s"]+/g;
/** Numbers in words, and what people shorten. */
const SHORT: Readonly<Record<string, string>> = {
  teh: 'the',
  neither: 'not',
  hte: 'the',
  lst: 'last',
  lats: 'last',
  yr: 'year',
  yrs: 'years',
  wk: 'week',
  wks: 'weeks',
  mth: 'month',
  mnth: 'month',
  qtr: 'quarter',
  '#': 'number',
  "who's": 'who',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  fifteen: '15',
  twenty: '20',
  thirty: '30',
};

/** Makes quotes, dashes and spaces plain and drops control characters; letters stay as they are. */
export function normalise(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u201c\u201d\u00ab\u00bb\u201e`]/g, '"')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/[<>|]/g, ' ')
    .replace(/(^|\s)'([^']+)'(?=[\s?.,!]|$)/g, '$1"$2"')
    .trim();
}

/** Whether a word is a value by its look: a path, a file name, an e-mail address, a version or a hash. */
export function looksLikeValue(text: string): boolean {
  return (
    /^\.?[\w@~-]+(\/[\w.@~*-]*)+$/.test(text) ||
    /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text) ||
    /^[\w-]*\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(text) ||
    /^v?\d+(\.\d+){1,3}([-+][\w.]+)?$/.test(text) ||
    /^(?=.*\d)[0-9a-f]{7,40}$/.test(text)
  );
}

const unpunctuated = (text: string) => text.replace(/^[([{,;:!?]+|[)\]},;:!?.]+$/g, '');

function piecesOf(text: string, from: number): Word[] {
  const bare = unpunctuated(text);
  const at = from + text.indexOf(bare);
  if (!bare) return [];
  if (looksLikeValue(bare)) return [{ text: bare, from: at, to: at + bare.length }];
  const words: Word[] = [];
  for (const part of bare.matchAll(/[^/,&+=-]+|&/g)) {
    const lower = part[0].toLowerCase().replace(/'s$|s'$/, (end) => (end === "s'" ? 's' : ''));
    const start = at + part.index;
    const possessive = /'s$|s'$/i.test(part[0]);
    if (lower)
      words.push({
        text: ownValue(SHORT, lower) ?? (lower === '&' ? 'and' : lower),
        from: start,
        to: start + part[0].length - (/'s$/i.test(part[0]) ? 2 : possessive ? 1 : 0),
      });
    if (possessive) words.push({ text: "'s", from: start + part[0].length, to: start + part[0].length });
  }
  return words;
}

/** Splits a normalised question; quoted text becomes one word that starts with a quote. */
export function split(text: string): Word[] {
  return [...text.matchAll(PIECE)].flatMap((piece) => {
    const from = piece.index;
    if (piece[1] === undefined) return piecesOf(piece[0].replaceAll('"', ''), from);
    return piece[1].trim() ? [{ text: '"', from: from + 1, to: from + 1 + piece[1].length }] : [];
  });
}

/** Finds the first run of whole words that the pattern matches. */
export function find(words: readonly Word[], pattern: RegExp): WordMatch | null {
  const text = words.map((word) => word.text).join(' ');
  const match = new RegExp(`(?<![^ ])(?:${pattern.source})(?![^ ])`).exec(text);
  if (!match?.[0]) return null;
  const first = text.slice(0, match.index).split(' ').length - 1;
  return { match, first, after: first + match[0].split(' ').length };
}

/** Replaces a range of words by one placeholder. */
export function replace(words: readonly Word[], range: WordRange, placeholder: string = TAKEN): Word[] {
  const from = words[range.first]?.from ?? 0;
  const to = words[range.after - 1]?.to ?? from;
  return [...words.slice(0, range.first), { text: placeholder, from, to }, ...words.slice(range.after)];
}

/** Whether a word still waits for a meaning. */
export function isOpen(word: Word): boolean {
  return !PLACEHOLDER.test(word.text);
}

/** A placeholder of several words as one word each. */
export function spread(word: Word): Word[] {
  return word.text.split(' ').map((text) => ({ ...word, text }));
}
