import { useEffect, useState } from 'react';

/** The shortest and the longest pause before the next word (W§9). */
const SHORTEST_MS = 5;
const LONGEST_MS = 100;
/** How long a text takes where the pauses allow it. */
const WHOLE_MS = 900;

/** The pause before each of so many words, in milliseconds. */
export const pauseOf = (words: number): number =>
  Math.min(Math.max(WHOLE_MS / Math.max(words, 1), SHORTEST_MS), LONGEST_MS);

const wantsStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A text that arrives word by word; any other text, and for whom motion disturbs, at once. */
export function useReveal(text: string, isArriving: boolean): string {
  const words = text.split(/(?<=\s)/);
  const [count, setCount] = useState(() => (isArriving && !wantsStill() ? 0 : words.length));
  useEffect(() => {
    if (count >= words.length) return undefined;
    const timer = setTimeout(() => setCount((now) => now + 1), pauseOf(words.length));
    return () => clearTimeout(timer);
  }, [count, words.length]);
  return words.slice(0, count).join('');
}
