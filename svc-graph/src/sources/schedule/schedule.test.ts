import { describe, expect, it } from 'vitest';
import { scheduleInWords } from './schedule-words.ts';
import { nextRun, patientSchedule } from './schedule.ts';

const at = (text: string) => Date.parse(text);
const next = (last: string, time: string, zone: string) => {
  const moment = nextRun({ kind: 'daily', at: time }, at(last), zone);
  return moment === null ? null : new Date(moment).toISOString();
};

describe('the next reading of a source', () => {
  it('is so many minutes after the last one began', () => {
    expect(nextRun({ kind: 'interval', minutes: 90 }, at('2026-03-02T10:00:00Z'), 'UTC')).toBe(
      at('2026-03-02T11:30:00Z'),
    );
  });

  it('never comes where it is read by hand only', () => {
    expect(nextRun({ kind: 'manual' }, at('2026-03-02T10:00:00Z'), 'UTC')).toBeNull();
  });

  it.each([
    [
      'today, while its time has not come',
      '2026-03-02T00:30:00Z',
      '02:00',
      'Europe/Berlin',
      '2026-03-02T01:00:00.000Z',
    ],
    [
      'tomorrow, when it was read at its time',
      '2026-03-02T01:00:00Z',
      '02:00',
      'Europe/Berlin',
      '2026-03-03T01:00:00.000Z',
    ],
    [
      'on the day of the zone, not of UTC',
      '2026-03-02T23:30:00Z',
      '06:00',
      'Asia/Tokyo',
      '2026-03-03T21:00:00.000Z',
    ],
    [
      'an hour earlier by UTC in summer',
      '2026-07-01T12:00:00Z',
      '02:00',
      'Europe/Berlin',
      '2026-07-02T00:00:00.000Z',
    ],
    [
      'when clocks skip its time, at the skip',
      '2026-03-28T12:00:00Z',
      '02:30',
      'Europe/Berlin',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'once, when its time comes twice',
      '2026-10-25T00:30:00Z',
      '02:30',
      'Europe/Berlin',
      '2026-10-26T01:30:00.000Z',
    ],
  ])('comes %s', (_, last, time, zone, expected) => {
    expect(next(last, time, zone)).toBe(expected);
  });

  it.each([
    [1, 60],
    [2, 120],
    [3, 240],
    [99, 1_440],
  ])('waits longer after %i failures at the same place, up to a day', (times, minutes) => {
    expect(patientSchedule({ kind: 'interval', minutes: 60 }, times)).toEqual({ kind: 'interval', minutes });
    const rare = { kind: 'interval', minutes: 2_000 } as const;
    const daily = { kind: 'daily', at: '02:00' } as const;
    expect([rare, daily].map((schedule) => patientSchedule(schedule, times))).toEqual([rare, daily]);
  });

  it('has words', () => {
    const words = [5, 60, 90, 120, 1_440].map((minutes) => scheduleInWords({ kind: 'interval', minutes }));
    expect(words).toEqual([
      'every 5 minutes',
      'every hour',
      'every 90 minutes',
      'every 2 hours',
      'every 24 hours',
    ]);
    expect(scheduleInWords({ kind: 'daily', at: '02:00' })).toBe('daily at 02:00');
    expect(scheduleInWords({ kind: 'manual' })).toBe('by hand only');
  });
});
