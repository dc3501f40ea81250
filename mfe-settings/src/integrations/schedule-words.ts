import type { Source, SourceSchedule } from '@cairn/contracts';
import { formatWhen } from '@cairn/ui';

/** How a person chooses a schedule: a way, and what it takes. */
export type ScheduleWay = 'minutes' | 'hours' | 'daily' | 'manual';

export const SCHEDULE_WAYS: readonly { readonly value: ScheduleWay; readonly label: string }[] = [
  { value: 'minutes', label: 'Every so many minutes' },
  { value: 'hours', label: 'Every so many hours' },
  { value: 'daily', label: 'Every day at' },
  { value: 'manual', label: 'By hand only' },
];

const AN_HOUR = 60;

/** The least and the most that a way takes. */
export const LIMITS = { minutes: [5, 10_080], hours: [1, 168] } as const;

/** The way of a schedule. */
export function wayOf(schedule: SourceSchedule): ScheduleWay {
  if (schedule.kind !== 'interval') return schedule.kind;
  return schedule.minutes % AN_HOUR === 0 ? 'hours' : 'minutes';
}

/** The schedule that a way begins with. */
export const FIRST_OF: Readonly<Record<ScheduleWay, SourceSchedule>> = {
  minutes: { kind: 'interval', minutes: 15 },
  hours: { kind: 'interval', minutes: AN_HOUR },
  daily: { kind: 'daily', at: '02:00' },
  manual: { kind: 'manual' },
};

/** When a source is read next: `next in 5 minutes`; empty where it is not read by itself. */
export function nextRunWords(
  { nextRunAt }: Pick<Source, 'nextRunAt'>,
  timezone: string,
  now = new Date(),
): string {
  if (nextRunAt === undefined) return '';
  return Date.parse(nextRunAt) <= now.getTime()
    ? 'next in a moment'
    : `next ${formatWhen(nextRunAt, timezone, now)}`;
}

/** When a source is read by itself, in words: `every hour, next in 5 minutes`; empty where it is read once. */
export function planInWords(source: Source, timezone: string, now = new Date()): string {
  const { scheduleWords, status } = source;
  if (scheduleWords === undefined || status === 'paused') return '';
  return [scheduleWords, nextRunWords(source, timezone, now)].filter(Boolean).join(', ');
}
