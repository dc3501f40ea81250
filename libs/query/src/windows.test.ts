import { assert, constantFrom, integer, nat, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOf, bucketStarts } from './calendar.ts';
import type { BucketUnit, Calendar, Weekday } from './calendar.ts';
import { resolveWindow } from './windows.ts';
import { fromLocal, isZone, narrowZone, offsetAt, toLocal, zoneTable } from './zone.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
];
const UNITS: BucketUnit[] = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
const calendar = (zone: string, firstDay: Weekday = 1): Calendar => ({ zone: zoneTable(zone), firstDay });
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const anywhen = integer({ min: Date.UTC(1995, 0, 1) / 1_000, max: Date.UTC(2035, 0, 1) / 1_000 }).map(
  (seconds) => seconds * 1_000,
);
/** A zone, and any instant or one within three days of a clock change. */
const place = tuple(constantFrom(...ZONES), anywhen, nat(), integer({ min: -259_200, max: 259_200 })).chain(
  ([zone, at, pick, seconds]) => {
    const changes = zoneTable(zone).stretches.filter(({ from }) => from > 0 && from < Date.UTC(2035, 0, 1));
    const change = changes[pick % Math.max(changes.length, 1)];
    return constantFrom({ zone, at }, { zone, at: change ? change.from + seconds * 1_000 : at });
  },
);

function windowOf(query: Parameters<typeof resolveWindow>[0], now: string, zone = 'UTC', firstDay?: Weekday) {
  const { start, end } = resolveWindow(query, Date.parse(now), calendar(zone, firstDay));
  return [iso(start), iso(end)];
}

