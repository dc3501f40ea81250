import { sql, value } from './sql.ts';
import type { Sql } from './sql.ts';

const MOST_DIGITS = 15;

/**
 * Writes a width such as 0.3 as a fraction of whole numbers (3 and 10). Null for whole widths, and for those
 * with too many digits.
 */
function fractionOf(width: number): { over: number; under: number } | null {
  for (let digits = 0; digits <= MOST_DIGITS; digits++) {
    const under = 10 ** digits;
    const over = Math.round(width * under);
    if (over / under === width) return digits > 0 && Number.isSafeInteger(over) ? { over, under } : null;
  }
  return null;
}

/**
 * The start of a number's bin. Doubles are inexact (0.3 / 0.1 is below 3), so each start is a whole number
 * divided once. The number is then compared with the nearest start.
 */
export function binStart(of: Sql, width: number, double: (of: Sql) => Sql): Sql {
  const constant = (number: number) => double(value({ type: 'number', value: number }));
  const step = constant(width);
  const fraction = fractionOf(width);
  if (!fraction) return sql`(floor(${of} / ${step}) * ${step})`;
  const nearest = sql`floor(${of} / ${step} + 0.5)`;
  const start = (place: Sql) => sql`${place} * ${constant(fraction.over)} / ${constant(fraction.under)}`;
  return sql`(CASE WHEN ${start(nearest)} <= ${of} THEN ${start(nearest)} ELSE ${start(sql`(${nearest} - 1)`)} END)`;
}
