import { entityStoryContract as story } from '@cairn/contracts/story';
import { epicQuery, stagesOf } from '../../../../mfe-entity/src/kinds/issue/epic-progress.tsx';
import { TIME_IN_STATUS } from '../../../../mfe-entity/src/kinds/issue/issue-page.ts';
import type { EntityService } from '../../../../svc-graph/test/entity-service.ts';
import { BARS } from '../../../../mfe-entity/src/charts/chart-spec.ts';
import { cellsOf, drawnRows, type PageFigure, linesOf, NOW } from './figure.ts';
import { measured } from './stages.ts';
import { hoursOf, workedBetween } from './working-hours.ts';

/** The statuses of an issue by its events, each with who had it then. */
const STATUSES = `SELECT coalesce(e."newStatus", 'To Do') AS status, epoch(e."occurredAt") AS moment,
    (SELECT arg_max(r."toUuid", r.since)::VARCHAR FROM "Relation" r WHERE r.relation = 'assignee' AND r."fromUuid" = e."issueUuid"
       AND r.since <= e."occurredAt" AND (r.until IS NULL OR r.until > e."occurredAt")) AS assignee
  FROM "Event" e WHERE e."issueUuid" = $1::UUID AND e."entityType" = 'Issue' AND (e.action = 'created' OR e."newStatus" IS NOT NULL)
  ORDER BY e."occurredAt", e.action <> 'created', length(e."sourceEventId"), e."sourceEventId"`;

interface Stay {
  readonly status: string;
  readonly from: number;
  readonly until: number;
  readonly elapsed: number;
  readonly worked: number;
}

/** The statuses of the company by what they mean; a cancelled issue is never done. */
const DONE = new Set(['Done', 'Fixed']);
const DOING = new Set(['In Progress', 'In Review']);

/** Every stay of an issue in a status, the last one until now. */
async function staysOf(uuid: string, service: EntityService, now: number): Promise<Stay[]> {
  const rows = await service.store.rows<{ status: string; moment: number; assignee: string | null }>(
    STATUSES,
    [uuid],
  );
  const changes = rows.filter(({ status }, at) => status !== rows[at - 1]?.status);
  return Promise.all(
    changes.map(async ({ status, moment, assignee }, at) => {
      const [from, until] = [Number(moment), Number(changes[at + 1]?.moment ?? now)];
      const hours = await hoursOf(service, assignee, from);
      return { status, from, until, elapsed: until - from, worked: workedBetween(hours, from, until) };
    }),
  );
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The measures of a finished issue; all empty before. */
function issueMeasures(stays: readonly Stay[]): Record<string, number | null> {
  const lastOpen = stays.findLastIndex(({ status }) => !DONE.has(status));
  const done = stays[lastOpen + 1];
  if (!done) return { cycleTime: null, leadTime: null, flowEfficiency: null };
  const before = stays.slice(0, lastOpen + 1);
  const started = before.findIndex(({ status }) => DOING.has(status));
  const leadTime = sum(before.map(({ worked }) => worked));
  const cycle = before.slice(started).filter(({ status }) => !DONE.has(status) && status !== 'Cancelled');
  const active = before.filter(({ status }) => DOING.has(status));
  return {
    cycleTime: started < 0 ? null : sum(cycle.map(({ worked }) => worked)),
    leadTime,
    flowEfficiency: leadTime > 0 ? sum(active.map(({ worked }) => worked)) / leadTime : null,
  };
}

const MOVED = `SELECT "issueUuid"::VARCHAR FROM "Event" WHERE "entityType" = 'Issue' AND "newStatus" IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 6`;
const OPEN = `SELECT uuid::VARCHAR FROM "Issue" WHERE status IN ('To Do', 'In Progress', 'Cancelled') ORDER BY "createdAt" DESC, 1 LIMIT 4`;
const ISSUES = `(${MOVED}) UNION (${OPEN})`;
const EPICS = `SELECT "epicUuid"::VARCHAR FROM "Issue" WHERE "epicUuid" IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 2`;

/** What issues and epics tell of their time and their progress. */
export const ISSUE_FIGURES: readonly PageFigure[] = [
  {
    what: 'the status history of issues in both clocks, until now',
    of: ISSUES,
    shown: async ({ uuid }, service) => {
      const answer = await service.call('entity-status-history', { entityUuid: uuid });
      const { entries } = story.entityStatusHistory.output.parse(answer).data;
      return entries.map(({ status, at, clockSeconds, businessSeconds }) => [
        status,
        Date.parse(at) / 1_000,
        clockSeconds,
        businessSeconds,
      ]);
    },
    counted: async (uuid, service) =>
      (await staysOf(uuid, service, NOW)).map(({ status, from, elapsed, worked }) => [
        status,
        from,
        elapsed,
        worked,
      ]),
  },
  {
    what: 'the cards of issues: cycle, lead, flow efficiency',
    of: ISSUES,
    shown: async (entity) => measured(entity, ['cycleTime', 'leadTime', 'flowEfficiency']),
    counted: async (uuid, service) => issueMeasures(await staysOf(uuid, service, NOW)),
  },
  {
    what: 'the bars of the time in each status that an issue left',
    of: MOVED,
    shown: (entity, service) => cellsOf(service, entity, TIME_IN_STATUS),
    counted: async (uuid, service) => {
      const stays = await staysOf(uuid, service, NOW);
      const totals = new Map<string, number>();
      for (const { status, elapsed } of stays.slice(0, -1))
        totals.set(status, (totals.get(status) ?? 0) + elapsed);
      return [...totals].map(([status, total]) => `${status} | ${String(total)}`).toSorted();
    },
  },
  {
    what: 'the progress of epics',
    of: EPICS,
    shown: async ({ uuid }, service) =>
      Object.entries(stagesOf(await drawnRows(service, epicQuery(uuid), BARS)))
        .map(([stage, count]) => `${stage} | ${String(count)}`)
        .toSorted(),
    counted: (uuid, service) =>
      linesOf(
        service,
        `SELECT s.stage, (SELECT count(*) FROM "Issue" i WHERE i."epicUuid" = $1::UUID AND NOT i.deleted AND CASE WHEN i.status IN ('Done', 'Fixed', 'Cancelled') THEN 'done'
           WHEN i.status IN ('In Progress', 'In Review') THEN 'inProgress' ELSE 'todo' END = s.stage) FROM (VALUES ('done'), ('inProgress'), ('todo')) s(stage)`,
        uuid,
      ),
  },
];
