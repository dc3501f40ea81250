import type { Org } from '@cairn/contracts';

/** A day of the week by its number in queries. */
export type DayNumber = Org['firstDay'];

/** The days of the week by their numbers in queries. */
export const DAY_NAMES: Readonly<Record<DayNumber, string>> = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
};

/** The days of the week for a select. */
export const DAY_CHOICES = Object.entries(DAY_NAMES).map(([value, label]) => ({ value, label }));
