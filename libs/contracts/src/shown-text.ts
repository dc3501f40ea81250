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
