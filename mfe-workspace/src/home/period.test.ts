import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultPeriod, periodOf, periodParams, PERIODS } from './period.ts';

const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

describe('the period of Home', () => {
  it('is 90 days while there are recent commits, and a year when they are older', () => {
    expect(defaultPeriod(daysAgo(1), now).range).toEqual({ duration: 'P90D' });
    expect(defaultPeriod(daysAgo(100), now).range).toEqual({ duration: 'P1Y' });
    expect(defaultPeriod(null, now).range).toEqual({ duration: 'P90D' });
  });

  it('ends with the newest commit of a history that ended long ago, and says so', () => {
    const { range, note } = defaultPeriod(daysAgo(2_000), now);
    expect(note).not.toBeNull();
    expect('endDate' in range && Date.parse(range.endDate)).toBe(Date.parse(daysAgo(2_000)) + 1);
  });

  it('always holds the newest commit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_000 }), (days) => {
        const latest = Date.parse(daysAgo(days));
        const { range } = defaultPeriod(daysAgo(days), now);
        const start =
          'duration' in range
            ? now.getTime() - (range.duration === 'P1Y' ? 365 : 90) * 86_400_000
            : Date.parse(range.startDate);
        const end = 'duration' in range ? now.getTime() + 1 : Date.parse(range.endDate);
        expect(latest).toBeGreaterThan(start);
        expect(latest).toBeLessThan(end);
      }),
    );
  });

  it('comes back from the address as it went in', () => {
    for (const duration of PERIODS) {
      expect(periodOf(new URLSearchParams(periodParams({ duration })))).toEqual({ duration });
    }
    const range = { startDate: daysAgo(9), endDate: daysAgo(2) };
    expect(periodOf(new URLSearchParams(periodParams(range)))).toEqual(range);
  });

  it('is the default when the address holds garbage', () => {
    expect(periodOf(new URLSearchParams('period=forever'))).toBeNull();
    expect(periodOf(new URLSearchParams('from=x&to=y'))).toBeNull();
  });
});
