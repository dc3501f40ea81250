import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarRank } from './calendar-order.ts';

const FORMS: readonly (readonly [string, readonly string[]])[] = [
  ['weekdays', ['Monday', 'Tuesday', 'Wednesday', 'Saturday', 'Sunday']],
  ['short weekdays', ['Mon', 'Tue', 'Fri', 'Sun']],
  ['months', ['January', 'April', 'May', 'December']],
  ['times of a 12-hour clock', ['12am', '1am', '11:30am', '12pm', '1 PM', '11pm']],
  ['days of a month', ['01/31', '2/1', '02/15', '12/01']],
  ['days of years', ['12/01/24', '01/31/25', '02/01/25']],
  ['ordinal numbers', ['1st', '2nd', '3rd', '11th', '100th']],
];

describe('texts of a calendar', () => {
  it.each(FORMS)('are in their natural order, whichever came first: %s', (_, ordered) => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...ordered], { minLength: ordered.length }), (shuffled) => {
        const rank = calendarRank(shuffled);
        expect(shuffled.toSorted((a, b) => (rank?.(a) ?? 0) - (rank?.(b) ?? 0))).toEqual(ordered);
      }),
      { numRuns: 20 },
    );
  });

  it.each([[['Monday', 'March']], [['Sunday', 'sunny']], [['13/45', '01/02']], [['May']], [[]]])(
    'are not taken for such where one is not: %j',
    (texts) => {
      expect(calendarRank(texts)).toBeNull();
    },
  );
});
