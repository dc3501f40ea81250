import { entityStoryContract as story } from '@cairn/contracts/story';
import { Rows } from '@cairn/contracts';
import { chartsOf } from '../../../../mfe-entity/src/charts/charts-of.ts';
import { TIME_CHARTS } from '../../../../mfe-entity/src/kinds/person/time-tab.tsx';
import { hoursQuery } from '../../../../mfe-entity/src/kinds/flow/day-hours.tsx';
import { communicationLists } from '../../../../mfe-entity/src/kinds/person/communications-tab.tsx';
import { textOf } from '../../../../mfe-entity/src/entity/read-entity.ts';
import { MERGED_PULLS, OPEN_PULLS_OF_MEMBERS } from '../../../../mfe-entity/src/kinds/team/team-page.ts';
import { rowsQueryOf } from '../../../../mfe-entity/src/rows/row-spec.ts';
import type { EntityService } from '../../../../svc-graph/test/entity-service.ts';
import { drawnRows, NOW, type PageFigure, linesOf, linesOfSeries } from './figure.ts';
import { hoursOf, windowOf } from './working-hours.ts';

const DAYS = `SELECT uuid::VARCHAR FROM "Flow" ORDER BY "meetingsCount" + "messagesCount" DESC, 1 LIMIT 5`;
const FOCUS = 2 * 3_600;
const RECOVERY = 15 * 60;

/** Messages and meetings of the person of a day, in seconds. */
const BUSY = `SELECT epoch("createdAt") AS begins, epoch("createdAt") + ${String(RECOVERY)} AS ends, false AS meeting FROM "Message"
    WHERE "authorUuid" = (SELECT "personUuid" FROM "Flow" WHERE uuid = $1::UUID)
  UNION ALL SELECT epoch(c."startTime"), epoch(c."endTime"), true FROM "CalendarEntry" c JOIN "Relation" r ON r."toUuid" = c.uuid AND r.relation = 'attends'
    WHERE r."fromUuid" = (SELECT "personUuid" FROM "Flow" WHERE uuid = $1::UUID) AND r.answer = 'accepted' AND c."attendeesNumber" > 1`;

/** A day of a person, worked out of what was said and met, in minutes. */
async function dayOf(uuid: string, service: EntityService): Promise<unknown> {
  const [flow] = await service.store.rows<{ person: string; noon: number }>(
    `SELECT "personUuid"::VARCHAR AS person, epoch("dayStart") AS noon FROM "Flow" WHERE uuid = $1::UUID`,
    [uuid],
  );
  const hours = await hoursOf(service, flow?.person ?? null, Number(flow?.noon));
  const [opens, closes] = windowOf(hours, Number(flow?.noon)) ?? [0, 0];
  const midnight = opens - hours.opens;
  const rows = await service.store.rows<{ begins: number; ends: number; meeting: boolean }>(BUSY, [uuid]);
  const today = rows
    .map(({ begins, ends, meeting }) => ({ begins: Number(begins), ends: Number(ends), meeting }))
    .filter(({ begins }) => begins >= midnight && begins < midnight + 86_400)
    .toSorted((one, other) => one.begins - other.begins);
  let [free, focus] = [opens, 0];
  const close = (until: number) => {
    if (until - free >= FOCUS) focus += until - free;
  };
  for (const { begins, ends } of today.filter((each) => each.begins < closes && each.ends > opens)) {
    close(Math.max(begins, opens));
    free = Math.max(free, Math.min(ends, closes));
  }
  close(closes);
  const working = closes - opens;
  return {
    workingTime: working / 60,
    focusTime: focus / 60,
    disruptedTime: (working - focus) / 60,
    meetingsCount: today.filter(({ meeting }) => meeting).length,
    messagesCount: today.filter(({ meeting }) => !meeting).length,
  };
}

/** A measure of the days of a person, the last 30 days by day; days of nothing are left out. */
const perDay = (measure: string) =>
  `SELECT "dayStart"::DATE || 'T00:00:00Z', "${measure}" FROM "Flow" WHERE "personUuid" = $1::UUID
     AND "dayStart" >= TIMESTAMP '2026-02-22' AND "${measure}" > 0`;

const PEOPLE = `SELECT "authorUuid"::VARCHAR FROM "Message" GROUP BY 1 ORDER BY count(*) FILTER ("isHuddle") DESC, count(*) DESC, 1 LIMIT 3`;
const LISTS = ['All', 'Meetings', 'Comments', 'Messages', 'Huddles'] as const;
const LATELY = `BETWEEN TIMESTAMP '2026-02-22' AND TIMESTAMP '2026-03-24'`;
const written = (table: string, where = 'true') =>
  `(SELECT count(*) FROM "${table}" WHERE "authorUuid" = $1::UUID AND "createdAt" ${LATELY} AND NOT deleted AND ${where})`;

