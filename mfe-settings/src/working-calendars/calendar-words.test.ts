import type { WorkingCalendar } from '@cairn/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarInWords, draftOf, readDraft } from './calendar-words.ts';

const WEEK: WorkingCalendar = {
  zone: 'Europe/Berlin',
  days: [1, 2, 3, 4, 5],
  opens: 540,
  closes: 1_020,
  holidays: [],
};

describe('a calendar in words', () => {
  it('is its days, hours, zone and holidays', () => {
    expect(calendarInWords({ ...WEEK, holidays: ['2026-12-25'] })).toBe(
      'Monday to Friday, 9:00 am–5:00 pm, Europe/Berlin, 1 holiday',
    );
    expect(calendarInWords({ ...WEEK, zone: null, days: [7, 1], opens: 0, closes: 1_440 })).toBe(
      'Monday, Sunday, 12:00 am–12:00 am, each person’s own zone',
    );
    expect(calendarInWords({ ...WEEK, days: [1, 2, 3, 4, 5, 6, 7] })).toMatch(/^Every day/);
  });
});

describe('the fields of a calendar', () => {
  it('say the calendar that they were filled from', () => {
    const calendar = fc
      .record({
        zone: fc.constantFrom(null, 'UTC', 'Asia/Kathmandu'),
        days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
        hours: fc
          .uniqueArray(fc.integer({ min: 0, max: 1_440 }), { minLength: 2, maxLength: 2 })
          .map((hours) => hours.toSorted((a, b) => a - b)),
        holidays: fc.subarray(['2026-01-01', '2026-05-01', '2026-12-25']),
      })
      .map(({ hours: [opens = 0, closes = 0], ...rest }) => ({ ...rest, opens, closes }));
    fc.assert(
      fc.property(calendar, (each) => {
        expect(readDraft(draftOf(each)).calendar).toEqual(each);
      }),
    );
  });

  it('say what is wrong where it is wrong', () => {
    const draft = draftOf(WEEK);
    expect(readDraft({ ...draft, days: [] }).wrong).toEqual({ days: 'Choose at least one day.' });
    expect(readDraft({ ...draft, opens: '' }).wrong).toEqual({ opens: 'Enter a time such as 09:00.' });
    expect(readDraft({ ...draft, closes: '25:00' }).wrong).toEqual({ closes: 'Enter a time such as 09:00.' });
    const early = readDraft({ ...draft, closes: '08:00' });
    expect(early).toEqual({ calendar: null, wrong: { closes: 'The day must end after it begins.' } });
  });
});
