import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Query, type Weekday } from '@cairn/query';
import { readTime } from './time.ts';
import { normalise, split } from './words.ts';

/** A Saturday. */
const now = new Date('2026-11-21T10:00:00Z');

function windowOf(question: string, timezone = 'Europe/Berlin', moment = now, firstDay?: Weekday) {
  const source = normalise(question);
  return readTime(source, split(source), { now: moment, timezone, firstDay }).window;
}

const days = (startDate: string, endDate: string) => ({ startDate, endDate });

describe('time grammar', () => {
  it.each([
    ['commits today', { duration: 'T1D' }],
    ['commits yesterday', { duration: 'L1D' }],
    ['commits this week', { duration: 'T1W' }],
    ['commits in the current month', { duration: 'T1M' }],
    ['commits this year so far', { duration: 'T1Y' }],
    ['commits ytd', { duration: 'T1Y' }],
    ['commits last week', { duration: 'L1W' }],
    ["last month's commits", { duration: 'L1M' }],
    ['commits in the previous year', { duration: 'L1Y' }],
    ['commits in the last week', { duration: 'P7D' }],
    ['commits over the past month', { duration: 'P30D' }],
    ['commits in the past year', { duration: 'P1Y' }],
    ['commits in the past quarter', { duration: 'P3M' }],
    ['commits in the last 90 days', { duration: 'P90D' }],
    ['commits last two weeks', { duration: 'P14D' }],
    ['commits past fortnight', { duration: 'P14D' }],
    ['commits in the last 2 quarters', { duration: 'P6M' }],
    ['commits in the last 24 hours', { duration: 'P1D' }],
    ['commits since 3 months ago', { duration: 'P3M' }],
    ['recently changed files', { duration: 'P30D' }],
    ['commits last quarter', days('2026-07-01', '2026-09-30')],
    ['commits this quarter', days('2026-10-01', '2026-11-21')],
    ['commits in Q1 2025', days('2025-01-01', '2025-03-31')],
    ['commits in the first quarter of 2024', days('2024-01-01', '2024-03-31')],
    ['commits in Q4', days('2026-10-01', '2026-11-21')],
    ['commits in 2024', days('2024-01-01', '2024-12-31')],
    ['commits 2024', days('2024-01-01', '2024-12-31')],
    ['commits in 2026', days('2026-01-01', '2026-11-21')],
    ['commits in March', days('2026-03-01', '2026-03-31')],
    ['commits in may', days('2026-05-01', '2026-05-31')],
    ['commits in December', days('2025-12-01', '2025-12-31')],
    ['commits in Feb 2024', days('2024-02-01', '2024-02-29')],
    ['commits from March', days('2026-03-01', '2026-03-31')],
    ['commits since March', { startDate: '2026-03-01' }],
    ['commits since December', { startDate: '2025-12-01' }],
    ['commits from March onwards', { startDate: '2026-03-01' }],
    ['commits since last week', { startDate: '2026-11-09' }],
    ['commits since 2023', { startDate: '2023-01-01' }],
    ['commits since yesterday', { startDate: '2026-11-20' }],
    ['commits since Monday', { startDate: '2026-11-16' }],
    ['commits after June 2024', { startDate: '2024-07-01' }],
    ['commits before 2023', { endDate: '2022-12-31' }],
    ['commits until June 2024', { endDate: '2024-06-30' }],
    ['commits between March and May 2024', days('2024-03-01', '2024-05-31')],
    ['commits from 2022 to 2023', days('2022-01-01', '2023-12-31')],
    ['commits on Monday', days('2026-11-16', '2026-11-16')],
    ['commits last Saturday', days('2026-11-14', '2026-11-14')],
    ['commits 2 months ago', days('2026-09-01', '2026-09-30')],
    ['commits a week ago', days('2026-11-09', '2026-11-15')],
    ['commits on 2026-05-04', days('2026-05-04', '2026-05-04')],
    ['commits since 3 March 2025', { startDate: '2025-03-03' }],
    ['commits since March 3rd', { startDate: '2026-03-03' }],
    ['commits on 24 December', days('2025-12-24', '2025-12-24')],
    ['commits between 1 January 2024 and 4 February 2024', days('2024-01-01', '2024-02-04')],
    ['commits from 2024-01-01 to 2024-02-01', days('2024-01-01', '2024-02-01')],
    ['commits of all time', {}],
    ['commits per author', {}],
    ['commits a week', {}],
    ['files that may be broken', {}],
    ['commits by April', {}],
    ['releases since v1.2.3', {}],
  ])('%s', (question, expected) => {
    expect(windowOf(question)).toEqual(expected);
  });

  it('takes the day of the asker, not of the server', () => {
    const lateEvening = new Date('2026-12-31T23:30:00Z');
    expect(windowOf('commits since January', 'Asia/Tokyo', lateEvening)).toEqual({ startDate: '2027-01-01' });
    expect(windowOf('commits since January', 'America/New_York', lateEvening)).toEqual({
      startDate: '2026-01-01',
    });
  });

  it.each([
    // The 21st is a Saturday.
    ['commits since last week', '2026-11-09', '2026-11-08', '2026-11-14'],
    ['commits since this week', '2026-11-16', '2026-11-15', '2026-11-21'],
    ['commits 2 weeks ago', '2026-11-02', '2026-11-01', '2026-11-07'],
    ['commits since Monday', '2026-11-16', '2026-11-16', '2026-11-16'],
  ])('counts weeks from the day that they begin with: %s', (question, monday, sunday, saturday) => {
    const startOn = (firstDay?: 6 | 7) => windowOf(question, 'UTC', now, firstDay).startDate;
    expect([startOn(), startOn(7), startOn(6)]).toEqual([monday, sunday, saturday]);
  });

  it('counts an unknown zone as UTC', () => {
    expect(windowOf('commits since yesterday', 'Mars/Olympus')).toEqual({ startDate: '2026-11-20' });
  });

  it('gives dates in order that a query accepts, whatever the day', () => {
    const names = ['q1', 'March', '2019', 'last month', 'yesterday', 'this quarter', '2020-02-29'];
    const moment = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.constantFrom(...names), moment, (one, other, at) => {
        const window = windowOf(`commits between ${one} and ${other}`, 'UTC', at);
        expect(() => Query.parse(window)).not.toThrow();
        expect((window.startDate ?? '') <= (window.endDate ?? '')).toBe(true);
      }),
    );
  });
});
