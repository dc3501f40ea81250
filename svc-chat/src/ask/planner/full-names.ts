import { FILLERS } from './synonyms.ts';
import type { Word } from './words.ts';

const BEFORE_NAME = new Set(['by', 'did', 'does', 'has', 'from', 'of', 'for']);

/** Takes a name of several words as one value where a word of it means nothing elsewhere: "by Evan You". */
export function joinFullNames(source: string, words: readonly Word[]): Word[] {
  const isCapital = (word: Word | undefined) =>
    word !== undefined && /^\p{Lu}/u.test(source.slice(word.from, word.to));
  // Where every word begins with a capital, capitals say nothing.
  if (words.every(isCapital)) return [...words];
  const joined: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (!word) break;
    let after = at;
    while (isCapital(words[after])) after += 1;
    const run = words.slice(at, after);
    const last = run.at(-1);
    const isName = BEFORE_NAME.has(words[at - 1]?.text ?? '') && run.some(({ text }) => FILLERS.has(text));
    if (last && isName && run.length > 1) {
      joined.push({ text: '"', from: word.from, to: last.to });
      at = after - 1;
    } else joined.push(word);
  }
  return joined;
}
