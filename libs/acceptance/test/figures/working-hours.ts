import type { EntityService } from '../../../../svc-graph/test/entity-service.ts';

const DAY = 86_400;
/** Zones of the simulated company, in seconds before UTC; none of them moves its clock. */
const AHEAD: Readonly<Record<string, number>> = {
  'Asia/Tokyo': 9 * 3_600,
  'Asia/Kolkata': 5.5 * 3_600,
  UTC: 0,
};

/** The working hours of a person, as the company has set them; moments are seconds since 1970. */
export interface WorkingHours {
  readonly ahead: number;
  /** Seconds after midnight. */
  readonly opens: number;
  readonly closes: number;
  readonly holidays: readonly string[];
}

const STANDARD: WorkingHours = { ahead: 0, opens: 9 * 3_600, closes: 17 * 3_600, holidays: [] };

/** The hours of a person at a moment: of the team that they were in, else those of every org. */
export async function hoursOf(
  { store }: EntityService,
  person: string | null,
  moment: number,
): Promise<WorkingHours> {
  const [row] = await store.rows<{ zone: string; opens: number; closes: number; holidays: string[] }>(
    `SELECT p.timezone AS zone, c.opens::INTEGER AS opens, c.closes::INTEGER AS closes, c.holidays FROM "Person" p
       JOIN "Relation" r ON r.relation = 'memberOf' AND r."fromUuid" = p.uuid AND epoch(r.since) <= $2
         AND (r.until IS NULL OR epoch(r.until) > $2)
       JOIN "WorkingCalendar" c ON c.owner = r."toUuid"::VARCHAR WHERE p.uuid = $1::UUID`,
    [person ?? '00000000-0000-0000-0000-000000000000', String(moment)],
  );
  if (row)
    return {
      ahead: AHEAD[row.zone] ?? Number.NaN,
      opens: row.opens * 60,
      closes: row.closes * 60,
      holidays: row.holidays,
    };
  const [known] = await store.rows<{ zone: string | null }>(
    `SELECT timezone AS zone FROM "Person" WHERE uuid::VARCHAR = $1`,
    [person ?? ''],
  );
  return { ...STANDARD, ahead: AHEAD[known?.zone ?? 'UTC'] ?? Number.NaN };
}

/** The window of working hours on the local day of a moment; null on a day off. */
export function windowOf(
  { ahead, opens, closes, holidays }: WorkingHours,
  moment: number,
): readonly [opens: number, closes: number] | null {
  const midnight = Math.floor((moment + ahead) / DAY) * DAY;
  const date = new Date(midnight * 1_000);
  const isOff = [0, 6].includes(date.getUTCDay()) || holidays.includes(date.toISOString().slice(0, 10));
  return isOff ? null : [midnight - ahead + opens, midnight - ahead + closes];
}

/** The working seconds between two moments. */
export function workedBetween(hours: WorkingHours, from: number, until: number): number {
  let worked = 0;
  for (let moment = from - DAY; moment < until + DAY; moment += DAY) {
    const [opens, closes] = windowOf(hours, moment) ?? [0, 0];
    worked += Math.max(0, Math.min(until, closes) - Math.max(from, opens));
  }
  return worked;
}
