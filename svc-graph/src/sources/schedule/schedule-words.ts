import type { SourceSchedule } from '@cairn/contracts';

const plural = (count: number, unit: string) =>
  count === 1 ? `every ${unit}` : `every ${String(count)} ${unit}s`;

/** A schedule in words: `every 2 hours`, `daily at 02:00`, `by hand only`. */
export function scheduleInWords(schedule: SourceSchedule): string {
  if (schedule.kind === 'manual') return 'by hand only';
  if (schedule.kind === 'daily') return `daily at ${schedule.at}`;
  const { minutes } = schedule;
  return minutes % 60 === 0 ? plural(minutes / 60, 'hour') : plural(minutes, 'minute');
}