describe('resolveWindow', () => {
  it('reads P1D as the last 24 hours', () => {
    expect(windowOf({ duration: 'P1D' }, '2024-05-15T10:20:00Z')).toEqual([
      '2024-05-14T10:20:00.000Z',
      '2024-05-15T10:20:00.000Z',
    ]);
  });

  it('goes back by the wall clock, so a day with a change of the clock is 23 or 25 hours', () => {
    expect(windowOf({ duration: 'P1D' }, '2024-03-10T16:00:00Z', 'America/New_York')[0]).toBe(
      '2024-03-09T17:00:00.000Z',
    );
    expect(windowOf({ duration: 'P1D' }, '2024-11-03T17:00:00Z', 'America/New_York')[0]).toBe(
      '2024-11-02T16:00:00.000Z',
    );
  });

  it('goes back by months to the same day, or the last one that the month has', () => {
    expect(windowOf({ duration: 'P3M' }, '2024-05-31T12:00:00Z')[0]).toBe('2024-02-29T12:00:00.000Z');
    expect(windowOf({ duration: 'P1Y' }, '2024-02-29T12:00:00Z')[0]).toBe('2023-02-28T12:00:00.000Z');
    expect(windowOf({ duration: 'P2W' }, '2024-05-15T12:00:00Z')[0]).toBe('2024-05-01T12:00:00.000Z');
  });

  it('reads T1W as this whole week from Monday, in the zone', () => {
    expect(windowOf({ duration: 'T1W' }, '2024-05-15T10:00:00Z', 'Europe/Berlin')).toEqual([
      '2024-05-12T22:00:00.000Z',
      '2024-05-19T22:00:00.000Z',
    ]);
  });

  it('takes the first day of the week as told', () => {
    expect(windowOf({ duration: 'T1W' }, '2024-05-15T10:00:00Z', 'UTC', 7)[0]).toBe(
      '2024-05-12T00:00:00.000Z',
    );
    expect(windowOf({ duration: 'T1W' }, '2024-05-12T10:00:00Z', 'UTC', 7)[0]).toBe(
      '2024-05-12T00:00:00.000Z',
    );
    expect(windowOf({ duration: 'T1W' }, '2024-05-12T10:00:00Z')[0]).toBe('2024-05-06T00:00:00.000Z');
  });

  it('reads L1M as the whole month before this one, over the turn of the year', () => {
    expect(windowOf({ duration: 'L1M' }, '2024-01-15T10:00:00Z')).toEqual([
      '2023-12-01T00:00:00.000Z',
      '2024-01-01T00:00:00.000Z',
    ]);
  });

  it('reads T1Y and L1D', () => {
    expect(windowOf({ duration: 'T1Y' }, '2024-06-15T10:00:00Z', 'Asia/Kathmandu')).toEqual([
      '2023-12-31T18:15:00.000Z',
      '2024-12-31T18:15:00.000Z',
    ]);
    expect(windowOf({ duration: 'L1D' }, '2024-06-15T10:00:00Z')).toEqual([
      '2024-06-14T00:00:00.000Z',
      '2024-06-15T00:00:00.000Z',
    ]);
  });

  it('takes bare dates as whole days of the zone and lets them win over a duration', () => {
    const query = { startDate: '2024-03-31', endDate: '2024-03-31', duration: 'P1D' };
    expect(windowOf(query, '2024-06-15T10:00:00Z', 'Europe/Berlin')).toEqual([
      '2024-03-30T23:00:00.000Z',
      '2024-03-31T22:00:00.000Z',
    ]);
  });

  it('takes instants as they are and leaves missing ends open', () => {
    expect(windowOf({ startDate: '2024-03-31T10:00:00+02:00' }, '2024-06-15T10:00:00Z')).toEqual([
      '2024-03-31T08:00:00.000Z',
      null,
    ]);
    expect(windowOf({}, '2024-06-15T10:00:00Z')).toEqual([null, null]);
  });

  it('puts now inside "this", and "last" right before it, in every zone', () => {
    assert(
      property(
        place,
        constantFrom('D', 'W', 'M', 'Y'),
        integer({ min: 1, max: 7 }),
        ({ at: now, zone }, letter, firstDay) => {
          const its = calendar(zone, firstDay as Weekday);
          const current = resolveWindow({ duration: `T1${letter}` }, now, its);
          const previous = resolveWindow({ duration: `L1${letter}` }, now, its);
          // St. John's changed its clock at 00:01, so a minute of the new day occurred twice.
          const slack = zone === 'America/St_Johns' ? 3_600_000 : 0;
          expect(current.start).toBeLessThanOrEqual(now + slack);
          expect(current.end).toBeGreaterThan(now - slack);
          expect(previous.end).toBe(current.start);
          expect(previous.start).toBeLessThanOrEqual(current.start as number);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('zoneTable', () => {
  it('is read once for a zone, in whatever letters its name is written', () => {
    const [usual, loud] = [zoneTable('Europe/Madrid'), zoneTable('EUROPE/madrid')];
    expect(loud.stretches).toBe(usual.stretches);
    expect([usual.zone, loud.zone]).toEqual(['Europe/Madrid', 'EUROPE/madrid']);
  });

  it('agrees with the wall clock of the runtime at every instant', () => {
    assert(
      property(place, ({ at, zone }) => {
        const clock = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'medium',
        }).format(at);
        expect(new Date(toLocal(zoneTable(zone), at)).toISOString().slice(0, 19).replace('T', ' ')).toBe(
          clock,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds the instant of a wall clock reading again, the first one where it comes twice', () => {
    assert(
      property(place, ({ at, zone }) => {
        const table = zoneTable(zone);
        const found = fromLocal(table, toLocal(table, at));
        expect(found).toBeLessThanOrEqual(at);
        expect(toLocal(table, found)).toBe(toLocal(table, at));
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives the moment of the skip for a wall clock reading that is skipped', () => {
    const skipped = Date.parse('2024-03-10T02:30:00Z');
    expect(iso(fromLocal(zoneTable('America/New_York'), skipped))).toBe('2024-03-10T07:00:00.000Z');
  });

  it('says the same when narrowed to the instants in question', () => {
    assert(
      property(place, integer({ min: 1, max: 400 }), ({ at: start, zone }, days) => {
        const end = start + days * 86_400_000;
        const narrow = narrowZone(zoneTable(zone), start, end);
        for (const at of [start, start + 1, (start + end) / 2, end - 1]) {
          expect(offsetAt(narrow, at)).toBe(offsetAt(zoneTable(zone), at));
        }
      }),
    );
  });

  it('knows what is no zone', () => {
    expect(isZone('Europe/Berlin')).toBe(true);
    expect(isZone("UTC'; DROP TABLE x")).toBe(false);
    expect(isZone('')).toBe(false);
  });
});

describe('bucketStarts', () => {
  it('lists exactly the buckets that instants of the window fall in, in order', () => {
    assert(
      property(
        place,
        integer({ min: 1, max: 100 }),
        integer({ min: 0, max: 1_000_000 }),
        constantFrom(...UNITS),
        integer({ min: 1, max: 7 }),
        ({ at: start, zone }, units, within, unit, firstDay) => {
          const its = calendar(zone, firstDay as Weekday);
          const length = {
            minute: 1,
            hour: 60,
            day: 1_440,
            week: 10_080,
            month: 43_200,
            quarter: 129_600,
            year: 525_600,
          }[unit];
          const end = start + units * length * 60_000;
          const starts = bucketStarts(start, end, unit, its, 10_000);
          expect(starts).toContain(bucketOf(start, unit, its));
          expect(starts).toContain(bucketOf(end - 1, unit, its));
          expect(starts).toContain(
            bucketOf(start + Math.floor(((end - start) * within) / 1_000_001), unit, its),
          );
          expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
          for (const at of starts) expect(bucketOf(at, unit, its)).toBe(at);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('has a day of 23 hours and one of 25', () => {
    const its = calendar('America/New_York');
    const hours = (day: string) => {
      const start = fromLocal(its.zone, Date.parse(day));
      return bucketStarts(start, fromLocal(its.zone, Date.parse(day) + 86_400_000), 'hour', its, 100).length;
    };
    expect(hours('2024-03-10')).toBe(23);
    expect(hours('2024-11-03')).toBe(25);
  });

  it('starts a new bucket where the clock moves by half an hour', () => {
    const its = calendar('Australia/Lord_Howe');
    const change = Date.parse('2024-04-06T15:00:00Z');
    expect(bucketStarts(change - 1, change + 1_800_000, 'hour', its, 9).map(iso)).toEqual([
      '2024-04-06T14:00:00.000Z',
      '2024-04-06T15:00:00.000Z',
    ]);
    expect(iso(bucketOf(change + 1, 'hour', its))).toBe('2024-04-06T15:00:00.000Z');
  });

  it('leaves out the day that Samoa skipped', () => {
    const its = calendar('Pacific/Apia');
    const start = fromLocal(its.zone, Date.parse('2011-12-29'));
    const days = bucketStarts(start, fromLocal(its.zone, Date.parse('2012-01-01')), 'day', its, 100);
    expect(days.map((at) => new Date(toLocal(its.zone, at)).toISOString().slice(0, 10))).toEqual([
      '2011-12-29',
      '2011-12-31',
    ]);
  });

  it('knows the first century, where sources put moments that they do not know', () => {
    const [start, end] = [Date.parse('0001-01-01'), Date.parse('0002-01-01')];
    for (const unit of ['month', 'quarter', 'year'] as const) {
      expect(iso(bucketOf(start, unit, calendar('UTC')))).toBe('0001-01-01T00:00:00.000Z');
      expect(bucketStarts(start, end, unit, calendar('UTC'), 99).map(iso)).toContain(
        '0001-01-01T00:00:00.000Z',
      );
    }
    expect(bucketStarts(start, end, 'month', calendar('UTC'), 99)).toHaveLength(12);
  });

  it('stops when there are too many', () => {
    expect(bucketStarts(0, 1e12, 'minute', calendar('UTC'), 50)).toHaveLength(50);
  });
});
