import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysOf, defaultPeriod, periodOf, periodParams, PERIODS } from './period.ts';

const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

const old = (days: number) => ({ earliest: daysAgo(days + 4_000), latest: daysAgo(days) });

describe('the period of Home', () => {
  it('fits a history that has just begun', () => {
    expect(defaultPeriod({ earliest: daysAgo(1), latest: daysAgo(0) }, now).range).toEqual({
      duration: 'P7D',
    });
    expect(defaultPeriod({ earliest: daysAgo(20), latest: daysAgo(2) }, now).range).toEqual({
      duration: 'P30D',
    });
  });

  it('is the one that a person has chosen, whatever the history', () => {
    for (const days of [1, 2_000])
      expect(defaultPeriod(old(days), now, 'P6M')).toEqual({ range: { duration: 'P6M' }, note: null });
  });

  it('is 90 days while there are recent commits, and a year when they are older', () => {
    expect(defaultPeriod(old(1), now).range).toEqual({ duration: 'P90D' });
    expect(defaultPeriod(old(100), now).range).toEqual({ duration: 'P1Y' });
    expect(defaultPeriod({ earliest: null, latest: null }, now).range).toEqual({ duration: 'P90D' });
  });

  it('ends with the newest commit of a history that ended long ago, and says so', () => {
    const { range, note } = defaultPeriod(old(2_000), now);
    expect(note).not.toBeNull();
    expect('endDate' in range && Date.parse(range.endDate)).toBe(Date.parse(daysAgo(2_000)) + 1);
  });

  it('always holds the newest commit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_000 }), fc.nat(3_000), (days, length) => {
        const span = { earliest: daysAgo(days + length), latest: daysAgo(days) };
        const { range } = defaultPeriod(span, now);
        const end = 'duration' in range ? now.getTime() + 1 : Date.parse(range.endDate);
        const start =
          'duration' in range ? now.getTime() - daysOf(range) * 86_400_000 : Date.parse(range.startDate);
        expect(Date.parse(span.latest)).toBeGreaterThan(start);
        expect(Date.parse(span.latest)).toBeLessThan(end);
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
