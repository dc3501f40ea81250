import { deleteFrom, insertInto } from '../store/statement.ts';
import { entityUuidSql } from '../store/uuid.ts';
import { clockOf } from './clocks.ts';
import { JOINED_ACCOUNTS } from './join-references.ts';
import { type Derivation, NEW_ROWS, type DeriveSession } from './session.ts';

/** Seconds of recovery after a message. */
const RECOVERY = 15 * 60;
/** The shortest gap that counts as focus time. */
const FOCUS = 120 * 60;
/** An entry of this length lasts all day, even on the day that skips an hour. */
const ALL_DAY = 23 * 3_600;

const at = (moment: string) => `(epoch_us(${moment}) // 1000000)`;

/** Adds a person's local day to moments; `moments` has uuid, person, begins and ends, in seconds. */
function onDays(moments: string): string {
  return `SELECT m.*, (DATE '1970-01-01' + ((m.begins + z.offset) // 86400)::INTEGER) AS day
    FROM (SELECT m.*, coalesce(k.zone, "standardZone") AS zone FROM (${moments}) m ${clockOf('m.person', `make_timestamp(m.begins * 1000000)`, 'k')}) m
    JOIN zone_offset z ON z.zone = m.zone AND m.begins >= z."from" AND m.begins < z.until`;
}

const messages = (
  where: string,
) => `SELECT uuid, "authorUuid" AS person, ${at('"createdAt"')} AS begins, ${at('"createdAt"')} + ${String(RECOVERY)} AS ends, false AS meeting
  FROM "Message" WHERE "authorUuid" IS NOT NULL AND "createdAt" IS NOT NULL AND NOT coalesce(deleted, false) AND ${where}`;

/**
 * Meetings of two or more that a person accepted, except all-day ones. One past midnight belongs to the day
 * it begins.
 */
const meetings = (
  where: string,
) => `SELECT e.uuid, r."fromUuid" AS person, ${at('e."startTime"')} AS begins, ${at('e."endTime"')} AS ends, true AS meeting
  FROM "Relation" r JOIN "CalendarEntry" e ON e.uuid = r."toUuid" WHERE r.relation = 'attends' AND coalesce(r.answer, 'accepted') = 'accepted'
    AND r."fromUuid" NOT IN (${JOINED_ACCOUNTS})
    AND e."attendeesNumber" >= 2 AND e."endTime" >= e."startTime" AND ${at('e."endTime"')} - ${at('e."startTime"')} < ${String(ALL_DAY)}
    AND NOT coalesce(e.deleted, false) AND ${where}`;

const NEW_ENTRIES = `SELECT uuid FROM "CalendarEntry" WHERE ${NEW_ROWS}
  UNION SELECT "entityUuid" FROM "Event" WHERE ${NEW_ROWS} AND "entityType" = 'CalendarEntry'
  UNION SELECT "toUuid" FROM "Relation" WHERE ${NEW_ROWS} AND relation = 'attends'`;
const NEW_MESSAGES = `SELECT uuid FROM "Message" WHERE ${NEW_ROWS}
  UNION SELECT "entityUuid" FROM "Event" WHERE ${NEW_ROWS} AND "entityType" = 'Message'`;

/** Finds the person days whose messages or meetings changed: `invalid_day`. */
async function invalidateDays(session: DeriveSession): Promise<void> {
  await session.createTemp('new_entry', NEW_ENTRIES);
  await session.createTemp('new_message', NEW_MESSAGES);
  const parts = [`SELECT NULL::UUID AS person, NULL::DATE AS day WHERE false`];
  const daysOf = (query: string) => parts.push(`SELECT person, day FROM (${onDays(query)})`);
  const summed = (where: string) => parts.push(`SELECT "personUuid", "Date" FROM "Flow" WHERE ${where}`);
  if (await session.exists('FROM new_message')) daysOf(messages('uuid IN (FROM new_message)'));
  if (await session.exists('FROM new_entry')) {
    daysOf(meetings('e.uuid IN (FROM new_entry)'));
    summed(
      `uuid IN (SELECT "fromUuid" FROM "Relation" WHERE relation = 'covers' AND "toUuid" IN (FROM new_entry))`,
    );
  }
  if (await session.exists('FROM changed_person')) {
    daysOf(messages('"authorUuid" IN (FROM changed_person)'));
    daysOf(meetings('r."fromUuid" IN (FROM changed_person)'));
    summed('"personUuid" IN (FROM changed_person)');
  }
  await session.createTemp('invalid_day', parts.join(' UNION '));
}

async function invalidate(session: DeriveSession): Promise<void> {
  if (!session.full) return invalidateDays(session);
  await session.createTemp('heard', onDays(`${messages('true')} UNION ALL ${meetings('true')}`));
  await session.createTemp(
    'invalid_day',
    'SELECT DISTINCT person, day FROM heard UNION SELECT "personUuid", "Date" FROM "Flow"',
  );
}

