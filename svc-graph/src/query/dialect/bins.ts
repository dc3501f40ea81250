import { sql, value } from './sql.ts';
import type { Sql } from './sql.ts';

const MOST_DIGITS = 15;

/** A width such as 0.3 as whole numbers over one another, 3 and 10; null where it is whole, or has no end of digits. */
function fractionOf(width: number): { over: number; under: number } | null {
  for (let digits = 0; digits <= MOST_DIGITS; digits++) {
    const under = 10 ** digits;
    const over = Math.round(width * under);
    if (over / under === width) return digits > 0 && Number.isSafeInteger(over) ? { over, under } : null;
  }
  return null;
}

/**
 * Where the bin of a number starts. A tenth is no double, so that 0.3 / 0.1 is less than 3, and 3 * 0.1 more than 0.3:
 * starts are whole numbers divided once, as 0.3 itself is written, and the number is held against the nearest of them.
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
