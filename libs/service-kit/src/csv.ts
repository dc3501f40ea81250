/**
 * Matches the start of a text that a spreadsheet runs as a formula. It covers full-width signs, and a byte
 * order mark before them.
 */
const FORMULA = /^\ufeff*[=+\-@\t\r\n＝＋－＠]/;
const SPECIAL = /[",\r\n]/;

/** The text of a csv cell. A text that a spreadsheet would run gets an apostrophe, unless `isPlain` knows better. */
export function csvCell(value: unknown, isPlain: (text: string) => boolean = () => false): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = Array.isArray(value) ? value.join('; ') : String(value);
  const safe = FORMULA.test(text) && !isPlain(text) ? `'${text}` : text;
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
