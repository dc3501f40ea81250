import { Rows } from '@cairn/contracts';
import { daysOf, outcomeOf } from '../../../../mfe-entity/src/kinds/sprint/burndown.ts';
import { planOf, snapshotsOf } from '../../../../mfe-entity/src/kinds/sprint/sprint-snapshots.ts';
import { type PageFigure, NOW } from './figure.ts';

const SPRINTS = `SELECT uuid::VARCHAR FROM "Sprint" WHERE "startDate" < TIMESTAMP '2026-03-20' ORDER BY "startDate"`;

/** Every issue that was in a sprint, with when it came, went and was closed; the last move of an issue counts. */
const STAYS = `SELECT epoch(s."startDate") AS start, epoch(s."endDate") AS ending, i."storyPoints"::INTEGER AS points, epoch(r.since) AS since, epoch(r.until) AS until,
    (SELECT epoch(max(e."occurredAt")) FROM "Event" e WHERE e."issueUuid" = i.uuid AND e."newStatus" = i.status AND i.status IN ('Done', 'Fixed', 'Cancelled')) AS closed,
    (i.status = 'Cancelled')::INTEGER AS cancelled
  FROM "Sprint" s JOIN "Relation" r ON r.relation = 'inSprint' AND r."toUuid" = s.uuid JOIN "Issue" i ON i.uuid = r."fromUuid" WHERE s.uuid = $1::UUID AND NOT i.deleted`;

interface StayRow {
  readonly start: number;
  readonly ending: number;
  readonly points: number | null;
  readonly since: number;
  readonly until: number | null;
  readonly closed: number | null;
  readonly cancelled: number | null;
}

const DAY = 86_400;
const sum = (rows: readonly StayRow[]) => rows.reduce((total, { points }) => total + Number(points ?? 0), 0);

/** Scope, rest and outcome of a sprint by the periods in which its issues were in it. */
function counted(rows: readonly StayRow[]): unknown {
  const [{ start, ending }] = rows as [StayRow];
  const last = Math.min(ending, NOW);
  const isIn = ({ since, until }: StayRow, at: number) => since <= at && (until === null || until > at);
  const isOpen = ({ closed }: StayRow, at: number) => closed === null || closed > at;
  const moments = Array.from({ length: Math.ceil((last - start) / DAY) }, (_, at) => start + at * DAY);
  const days = [...moments, last].map((at) => {
    const there = rows.filter((row) => isIn(row, at === ending ? at - 1 : at));
    return { at: at * 1_000, scope: sum(there), remaining: sum(there.filter((row) => isOpen(row, at))) };
  });
  const stayed = rows.filter((row) => isIn(row, last === ending ? last - 1 : last));
  return {
    days,
    committed: sum(rows.filter((row) => isIn(row, start))),
    added: sum(rows.filter((row) => row.since > start && row.since < last)),
    removed: sum(rows.filter((row) => row.until !== null && row.until < last)),
    done: sum(stayed.filter((row) => !isOpen(row, last) && row.cancelled === 0)),
    cancelled: sum(stayed.filter((row) => !isOpen(row, last) && row.cancelled === 1)),
    carriedOver: sum(stayed.filter((row) => isOpen(row, last))),
  };
}

/** The burndown of every sprint. */
export const SPRINT_FIGURES: readonly PageFigure[] = [
  {
    what: 'the burndown of sprints, what came, went, was done and carried over',
    of: SPRINTS,
    shown: async (entity, service) => {
      const plan = planOf(entity, NOW * 1_000);
      if (!plan) throw new Error('the sprint has not begun');
      const rows = [];
      for (const { query } of plan.moments) {
        const answer = await service.call('graph-search/entities', { ...query, format: 'json' });
        rows.push(Rows.parse(answer).data);
      }
      const { snapshots } = snapshotsOf(plan, rows);
      return { days: daysOf(snapshots), ...outcomeOf(snapshots) };
    },
    counted: async (uuid, service) => {
      const rows = await service.store.rows<Record<keyof StayRow, number | null>>(STAYS, [uuid]);
      const number = (value: number | null) => (value === null ? null : Number(value));
      return counted(
        rows.map(({ start, ending, points, since, until, closed, cancelled }) => ({
          start: Number(start),
          ending: Number(ending),
          points: number(points),
          since: Number(since),
          until: number(until),
          closed: number(closed),
          cancelled: number(cancelled),
        })),
      );
    },
  },
];
