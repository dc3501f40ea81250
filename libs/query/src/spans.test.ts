import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datesOfSpan } from './spans.ts';
import { resolveWindow } from './windows.ts';
import { zoneTable } from './zone.ts';

describe('the dates of a span', () => {
  it('are whole days when both ends are midnights of the zone', () => {
    const [start, end] = [Date.parse('2026-08-09T22:00:00Z'), Date.parse('2026-08-16T22:00:00Z')];
    expect(datesOfSpan(start, end, 'Europe/Berlin')).toEqual({
      startDate: '2026-08-10',
      endDate: '2026-08-16',
    });
    expect(datesOfSpan(start, end, 'UTC').startDate).toBe('2026-08-09T22:00:00.000Z');
  });

  it('mean the same span when the query is read again', () => {
    const hours = fc.integer({ min: 400_000, max: 500_000 });
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC');
    fc.assert(
      fc.property(hours, fc.integer({ min: 1, max: 500 }), zones, (first, length, name) => {
        const [start, end] = [first * 3_600_000, (first + length) * 3_600_000];
        const calendar = { zone: zoneTable(name), firstDay: 1 } as const;
        expect(resolveWindow(datesOfSpan(start, end, name), end, calendar)).toEqual({ start, end });
      }),
    );
  });
});
