import { z } from 'zod';

/** A visible character: no control, format, space or mark, and none of the letters that are drawn empty. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u;
/** Whether a text has a visible character. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** Characters that change the direction of the text around them. */
const TURNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Line breaks and other control characters, with the space around them. */
const BREAKS = /\s*[\p{Cc}\u2028\u2029]+\s*/gu;

/** A name that people give: it is one line, visible, and changes no direction of the text around it. */
export const shownName = (longest: number) =>
  z
    .string()
    .overwrite((text) => text.replace(BREAKS, ' '))
    .trim()
    .min(1, 'is required')
    .max(longest)
    .refine(isVisible, 'needs a character that can be seen')
    .refine((text) => !TURNS.test(text), 'must not change the direction of text');

/** The longest text that is taken for a name and shortened to one. */
const MOST_GIVEN = 100_000;
const TURNS_ANYWHERE = new RegExp(TURNS, 'gu');

function shortened(text: string, longest: number): string {
  const name = text.replace(TURNS_ANYWHERE, '').trim();
  // A cut in the midst of a character would leave half of it.
  return name.length <= longest ? name : `${name.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A name that something has of itself, such as the subject of a commit: shortened, and without turns of the direction. */
export const foundName = (longest: number) =>
  z
    .string()
    .max(MOST_GIVEN)
    .transform((text) => shortened(text, longest))
    .pipe(shownName(longest));
