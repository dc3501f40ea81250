import type { SourceSchedule } from '@cairn/contracts';
import { fromLocal, toLocal, zoneTable } from '@cairn/query';

/** The schedule of a source for which nobody chose another one. */
export const DEFAULT_SCHEDULE: SourceSchedule = { kind: 'interval', minutes: 60 };

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Failures at the same place until a source waits longer, and the longest wait. */
const PATIENCE = 2;
const LONGEST_MINUTES = 1_440;

/** A schedule after a source failed so often at the same place: from the second time on, the wait doubles up to a day. */
export function patientSchedule(schedule: SourceSchedule, times = 0): SourceSchedule {
  if (schedule.kind !== 'interval' || times < PATIENCE) return schedule;
  const minutes = schedule.minutes * 2 ** Math.min(times - 1, 12);
  return { kind: 'interval', minutes: Math.max(schedule.minutes, Math.min(minutes, LONGEST_MINUTES)) };
}

/** The first time that the clock of a zone reads `at` after a moment. */
function nextAt(at: string, after: number, zone: string): number {
  const table = zoneTable(zone);
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const midnight = Math.floor(toLocal(table, after) / DAY) * DAY;
  const clock = midnight + (hours * 60 + minutes) * MINUTE;
  const today = fromLocal(table, clock);
  return today > after ? today : fromLocal(table, clock + DAY);
}

/** The moment at which a source is read by itself after its last reading began, in epoch ms; null where it never is. */
export function nextRun(schedule: SourceSchedule, lastRunAt: number, zone: string): number | null {
  if (schedule.kind === 'manual') return null;
  if (schedule.kind === 'interval') return lastRunAt + schedule.minutes * MINUTE;
  return nextAt(schedule.at, lastRunAt, zone);
}
