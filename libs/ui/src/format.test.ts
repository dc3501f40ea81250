import dayjs from 'dayjs';
import relativeTime from 'dayjs/plugin/relativeTime';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatDurationCode,
  formatHour,
  formatTime,
  formatRange,
  formatWhen,
  formatDayOfYear,
  formatMonth,
  setDateFormat,
  setTimeFormat,
} from './format-dates.ts';
import {
  formatCompact,
  formatDecimals,
  formatDuration,
  formatNumber,
  plural,
  setNumberFormat,
} from './format-numbers.ts';

describe('numbers', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [999.5, '999.5'],
    [1_000, '1K'],
    [12_400, '12.4K'],
    [123_456, '123K'],
    [999_960, '1M'],
    [-3_200_000, '-3.2M'],
    [2e9, '2B'],
    [3.25e12, '3.3T'],
    [9_007_199_254_740_991, '9.01e15'],
    [-2e21, '-2e21'],
  ])('writes %s as %s', (value, text) => expect(formatCompact(value)).toBe(text));

  it('keeps exact figures exact', () => {
    expect(formatNumber(12_345)).toBe('12,345');
    expect(formatNumber(0.256)).toBe('0.26');
    expect(formatNumber(9_007_199_254_740_991)).toBe('9,007,199,254,740,991');
    expect(plural(1, 'commit')).toBe('1 commit');
    expect(plural(2_000, 'commit')).toBe('2,000 commits');
  });

  it.each([
    [0.004, '0.004'],
    [-0.000_321, '-0.00032'],
    [1.25e-9, '1.25e-9'],
    [1e-12, '1e-12'],
  ])('never writes %s as zero', (value, text) => expect(formatNumber(value)).toBe(text));

  it.each([
    [0, '0s'],
    [0.25, '250ms'],
    [59, '59s'],
    [60, '1m'],
    [3_599.7, '1h'],
    [3_661, '1h 1m'],
    [273_600, '3d 4h'],
    [86_399.6, '1d'],
    [-90, '-1m 30s'],
  ])('writes %s seconds as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});

describe('dates', () => {
  const now = '2026-11-21T12:00:00Z';

  it('is relative under 24 hours and a date after that', () => {
    expect(formatWhen('2026-11-21T11:55:00Z', 'UTC', now)).toBe('5 minutes ago');
    expect(formatWhen('2026-11-20T11:59:00Z', 'UTC', now)).toBe('Nov 20, 2026');
  });

  it('reads the day in the zone', () => {
    expect(formatDate('2026-01-01T02:00:00Z', 'America/New_York')).toBe('Dec 31, 2025');
    expect(formatDate('2026-01-01T02:00:00Z', 'Asia/Tokyo')).toBe('Jan 1, 2026');
  });

  it('words a range as the specification does', () => {
    expect(formatRange(null, now)).toBe('No date range selected');
    expect(formatRange('nonsense', now)).toBe('Invalid date range');
    expect(formatRange('2026-11-22', '2026-11-01')).toBe('Invalid date range');
    expect(formatRange('2026-11-01', '2026-11-21')).toBe('November 1, 2026 – November 21, 2026');
  });

  it.each([
    ['P1D', 'Last 24 hours'],
    ['P30D', 'Last 30 days'],
    ['P1Y', 'Last year'],
    ['T1W', 'This week'],
    ['L1M', 'Last month'],
    ['T1D', 'Today'],
    ['', 'N/A'],
    ['30', 'N/A'],
  ])('words %s as %s', (code, words) => expect(formatDurationCode(code)).toBe(words));
});

it('words any span within a day as dayjs does', () => {
  dayjs.extend(relativeTime);
  const now = Date.parse('2026-11-21T12:00:00Z');
  const within = fc.integer({ min: -86_399_999, max: 86_399_999 });
  fc.assert(
    fc.property(within, (ms) => {
      expect(formatWhen(now + ms, 'UTC', now)).toBe(dayjs(now + ms).from(dayjs(now)));
    }),
    { numRuns: 1_000 },
  );
});

describe('what a person has chosen', () => {
  afterEach(() => {
    setNumberFormat('en-US');
    setDateFormat('MMM D, YYYY');
    setTimeFormat(null);
  });

  it.each([
    ['h12', '12:30 am', '12am', '2:05 pm', '2pm'],
    ['h23', '00:30', '00:00', '14:05', '14:00'],
  ] as const)('writes times by a clock of %s', (clock, night, midnight, afternoon, hour) => {
    setTimeFormat(clock);
    const [early, late] = ['2026-10-31T23:30:00Z', '2026-11-01T13:05:00Z'];
    expect([formatTime(early, 'Europe/Paris'), formatHour(early, 'Europe/Paris')]).toEqual([night, midnight]);
    expect([formatTime(late, 'Europe/Paris'), formatHour(late, 'Europe/Paris')]).toEqual([afternoon, hour]);
    expect(formatDateTime(late, 'Europe/Paris')).toBe(`Nov 1, 2026, ${afternoon}`);
  });

  it('writes the time of any moment in any zone as the browser does', () => {
    const moments = fc.date({
      min: new Date('1980-01-01'),
      max: new Date('2080-01-01'),
      noInvalidDate: true,
    });
    const zones = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia');
    fc.assert(
      fc.property(moments, zones, fc.constantFrom('h12', 'h23'), (moment, timeZone, hourCycle) => {
        setTimeFormat(hourCycle);
        const hour = hourCycle === 'h12' ? 'numeric' : '2-digit';
        const browser = new Intl.DateTimeFormat('en-US', { timeZone, hour, minute: '2-digit', hourCycle });
        const written = browser.format(moment).replace(/\s/, ' ').toLowerCase();
        expect(formatTime(moment, timeZone)).toBe(written);
      }),
    );
  });

  it.each([
    ['en-US', '12,345.6', '1.5K', '-50.00'],
    ['de-DE', '12.345,6', '1,5K', '-50,00'],
    ['fr-FR', '12\u202f345,6', '1,5K', '-50,00'],
  ])('writes numbers as in %s', (language, exact, compact, decimals) => {
    setNumberFormat(language);
    const written = [formatNumber(12_345.6), formatCompact(1_500), formatDecimals(-50, 2)];
    expect(written).toEqual([exact, compact, decimals]);
  });

  it.each([
    ['MMM D, YYYY', 'Nov 1, 2026', 'Nov 1', 'Nov 2026', 'November 2026'],
    ['D MMM YYYY', '1 Nov 2026', '1 Nov', 'Nov 2026', 'November 2026'],
    ['YYYY-MM-DD', '2026-11-01', '11-01', '2026-11', '2026-11'],
    ['DD.MM.YYYY', '01.11.2026', '01.11.', '11.2026', '11.2026'],
    ['DD/MM/YYYY', '01/11/2026', '01/11', '11/2026', '11/2026'],
    ['MM/DD/YYYY', '11/01/2026', '11/01', '11/2026', '11/2026'],
  ])('writes days and months as %s, in the zone', (pattern, text, day, month, full) => {
    setDateFormat(pattern);
    const at = ['2026-10-31T23:30:00Z', 'Europe/Paris'] as const;
    expect([formatDayOfYear(...at), formatMonth(...at), formatMonth(...at, true)]).toEqual([
      day,
      month,
      full,
    ]);
    expect(formatDate('2026-10-31T23:30:00Z', 'Europe/Paris')).toBe(text);
    expect(formatDateTime('2026-10-31T23:30:00Z', 'Europe/Paris')).toBe(`${text}, 12:30 am`);
  });
});