/** The sizes of the lists of each choice of Communications, in the last 30 days. */
const SPOKEN = `SELECT * FROM (VALUES
  ('All', (SELECT count(*) FROM "Event" WHERE "actorUuid" = $1::UUID AND "occurredAt" ${LATELY}
    AND "entityType" IN ('Message', 'CalendarEntry', 'Comment', 'IssueComment', 'DiscussionComment', 'PullRequestReviewComment'))),
  ('Meetings', (SELECT count(*) FROM "CalendarEntry" c WHERE c."startTime" ${LATELY} AND c.uuid IN (SELECT "toUuid" FROM "Relation" WHERE relation = 'attends' AND "fromUuid" = $1::UUID))),
  ('Comments on issues', ${written('IssueComment')}),
  ('Comments in discussions', ${written('DiscussionComment')}),
  ('Comments on lines', ${written('PullRequestReviewComment')}),
  ('Messages', ${written('Message', '"isHuddle" IS NOT TRUE')}),
  ('Huddles', ${written('Message', '"isHuddle"')})) counted`;

const OPEN_PULLS = `SELECT p."prNumber", a.name FROM "PullRequest" p JOIN "Person" a ON a.uuid = p."createdByUuid"
  WHERE p."closedAt" IS NULL AND NOT p.deleted AND a.uuid IN
    (SELECT "fromUuid" FROM "Relation" WHERE relation = 'memberOf' AND "toUuid" = $1::UUID AND until IS NULL)`;

/** What members of a team opened, merged in the 90 days before; a member when it was opened. */
const MERGED = `SELECT count(*), round(median("cycleTime")), round(median("reviewTime")) FROM "PullRequest" p
  WHERE p."mergedAt" >= to_timestamp(${String(NOW)})::TIMESTAMP - INTERVAL 90 DAY AND NOT p.deleted AND EXISTS (FROM "Relation" r
    WHERE r.relation = 'memberOf' AND r."fromUuid" = p."createdByUuid" AND r."toUuid" = $1::UUID
      AND (r.since IS NULL OR r.since <= p."createdAt") AND (r.until IS NULL OR r.until > p."createdAt"))`;

const contributors = (what: string, of: string, people: string): PageFigure => ({
  what: `the contributors of ${what}`,
  of,
  shown: async ({ uuid }, service) => {
    const answer = await service.call('entity-contributors', {
      entityUuid: uuid,
      pagination: { pageSize: 100 },
    });
    return story.entityContributors.output
      .parse(answer)
      .data.map(({ actor }) => actor.name)
      .toSorted();
  },
  counted: (uuid, service) =>
    linesOf(service, `SELECT name FROM "Person" WHERE NOT deleted AND uuid IN (${people})`, uuid),
});

