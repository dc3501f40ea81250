import type { WorkingCalendar } from '@cairn/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkSpans, createZoneOffsets, resolveClocks, workedAt } from './clocks.ts';
import { ALWAYS, type Graph, openGraph, t } from '../../test/derived-graph.ts';
import { NOBODY, sessionIn } from './session.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openGraph();
});
afterAll(() => graph.close());

/** Business seconds between pairs of moments, as the pipeline computes them from the org's calendar. */
async function reckoned(
  calendar: WorkingCalendar,
  pairs: readonly (readonly [number, number])[],
): Promise<number[]> {
  await graph.setCalendar('org', calendar);
  return graph.store.transaction(async (transaction) => {
    const session = sessionIn(transaction, { orgId: 'acme', full: true, now: 0 });
    await resolveClocks(session);
    await createZoneOffsets(session);
    const values = pairs.map(
      ([from, to], index) =>
        `(${String(index)}, 'from', ${String(from)}), (${String(index)}, 'to', ${String(to)})`,
    );
    const moments = `SELECT id, part, calendar, moment::BIGINT AS moment FROM (VALUES ${values.join(', ')}) v(id, part, moment)
      CROSS JOIN (SELECT calendar FROM clock_now WHERE person = '${NOBODY}')`;
    await createWorkSpans(session, moments);
    const rows = await session.rows<{ span: number }>(
      `SELECT (max(worked) FILTER (part = 'to') - max(worked) FILTER (part = 'from'))::INTEGER AS span FROM (${workedAt(moments)}) GROUP BY id ORDER BY id`,
    );
    return rows.map(({ span }) => span);
  });
}

/** The slow definition: a second counts when its wall clock reads a working hour of a working day. */
function counted({ zone, days, opens, closes, holidays }: WorkingCalendar, from: number, to: number): number {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone ?? 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'short',
  });
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  let total = 0;
  // Offsets are whole minutes since 1970, so wall clock and UTC minutes start together.
  for (let minute = Math.floor(from / 60) * 60; minute < to; minute += 60) {
    const part = Object.fromEntries(
      clock.formatToParts(minute * 1_000).map(({ type, value }) => [type, value]),
    );
    const date = `${part['year'] ?? ''}-${part['month'] ?? ''}-${part['day'] ?? ''}`;
    const time = Number(part['hour']) * 60 + Number(part['minute']);
    const works =
      days.includes(names.indexOf(part['weekday'] ?? '') + 1) &&
      !holidays.includes(date) &&
      time >= opens &&
      time < closes;
    if (works) total += Math.min(minute + 60, to) - Math.max(minute, from);
  }
  return total;
}

const nine: WorkingCalendar = {
  zone: 'Europe/Amsterdam',
  days: [1, 2, 3, 4, 5],
  opens: 540,
  closes: 1_020,
  holidays: ['2026-04-27'],
};
const HOUR = 3_600;

describe('business time', () => {
  it('leaves out nights, weekends and holidays, by the wall clock of the zone', async () => {
    const spans = [
      // Friday 16:00 to Monday 10:00 in Amsterdam: one hour on each day.
      [t('2026-03-06 15:00'), t('2026-03-09 09:00'), 2 * HOUR],
      // Across the change to summer time: Friday 16:00 is 15:00 UTC, Monday 10:00 is 08:00 UTC.
      [t('2026-03-27 15:00'), t('2026-03-30 08:00'), 2 * HOUR],
      // Friday 16:00 to Tuesday 10:00; Monday is King's Day.
      [t('2026-04-24 14:00'), t('2026-04-28 08:00'), 2 * HOUR],
      // A Saturday.
      [t('2026-03-07 08:00'), t('2026-03-07 20:00'), 0],
      // Within a day.
      [t('2026-03-04 10:15'), t('2026-03-04 11:00'), 45 * 60],
      // A whole week.
      [t('2026-03-02 00:00'), t('2026-03-09 00:00'), 40 * HOUR],
    ] as const;
    expect(
      await reckoned(
        nine,
        spans.map(([from, to]) => [from, to]),
      ),
    ).toEqual(spans.map(([, , span]) => span));
  });

  it('counts an hour that the clock repeats twice, and one that it leaves out not at all', async () => {
    const always = { ...ALWAYS, zone: nine.zone };
    const nights = { ...always, opens: 120, closes: 180 };
    const sundays = [
      [t('2026-03-28 23:00'), t('2026-03-29 22:00')],
      [t('2026-10-24 22:00'), t('2026-10-25 23:00')],
    ] as const;
    expect(await reckoned(always, sundays)).toEqual([23 * HOUR, 25 * HOUR]);
    expect(await reckoned(nights, sundays)).toEqual([0, 2 * HOUR]);
  });

  it('is what the slow definition counts, in any zone, through changes of the clock', async () => {
    const zone = fc.constantFrom(
      'UTC',
      'Europe/Amsterdam',
      'America/New_York',
      'America/Sao_Paulo',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Africa/Casablanca',
      'America/St_Johns',
    );
    // Moments around clock changes of several zones, including Samoa's skipped day.
    const around = fc.constantFrom(
      t('2026-03-29 01:00'),
      t('2026-10-25 01:00'),
      t('2026-03-08 07:00'),
      t('2026-11-01 06:00'),
      t('2011-12-30 10:00'),
      t('2018-11-04 03:00'),
      t('2026-04-04 15:00'),
    );
    const span = fc
      .tuple(
        around,
        fc.integer({ min: -4 * 86_400, max: 4 * 86_400 }),
        fc.integer({ min: 0, max: 5 * 86_400 }),
      )
      .map(([moment, before, length]) => [moment + before, moment + before + length] as const);
    const calendar = fc.record({
      zone,
      days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
      opens: fc.integer({ min: 0, max: 1_000 }),
      closes: fc.integer({ min: 1_001, max: 1_440 }),
      holidays: fc.subarray(['2026-03-30', '2026-10-26', '2011-12-31', '2026-03-09', '2018-11-05']),
    });
    await fc.assert(
      fc.asyncProperty(calendar, fc.array(span, { minLength: 1, maxLength: 6 }), async (each, spans) => {
        expect(await reckoned(each, spans)).toEqual(spans.map(([from, to]) => counted(each, from, to)));
      }),
      { numRuns: 25 },
    );
  });
});
