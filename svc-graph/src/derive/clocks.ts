import { setImmediate } from 'node:timers/promises';
import { isZone, zoneTable } from '@cairn/query';
import { quoted } from '../store/ddl.ts';
import { deleteFrom, insertInto } from '../store/statement.ts';
import { DEFAULT_CALENDAR } from './calendar.ts';
import { type DeriveSession, NOBODY } from './session.ts';

const EVER = `TIMESTAMP '0001-01-01'`;
const NEVER = `TIMESTAMP '9999-12-31'`;

/** All calendars in use; the org's is always among them, as the default if need be. */
function setCalendars(zones = '$1'): string {
  const { zone, days, opens, closes, holidays } = DEFAULT_CALENDAR;
  const standard = `'${zone}' AS zone, [${days.join(', ')}]::BIGINT[] AS days, ${String(opens)}::BIGINT AS opens,
    ${String(closes)}::BIGINT AS closes, [${holidays.map((day) => `'${day}'`).join(', ')}]::VARCHAR[] AS holidays`;
  return `SELECT *, md5(concat_ws('|', days, opens, closes, holidays)) AS hours FROM (
    SELECT owner, CASE WHEN list_contains(from_json(${zones}::JSON, '["VARCHAR"]'), zone) THEN zone WHEN owner = 'org' THEN '${zone}' END AS zone,
      days::BIGINT[] AS days, opens, closes, holidays FROM "WorkingCalendar"
    UNION ALL SELECT 'org', ${standard} WHERE NOT EXISTS (FROM "WorkingCalendar" WHERE owner = 'org'))`;
}

/**
 * The spans in which a team's calendar applies to a person. Among several teams, the one joined last decides.
 */
const TEAM_SPANS = `
  member AS (SELECT r."fromUuid" AS person, coalesce(r.since, ${EVER}) AS since, coalesce(r.until, ${NEVER}) AS until, c.owner
    FROM "Relation" r JOIN set_calendar c ON c.owner = r."toUuid"::VARCHAR WHERE r.relation = 'memberOf'),
  edge AS (SELECT person, since AS moment FROM member UNION SELECT person, until FROM member
    UNION SELECT person, ${EVER} FROM member UNION SELECT person, ${NEVER} FROM member),
  piece AS (SELECT person, edge.moment AS since, lead(edge.moment) OVER (PARTITION BY person ORDER BY moment) AS until FROM edge),
  team_span AS (SELECT p.person, p.since, p.until, arg_max(m.owner, {'since': m.since, 'owner': m.owner}) AS owner
    FROM piece p LEFT JOIN member m ON m.person = p.person AND m.since <= p.since AND m.until >= p.until
    WHERE p.until IS NOT NULL GROUP BY ALL)`;

/**
 * Resolves whose working hours apply when. `clock_now` has gapless spans for each person, and for nobody in
 * particular. `calendar_now` defines the calendars named there.
 */
export async function resolveClocks(session: DeriveSession): Promise<void> {
  const named = await session.rows<{ zone: string }>(
    `SELECT DISTINCT timezone AS zone FROM "Person" WHERE timezone IS NOT NULL
     UNION SELECT zone FROM "WorkingCalendar" WHERE zone IS NOT NULL`,
  );
  const zones = JSON.stringify(named.map(({ zone }) => zone).filter(isZone));
  await session.createTemp('set_calendar', setCalendars(), [zones]);
  await session.createTemp(
    'clock_wide',
    `WITH ${TEAM_SPANS},
      person AS (SELECT uuid, coalesce("isBot", false) AS bot,
        CASE WHEN list_contains(from_json($1::JSON, '["VARCHAR"]'), timezone) THEN timezone END AS zone FROM "Person"
        UNION ALL SELECT '${NOBODY}'::UUID, false, NULL),
      span AS (SELECT p.uuid, p.bot, p.zone, coalesce(t.since, ${EVER}) AS since, coalesce(t.until, ${NEVER}) AS until,
          coalesce(own.owner, t.owner, 'org') AS owner
        FROM person p LEFT JOIN set_calendar own ON own.owner = p.uuid::VARCHAR
        LEFT JOIN team_span t ON t.person = p.uuid AND own.owner IS NULL)
      SELECT s.uuid AS person, s.since, s.until, s.bot, c.days, c.opens, c.closes, c.holidays, c.hours,
        CASE WHEN s.owner = s.uuid::VARCHAR THEN coalesce(c.zone, s.zone, o.zone) ELSE coalesce(s.zone, c.zone, o.zone) END AS zone
      FROM span s JOIN set_calendar c ON c.owner = s.owner JOIN set_calendar o ON o.owner = 'org'`,
    [zones],
  );
  await session.createTemp(
    'clock_now',
    `SELECT person, since, until, zone || '|' || hours AS calendar, zone, bot FROM clock_wide`,
  );
  await session.createTemp(
    'calendar_now',
    `SELECT DISTINCT zone || '|' || hours AS calendar, zone, days, opens, closes, holidays FROM clock_wide`,
  );
}

