import { describe, expect, it } from 'vitest';
import { formatWorkingTime, timeInWords, workdayOf } from './time-spans.ts';

const HOUR = 3_600;
const DAY = 8.5 * HOUR;

describe('working time', () => {
  it.each([
    [0, '0s'],
    [90, '1m 30s'],
    [8 * HOUR + 20 * 60, '8h 20m'],
    [DAY, '1 wd'],
    [58 * DAY + 2 * HOUR, '58 wd 2h'],
    [-DAY, '-1 wd'],
  ])('of %d seconds is %s by a day of 8.5 hours', (seconds, text) => {
    expect(formatWorkingTime(seconds, DAY)).toBe(text);
  });

  it('is another day where its hours round up to one', () => {
    expect(formatWorkingTime(16 * HOUR - 60, 8 * HOUR)).toBe('2 wd');
  });

  it('is told in hours where calendars have days of several lengths', () => {
    expect(formatWorkingTime(493 * HOUR, null)).toBe('493h');
    expect(formatWorkingTime(30 * HOUR + 600, null)).toBe('30h 10m');
  });

  it('names its day in its unit', () => {
    expect(workdayOf('businesssecond:30600')).toBe(30_600);
    expect(workdayOf('businesssecond')).toBeNull();
    expect(workdayOf('second')).toBeUndefined();
  });
});

describe('a time in words', () => {
  it.each([
    [604_800, 'second', '7 days'],
    [1.5, 'hour', '1 hour 30 minutes'],
    [2 * DAY + HOUR, 'businesssecond:30600', '2 working days 1 hour'],
    [48 * HOUR, 'businesssecond', '48 hours of work'],
    [0.25, 'second', '250 milliseconds'],
    [7, 'line', null],
  ])('is for %d in %s: %s', (value, unit, words) => {
    expect(timeInWords(value, unit)).toBe(words);
  });
});
