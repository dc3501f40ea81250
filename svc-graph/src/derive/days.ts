import { entityUuidSql } from '../store/uuid.ts';
import { clockOf } from './clocks.ts';
import { type Derivation, FRESH, type Session } from './session.ts';

/** Seconds after a message until somebody is back at what they did. */
const RECOVERY = 15 * 60;
/** A gap at least this long is time to focus. */
const FOCUS = 120 * 60;
/** What lasts this long is an all-day entry, even on the day that an hour is left out. */
const ALL_DAY = 23 * 3_600;

const at = (moment: string) => `(epoch_us(${moment}) // 1000000)`;

/** The local day of a moment of a person: `moments` has uuid, person, begins and ends, in seconds. */
function onDays(moments: string): string {
  return `SELECT m.*, (DATE '1970-01-01' + ((m.begins + z.offset) // 86400)::INTEGER) AS day
    FROM (SELECT m.*, coalesce(k.zone, "standardZone") AS zone FROM (${moments}) m ${clockOf('m.person', `make_timestamp(m.begins * 1000000)`, 'k')}) m
    JOIN zone_stretch z ON z.zone = m.zone AND m.begins >= z."from" AND m.begins < z.until`;
}

const messages = (
  where: string,
) => `SELECT uuid, "authorUuid" AS person, ${at('"createdAt"')} AS begins, ${at('"createdAt"')} + ${String(RECOVERY)} AS ends, false AS meeting
  FROM "Message" WHERE "authorUuid" IS NOT NULL AND "createdAt" IS NOT NULL AND NOT coalesce(deleted, false) AND ${where}`;

/** Meetings that a person accepted, of two or more and not of a whole day; one past midnight is of the day it begins. */
const meetings = (
  where: string,
) => `SELECT e.uuid, r."fromUuid" AS person, ${at('e."startTime"')} AS begins, ${at('e."endTime"')} AS ends, true AS meeting
  FROM "Relation" r JOIN "CalendarEntry" e ON e.uuid = r."toUuid" WHERE r.relation = 'attends' AND coalesce(r.change, 'accepted') = 'accepted'
    AND e."attendeesNumber" >= 2 AND e."endTime" >= e."startTime" AND ${at('e."endTime"')} - ${at('e."startTime"')} < ${String(ALL_DAY)}
    AND NOT coalesce(e.deleted, false) AND ${where}`;

const FRESH_ENTRIES = `SELECT uuid FROM "CalendarEntry" WHERE ${FRESH}
  UNION SELECT "entityUuid" FROM "Event" WHERE ${FRESH} AND "entityType" = 'CalendarEntry'
  UNION SELECT "toUuid" FROM "Relation" WHERE ${FRESH} AND relation = 'attends'`;
const FRESH_MESSAGES = `SELECT uuid FROM "Message" WHERE ${FRESH}
  UNION SELECT "entityUuid" FROM "Event" WHERE ${FRESH} AND "entityType" = 'Message'`;

/** The days of people that something new is known about: `touched_day`. Days that were summed up count as well. */
async function touchDays(session: Session): Promise<void> {
  await session.scratch('fresh_entry', FRESH_ENTRIES);
  await session.scratch('fresh_message', FRESH_MESSAGES);
  const parts = [`SELECT NULL::UUID AS person, NULL::DATE AS day WHERE false`];
  const touch = (query: string) => parts.push(`SELECT person, day FROM (${onDays(query)})`);
  const summed = (where: string) => parts.push(`SELECT "personUuid", "Date" FROM "Flow" WHERE ${where}`);
  if (await session.any('FROM fresh_message')) touch(messages('uuid IN (FROM fresh_message)'));
  if (await session.any('FROM fresh_entry')) {
    touch(meetings('e.uuid IN (FROM fresh_entry)'));
    summed(
      `uuid IN (SELECT "fromUuid" FROM "Relation" WHERE relation = 'covers' AND "toUuid" IN (FROM fresh_entry))`,
    );
  }
  if (await session.any('FROM changed_person')) {
    touch(messages('"authorUuid" IN (FROM changed_person)'));
    touch(meetings('r."fromUuid" IN (FROM changed_person)'));
    summed('"personUuid" IN (FROM changed_person)');
  }
  await session.scratch('touched_day', parts.join(' UNION '));
}

async function touch(session: Session): Promise<void> {
  if (!session.whole) return touchDays(session);
  await session.scratch('heard', onDays(`${messages('true')} UNION ALL ${meetings('true')}`));
  await session.scratch(
    'touched_day',
    'SELECT DISTINCT person, day FROM heard UNION SELECT "personUuid", "Date" FROM "Flow"',
  );
}