const COLUMNS = ['personUuid', 'since', 'until', 'calendar', 'isBot'];
const CURRENT = 'SELECT person, since, until, calendar, bot FROM clock_now';

/** Finds people whose clock or bot flag differs from the last computation: `changed_person`. */
export async function findChangedPeople(session: DeriveSession): Promise<void> {
  const before = `SELECT ${COLUMNS.map(quoted).join(', ')} FROM "WorkClock"`;
  await session.createTemp(
    'changed_person',
    `SELECT DISTINCT person FROM ((${CURRENT} EXCEPT ${before}) UNION ALL (${before} EXCEPT ${CURRENT})) d(person)`,
  );
}

/** Stores the clocks with which the measures are now computed. */
export async function storeClocks(session: DeriveSession): Promise<void> {
  if (!session.full && !(await session.exists('FROM changed_person'))) return;
  const all = String(session.full);
  await session.run(deleteFrom('WorkClock', `"personUuid" IN (FROM changed_person) OR ${all}`));
  const current = `SELECT * FROM (${CURRENT}) WHERE person IN (FROM changed_person) OR ${all}`;
  await session.run(insertInto('WorkClock', COLUMNS, current));
}

/** The hours that the calendars of the org have by the hash that clocks name. */
export const CALENDAR_HOURS = `SELECT DISTINCT ON (hours) hours, days, opens, closes, holidays FROM (${setCalendars("'[]'")})`;

/** The hours of the calendars with which measures are computed, `w` being the clock of a person. */
export const WORK_HOURS = `SELECT w."personUuid"::VARCHAR AS person, w.since::VARCHAR AS since, w.until::VARCHAR AS until,
    split_part(w.calendar, '|', 1) AS zone, h.days::VARCHAR[] AS days, h.opens::INTEGER AS opens, h.closes::INTEGER AS closes, h.holidays
  FROM "WorkClock" w JOIN (${CALENDAR_HOURS}) h
    ON h.hours = split_part(w.calendar, '|', 2)`;

const DAY = 86_400;
/** Moments outside are moved to the border, because the year 1 has no calendar. */
const FIRST = 0;
const LAST = Date.UTC(2050, 11, 31) / 1_000;

function offsetsOf(zone: string) {
  return zoneTable(zone).stretches.map(({ from, offset }, index, all) => ({
    zone,
    from: Math.max(from / 1_000, FIRST - DAY),
    until: Math.min((all[index + 1]?.from ?? Infinity) / 1_000, LAST + 2 * DAY),
    offset: offset / 1_000,
  }));
}

/** Puts the offsets of the zones in use into `zone_offset`, in seconds. */
export async function createZoneOffsets(session: DeriveSession): Promise<void> {
  const zones = await session.rows<{ zone: string }>('SELECT DISTINCT zone FROM calendar_now');
  const stretches = [];
  for (const { zone } of zones) {
    stretches.push(...offsetsOf(zone));
    // The first read of a zone takes long, and others wait for this thread.
    await setImmediate();
  }
  const shape = '[{"zone":"VARCHAR","from":"BIGINT","until":"BIGINT","offset":"BIGINT"}]';
  await session.createTemp(
    'zone_offset',
    `SELECT unnest(from_json($1::JSON, '${shape}'), recursive := true)`,
    [JSON.stringify(stretches)],
  );
}