/** Collects messages and meetings of the invalid days in `heard`. */
async function gather(session: DeriveSession): Promise<void> {
  if (session.full) return;
  const [bounds] = await session.rows<{ low: string; high: string }>(
    'SELECT (min(day) - 2)::VARCHAR AS low, (max(day) + 2)::VARCHAR AS high FROM invalid_day',
  );
  const within = (column: string) =>
    `${column} BETWEEN TIMESTAMP '${bounds?.low ?? ''}' AND TIMESTAMP '${bounds?.high ?? ''}'`;
  const people = 'SELECT person FROM invalid_day';
  const all = `${messages(`${within('"createdAt"')} AND "authorUuid" IN (${people})`)}
    UNION ALL ${meetings(`${within('e."startTime"')} AND r."fromUuid" IN (${people})`)}`;
  await session.createTemp(
    'heard',
    `SELECT h.* FROM (${onDays(all)}) h SEMI JOIN invalid_day t ON t.person = h.person AND t.day = h.day`,
  );
}

/** The moments that the calendars must cover. */
const DAY_MOMENTS = `SELECT (day - DATE '1970-01-01')::BIGINT * 86400 AS moment FROM invalid_day`;

/** The invalid days that are working days with a message or meeting, their zone, and their opening hours. */
const WINDOWS = `SELECT d.person, d.day, coalesce(k.zone, "standardZone") AS zone, min(s.opens) AS opens, max(s.closes) AS closes, d.meetings, d.messages
  FROM (SELECT person, day, count(*) FILTER (meeting) AS meetings, count(*) FILTER (NOT meeting) AS messages FROM heard GROUP BY ALL) d
  ${clockOf('d.person', `(d.day + INTERVAL 12 HOUR)`, 'k')}
  JOIN work_span s ON s.calendar = coalesce(k.calendar, standard) AND s.date = d.day GROUP BY ALL`;

/** The free seconds of each day in sufficiently long gaps; its two ends count as empty spans. */
const FOCUSED = `SELECT person, day, coalesce(sum(gap) FILTER (gap >= ${String(FOCUS)}), 0) AS focus FROM (
    SELECT person, day, begins - max(ends) OVER (PARTITION BY person, day ORDER BY begins, ends ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS gap
    FROM (SELECT w.person, w.day, greatest(h.begins, w.opens) AS begins, least(h.ends, w.closes) AS ends
        FROM heard h JOIN day_window w ON w.person = h.person AND w.day = h.day WHERE h.begins < w.closes AND h.ends > w.opens
      UNION ALL SELECT person, day, opens, opens FROM day_window UNION ALL SELECT person, day, closes, closes FROM day_window))
  GROUP BY ALL`;

async function removeStale(session: DeriveSession): Promise<void> {
  const stale = session.full
    ? '"Flow"'
    : '"Flow" SEMI JOIN invalid_day ON "personUuid" = person AND "Date" = day';
  await session.createTemp('stale_day', `SELECT uuid FROM ${stale}`);
  if (!(await session.exists('FROM stale_day'))) return;
  await session.run(
    deleteFrom('Relation', `relation IN ('covers', 'coversMessage') AND "fromUuid" IN (FROM stale_day)`),
  );
  await session.run(deleteFrom('Flow', 'uuid IN (FROM stale_day)'));
}

/** The columns of a daily summary and their expressions. */
const SUMMARY: Readonly<Record<string, string>> = {
  uuid: 's.uuid',
  name: `coalesce(p.name || ', ', '') || strftime(s.day::DATE, '%b %-d, %Y')`,
  integration: `'derived'`,
  externalId: 's.id',
  createdAt: 's.opened',
  updatedAt: 's.closed',
  firstObservedAt: 's.opened',
  observedAt: 's.closed',
  deleted: 'false',
  Date: 's.day',
  dayStart: 's.opened',
  dayEnd: 's.closed',
  timezone: 's.zone',
  workingTime: 's.working / 60',
  focusTime: 's.focus / 60',
  disruptedTime: '(s.working - s.focus) / 60',
  focusTimePercent: 's.focus / s.working',
  disruptedTimePercent: '1 - s.focus / s.working',
  meetingsCount: 's.meetings',
  messagesCount: 's.messages',
  personUuid: 's.person',
};

async function write(session: DeriveSession): Promise<void> {
  const id = `'flow:' || w.person || ':' || w.day`;
  await session.createTemp(
    'day_summed',
    `SELECT ${entityUuidSql('$1::VARCHAR', 'derived', id)} AS uuid, ${id} AS id, w.*, make_timestamp(w.opens * 1000000) AS opened,
         make_timestamp(w.closes * 1000000) AS closed, w.closes - w.opens AS working, f.focus
       FROM day_window w JOIN (${FOCUSED}) f ON f.person = w.person AND f.day = w.day`,
    [session.orgId],
  );
  await session.run(
    insertInto(
      'Flow',
      Object.keys(SUMMARY),
      `SELECT ${Object.values(SUMMARY).join(', ')}
       FROM day_summed s LEFT JOIN "Person" p ON p.uuid = s.person ORDER BY s.opened`,
    ),
  );
  await session.run(
    insertInto(
      'Relation',
      ['relation', 'fromUuid', 'toUuid', 'since'],
      `SELECT CASE WHEN h.meeting THEN 'covers' ELSE 'coversMessage' END, s.uuid, h.uuid, s.opened
       FROM heard h JOIN day_summed s ON s.person = h.person AND s.day = h.day ORDER BY s.opened`,
    ),
  );
}

async function compute(session: DeriveSession): Promise<void> {
  await session.createTemp('day_window', WINDOWS);
  await removeStale(session);
  await write(session);
}

/** Computes the daily summaries of people. */
export const DAYS: Derivation = {
  invalidate,
  invalidated: 'invalid_day',
  gather,
  moments: DAY_MOMENTS,
  compute,
};
