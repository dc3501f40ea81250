import { ownValue } from './own-value.ts';
/** A token of the question: a word, or a placeholder such as `<k0>` for a recognised part. */
export interface Word {
  readonly text: string;
  /** Its position in the question. */
  readonly from: number;
  readonly to: number;
}

/** Adjacent words: from `first` until `after`, exclusive. */
export interface WordRange {
  readonly first: number;
  readonly after: number;
}

export interface WordMatch extends WordRange {
  readonly match: RegExpMatchArray;
}

/** Stands for recognised words, so that later phases do not join words across them. */
export const TAKEN = '|';

const PLACEHOLDER = /^<[a-z]\d+>$|^\|$/;
const PIECE = /"([^"]*)"|[^\s"]+/g;
/** Numbers in words, and abbreviations. */
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

/** Normalises quotes, dashes and spaces, and drops control characters; letters stay. */
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

/** True when a word has the form of a value: a path, a file name, an e-mail address, a version or a hash. */
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

/** Splits a normalised question; a quoted text becomes one word that starts with a quote. */
export function split(text: string): Word[] {
  return [...text.matchAll(PIECE)].flatMap((piece) => {
    const from = piece.index;
    if (piece[1] === undefined) return piecesOf(piece[0].replaceAll('"', ''), from);
    return piece[1].trim() ? [{ text: '"', from: from + 1, to: from + 1 + piece[1].length }] : [];
  });
}

/** Finds the first sequence of whole words that matches the pattern. */
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

/** True when a word is not recognised yet. */
export function isOpen(word: Word): boolean {
  return !PLACEHOLDER.test(word.text);
}

/** Splits a placeholder of several words into one word each. */
export function spread(word: Word): Word[] {
  return word.text.split(' ').map((text) => ({ ...word, text }));
}
