import { fromLocal, toLocal, zoneTable, type ZoneTable } from './zone.ts';

/**
 * The dates of a query for a span of instants, end exclusive. They are whole days when both ends are
 * midnights of the zone.
 */
export function datesOfSpan(
  start: number,
  end: number,
  timezone: string,
): { startDate: string; endDate: string } {
  const zone = zoneTable(timezone);
  return isMidnight(start, zone) && isMidnight(end, zone)
    ? { startDate: localDay(start, zone), endDate: localDay(end - 1, zone) }
    : { startDate: new Date(start).toISOString(), endDate: new Date(end).toISOString() };
}

/** The day of an instant by the zone's wall clock, such as `2026-08-12`. */
export function localDay(at: number, zone: ZoneTable): string {
  return new Date(toLocal(zone, at)).toISOString().slice(0, 10);
}

/** Uses the zone's own arithmetic, so that a midnight skipped by a clock change counts too. */
function isMidnight(at: number, zone: ZoneTable): boolean {
  return fromLocal(zone, Date.parse(localDay(at, zone))) === at;
}