/** What pages tell of the days, the words and the part of people. */
export const PEOPLE_FIGURES: readonly PageFigure[] = [
  {
    what: 'working, focus and disrupted time of a day',
    of: DAYS,
    shown: async ({
      properties: { workingTime, focusTime, disruptedTime, meetingsCount, messagesCount },
    }) => ({
      workingTime,
      focusTime,
      disruptedTime,
      meetingsCount,
      messagesCount,
    }),
    counted: dayOf,
  },
  {
    what: 'the heat map of a day: events by hour and type',
    of: DAYS,
    shown: async (entity, service) => {
      // Where the day of a person is that of the reader, hours are told by their number.
      const query = hoursQuery(entity, textOf(entity, 'timezone') ?? 'UTC');
      if (!query) throw new Error('the day has neither person nor hours');
      const { data } = await service.query('group-bys', query);
      return data
        .map((row) =>
          ['hourOfDay(Event.occurredAt)', 'Event.entityType', 'count(Event.uuid)']
            .map((key) => String(row[key]))
            .join(' | '),
        )
        .toSorted();
    },
    counted: (uuid, service) =>
      linesOf(
        service,
        `SELECT hour(e."occurredAt" AT TIME ZONE 'UTC' AT TIME ZONE f.timezone), e."entityType", count(*) FROM "Event" e, "Flow" f WHERE f.uuid = $1::UUID
           AND (e."actorUuid" = f."personUuid" OR e.action = 'started' AND e."entityUuid" IN (
             SELECT c.uuid FROM "CalendarEntry" c JOIN "Relation" r ON r."toUuid" = c.uuid AND r.relation = 'attends'
             WHERE r."fromUuid" = f."personUuid" AND r.answer = 'accepted' AND c."attendeesNumber" > 1))
           AND (e."occurredAt" AT TIME ZONE 'UTC' AT TIME ZONE f.timezone)::DATE = f."Date"::DATE GROUP BY ALL`,
        uuid,
      ),
  },
  {
    what: 'the five tabs of communications',
    of: PEOPLE,
    shown: async (entity, service) => {
      const specs = LISTS.flatMap((list) => communicationLists(list, 'P30D').map((spec) => ({ list, spec })));
      const lines = await Promise.all(
        specs.map(async ({ list, spec }) => {
          const query = rowsQueryOf(entity, spec, 'UTC');
          const answer =
            query && Rows.parse(await service.call('graph-search/entities', { ...query, format: 'json' }));
          return `${list === 'All' ? list : spec.title} | ${String(answer?.meta.total ?? 0)}`;
        }),
      );
      return lines.toSorted();
    },
    counted: (uuid, service) => linesOf(service, SPOKEN, uuid),
  },
  {
    what: 'the averages of the Time tab of a person',
    of: PEOPLE,
    shown: (entity, service) =>
      Promise.all(
        TIME_CHARTS.map(async (spec) => {
          const [chart] = chartsOf(entity, [spec], 'UTC', { range: 'P30D', onDefaultBranch: false });
          return chart ? linesOfSeries(await drawnRows(service, chart.query, chart.view)) : [];
        }),
      ),
    counted: (uuid, service) =>
      Promise.all(
        ['focusTime', 'disruptedTime', 'workingTime'].map((measure) =>
          linesOf(service, perDay(measure), uuid),
        ),
      ),
  },
  {
    what: 'the merged pull requests of a team, and how long they took in the median',
    of: `SELECT DISTINCT "toUuid"::VARCHAR FROM "Relation" WHERE relation = 'memberOf' ORDER BY 1`,
    shown: async (entity, service) => {
      const figures = await Promise.all(
        chartsOf(entity, MERGED_PULLS, 'UTC').map(async ({ query, view }) => {
          const [row = {}] = await drawnRows(service, query, view);
          const value = Object.values(row).at(-1) ?? null;
          return value === null ? 'null' : String(Math.round(Number(value)));
        }),
      );
      return [figures.join(' | ')];
    },
    counted: (uuid, service) => linesOf(service, MERGED, uuid),
  },
  {
    what: 'the open pull requests of a team: those of its members, and of nobody who left',
    of: `SELECT uuid::VARCHAR FROM "Team" ORDER BY 1`,
    shown: async (entity, service) => {
      const query = rowsQueryOf(entity, { ...OPEN_PULLS_OF_MEMBERS, most: 500 }, 'UTC');
      if (!query) throw new Error('the page asks for no pull requests');
      const { data, meta } = await service.query('entities', query);
      const rows = data.map(
        (row) => `${String(row['PullRequest.prNumber'])} | ${String(row['Person.name'])}`,
      );
      return { total: meta.total, rows: rows.toSorted() };
    },
    counted: async (uuid, service) => {
      const rows = await linesOf(service, OPEN_PULLS, uuid);
      return { total: rows.length, rows };
    },
  },
  contributors(
    'pull requests',
    `SELECT "pullRequestUuid"::VARCHAR FROM "Event" WHERE "pullRequestUuid" IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 3`,
    `SELECT unnest(["createdByUuid", "mergedByUuid"]) FROM "PullRequest" WHERE uuid = $1::UUID
     UNION SELECT "toUuid" FROM "Relation" WHERE relation IN ('reviewer', 'pullRequestAssignee') AND "fromUuid" = $1::UUID
     UNION SELECT "actorUuid" FROM "Event" WHERE "pullRequestUuid" = $1::UUID OR "entityUuid" = $1::UUID`,
  ),
  contributors(
    'issues',
    `SELECT "issueUuid"::VARCHAR FROM "Event" WHERE "issueUuid" IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 3`,
    `SELECT unnest(["createdByUuid", "reporterUuid", "currentAssigneeUuid"]) FROM "Issue" WHERE uuid = $1::UUID
     UNION SELECT "toUuid" FROM "Relation" WHERE relation IN ('assignee', 'issueMentions') AND "fromUuid" = $1::UUID
     UNION SELECT "actorUuid" FROM "Event" WHERE "issueUuid" = $1::UUID OR "entityUuid" = $1::UUID`,
  ),
];
