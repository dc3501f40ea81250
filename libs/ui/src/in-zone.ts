import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);
dayjs.extend(timezone);

/** A calendar day such as `2026-11-21`, read in the zone. */
export function inZone(day: string, zone?: string) {
  return zone ? dayjs.tz(day, zone) : dayjs(day);
}
