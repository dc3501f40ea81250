import { isMoment, momentInWords } from './moment-words.ts';
import { NULL_MARKER } from './schema.ts';
import { timeInWords } from './time-spans.ts';

/** A value with its unit: a duration in days and hours, a share in percent. */
export function valueInWords(value: unknown, unit?: string): string {
  if (value === null || value === NULL_MARKER) return 'missing';
  if (typeof value === 'number') return numberInWords(value, unit);
  if (isMoment(value)) return momentInWords(value, undefined);
  const text = String(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

function numberInWords(value: number, unit: string | undefined): string {
  if (unit === 'fraction') return `${Number((value * 100).toPrecision(12))}%`;
  return timeInWords(value, unit) ?? String(value);
}

/** Values as people list them: "a or b", "a, b or 3 more". */
export function listInWords(values: readonly unknown[], unit?: string): string {
  const shown = values.slice(0, 2).map((value) => valueInWords(value, unit));
  return values.length > 2 ? `${shown.join(', ')} or ${values.length - 2} more` : shown.join(' or ');
}

/** A span of values: "from 1 to 2", "at least 1". */
export function spanInWords(
  [from, to]: readonly [unknown, unknown],
  endInWords: (end: unknown) => string,
): string {
  const [start, end] = [from, to].map((each) => (isNoValue(each) ? '' : endInWords(each)));
  if (start && end) return `from ${start} to ${end}`;
  return start ? `at least ${start}` : `at most ${end}`;
}

/** True for a value that stands for none. */
export function isNoValue(value: unknown): boolean {
  return value === null || value === '' || value === NULL_MARKER;
}

/** A bin by its start: "from 20 to below 30". */
export function binInWords(start: unknown, width: number, unit?: string): string {
  if (isNoValue(start)) return 'missing';
  // Otherwise steps of a tenth would end at 0.30000000000000004.
  const end = Number((Number(start) + width).toPrecision(12));
  return `from ${valueInWords(Number(start), unit)} to below ${valueInWords(end, unit)}`;
}