const BOUNDS = (
  moments: string,
) => `SELECT greatest(coalesce(min(moment), 0), ${String(FIRST)}) // ${String(DAY)} AS low,
  least(coalesce(max(moment), 0), ${String(LAST)}) // ${String(DAY)} AS high FROM (${moments})`;

/**
 * A second counts when its wall clock reads a working hour of a working day. A repeated second counts twice.
 */
const SPANS = `WITH dated AS (SELECT number, DATE '1970-01-01' + number::INTEGER AS date
    FROM (SELECT unnest(range(low - 2, high + 3)) AS number FROM work_bound)),
  working AS (SELECT c.calendar, c.zone, d.date, d.number * ${String(DAY)} + c.opens * 60 AS opens, d.number * ${String(DAY)} + c.closes * 60 AS closes
    FROM calendar_now c, dated d
    WHERE list_contains(c.days, isodow(d.date)) AND NOT list_contains(c.holidays, d.date::VARCHAR))
  SELECT w.calendar, w.date, greatest(w.opens - z.offset, z."from") AS opens, least(w.closes - z.offset, z.until) AS closes
  FROM working w JOIN zone_offset z ON z.zone = w.zone AND w.opens - z.offset < z.until AND w.closes - z.offset > z."from"`;

const PIECES = `SELECT calendar, number, greatest(opens, number * ${String(DAY)}) AS opens, least(closes, (number + 1) * ${String(DAY)}) AS closes
  FROM (SELECT *, unnest(range(opens // ${String(DAY)}, (closes - 1) // ${String(DAY)} + 1)) AS number FROM work_span)`;

/**
 * Puts the working hours of each calendar into `work_span`, and by UTC day into `work_day`. The latter has
 * the pieces of a day, and the seconds worked `before` it. Both cover the moments of the query
 * `moments(moment)`.
 */
export async function createWorkSpans(session: DeriveSession, moments: string): Promise<void> {
  await session.createTemp('work_bound', BOUNDS(moments));
  await session.createTemp('work_span', SPANS);
  await session.createTemp(
    'work_day',
    `SELECT c.calendar, d.number, p.pieces, coalesce(sum(p.length) OVER (PARTITION BY c.calendar ORDER BY d.number
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::BIGINT AS before
       FROM calendar_now c CROSS JOIN (SELECT unnest(range(low, high + 1)) AS number FROM work_bound) d
       LEFT JOIN (SELECT calendar, number, list({'opens': opens, 'closes': closes}) AS pieces, sum(closes - opens) AS length
         FROM (${PIECES}) GROUP BY ALL) p ON p.calendar = c.calendar AND p.number = d.number`,
  );
}

/**
 * The seconds worked until each moment of the query `moments(id, part, calendar, moment)`: id, part, worked.
 */
export function workedAt(moments: string): string {
  const held = `least(greatest(moment, ${String(FIRST)}), ${String(LAST)})`;
  return `SELECT m.id, m.part, w.before + coalesce(list_sum(list_transform(w.pieces,
      lambda p: greatest(0, least(m.held, p.closes) - p.opens))), 0) AS worked
    FROM (SELECT *, ${held} AS held FROM (${moments})) m JOIN work_day w ON w.calendar = m.calendar AND w.number = m.held // ${String(DAY)}`;
}

/** Joins a person's clock as of a moment; for an unknown person, the clock of nobody in particular. */
export function clockOf(person: string, moment: string, alias: string): string {
  return `LEFT JOIN clock_now ${alias} ON ${alias}.person = ${person} AND ${alias}.since <= ${moment} AND ${alias}.until > ${moment}
    CROSS JOIN (SELECT calendar AS standard, zone AS "standardZone" FROM clock_now WHERE person = '${NOBODY}')`;
}