/** All that was heard of the touched days, as `heard`. */
async function gather(session: Session): Promise<void> {
  if (session.whole) return;
  const [bounds] = await session.rows<{ low: string; high: string }>(
    'SELECT (min(day) - 2)::VARCHAR AS low, (max(day) + 2)::VARCHAR AS high FROM touched_day',
  );
  const within = (column: string) =>
    `${column} BETWEEN TIMESTAMP '${bounds?.low ?? ''}' AND TIMESTAMP '${bounds?.high ?? ''}'`;
  const people = 'SELECT person FROM touched_day';
  const all = `${messages(`${within('"createdAt"')} AND "authorUuid" IN (${people})`)}
    UNION ALL ${meetings(`${within('e."startTime"')} AND r."fromUuid" IN (${people})`)}`;
  await session.scratch(
    'heard',
    `SELECT h.* FROM (${onDays(all)}) h SEMI JOIN touched_day t ON t.person = h.person AND t.day = h.day`,
  );
}

/** The moments that the calendars must cover. */
const DAY_MOMENTS = `SELECT (day - DATE '1970-01-01')::BIGINT * 86400 AS moment FROM touched_day`;

/** The working days among the touched ones that something was heard on, with when each opens and closes. */
const WINDOWS = `SELECT d.person, d.day, min(s.opens) AS opens, max(s.closes) AS closes, d.meetings, d.messages
  FROM (SELECT person, day, count(*) FILTER (meeting) AS meetings, count(*) FILTER (NOT meeting) AS messages FROM heard GROUP BY ALL) d
  ${clockOf('d.person', `(d.day + INTERVAL 12 HOUR)`, 'k')}
  JOIN work_span s ON s.calendar = coalesce(k.calendar, standard) AND s.date = d.day GROUP BY ALL`;

/** The free seconds of each day in gaps that are long enough; its two ends stand in as empty stretches. */
const FOCUSED = `SELECT person, day, coalesce(sum(gap) FILTER (gap >= ${String(FOCUS)}), 0) AS focus FROM (
    SELECT person, day, begins - max(ends) OVER (PARTITION BY person, day ORDER BY begins, ends ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS gap
    FROM (SELECT w.person, w.day, greatest(h.begins, w.opens) AS begins, least(h.ends, w.closes) AS ends
        FROM heard h JOIN day_window w ON w.person = h.person AND w.day = h.day WHERE h.begins < w.closes AND h.ends > w.opens
      UNION ALL SELECT person, day, opens, opens FROM day_window UNION ALL SELECT person, day, closes, closes FROM day_window))
  GROUP BY ALL`;

async function forget(session: Session): Promise<void> {
  const stale = session.whole
    ? '"Flow"'
    : '"Flow" SEMI JOIN touched_day ON "personUuid" = person AND "Date" = day';
  await session.scratch('stale_day', `SELECT uuid FROM ${stale}`);
  if (!(await session.any('FROM stale_day'))) return;
  await session.run(
    `DELETE FROM "Relation" WHERE relation IN ('covers', 'coversMessage') AND "fromUuid" IN (FROM stale_day)`,
  );
  await session.run('DELETE FROM "Flow" WHERE uuid IN (FROM stale_day)');
}

async function write(session: Session): Promise<void> {
  const id = `'flow:' || w.person || ':' || w.day`;
  await session.scratch(
    'day_summed',
    `SELECT ${entityUuidSql('$1::VARCHAR', 'derived', id)} AS uuid, ${id} AS id, w.*, make_timestamp(w.opens * 1000000) AS opened,
         make_timestamp(w.closes * 1000000) AS closed, w.closes - w.opens AS working, f.focus
       FROM day_window w JOIN (${FOCUSED}) f ON f.person = w.person AND f.day = w.day`,
    [session.orgId],
  );
  await session.run(
    `INSERT INTO "Flow" (uuid, name, integration, "externalId", "createdAt", "updatedAt", "firstObservedAt", "observedAt", deleted, "Date", "dayStart", "dayEnd",
       "workingTime", "focusTime", "disruptedTime", "focusTimePercent", "disruptedTimePercent", "meetingsCount", "messagesCount", "personUuid")
     SELECT s.uuid, coalesce(p.name || ', ', '') || s.day, 'derived', s.id, s.opened, s.closed, s.opened, s.closed, false, s.day, s.opened, s.closed,
       s.working / 60, s.focus / 60, (s.working - s.focus) / 60, s.focus / s.working, 1 - s.focus / s.working, s.meetings, s.messages, s.person
     FROM day_summed s LEFT JOIN "Person" p ON p.uuid = s.person ORDER BY s.opened`,
  );
  await session.run(
    `INSERT INTO "Relation" (relation, "fromUuid", "toUuid", since) SELECT CASE WHEN h.meeting THEN 'covers' ELSE 'coversMessage' END, s.uuid, h.uuid, s.opened
     FROM heard h JOIN day_summed s ON s.person = h.person AND s.day = h.day ORDER BY s.opened`,
  );
}

async function measure(session: Session): Promise<void> {
  await session.scratch('day_window', WINDOWS);
  await forget(session);
  await write(session);
}

/** The daily summaries of people. */
export const DAYS: Derivation = { touch, touched: 'touched_day', gather, moments: DAY_MOMENTS, measure };
