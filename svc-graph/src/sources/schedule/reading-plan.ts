import { SourceSchedule } from '@cairn/contracts';
import { DEFAULT_CALENDAR, readCalendars } from '../../derive/calendar.ts';
import type { GraphWriter } from '../../store/graph-writer.ts';
import type { SourceState } from '../../store/source-row.ts';
import { deleteFrom, insertInto } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import { DEFAULT_SCHEDULE, nextRun, patientSchedule } from './schedule.ts';

/** What admins decided about the reading of a source, and when its last run began, in epoch ms. */
export interface ReadingPlan {
  readonly paused: boolean;
  readonly schedule: SourceSchedule;
  readonly lastRunAt: number | null;
}

/** The plan of a source about which nothing was decided. */
const NO_PLAN: ReadingPlan = { paused: false, schedule: DEFAULT_SCHEDULE, lastRunAt: null };

/** What an admin may decide: a pause, or a schedule. */
type Decided =
  | { readonly what: 'paused'; readonly value: boolean }
  | { readonly what: 'schedule'; readonly value: SourceSchedule };

/** Writes down what was decided. It adds a row, so it waits for no reading and two at once never collide. */
export function planStatement(sourceId: string, { what, value }: Decided): Statement {
  return insertInto(
    'SourceChange',
    ['sourceId', 'what', 'value', 'changedAt'],
    'SELECT $1, $2, $3, make_timestamp($4::BIGINT * 1000)',
    [sourceId, what, JSON.stringify(value), String(Date.now())],
  );
}

/** Removes the plan of a source. */
export const removePlan = (sourceId: string): Statement =>
  deleteFrom('SourceChange', '"sourceId" = $1', [sourceId]);

const DECIDED = (what: Decided['what']) =>
  `arg_max(value::VARCHAR, ("changedAt", rowid)) FILTER (what = '${what}')`;

type Reads = Pick<GraphWriter, 'rows'>;

/** The plans of the sources of an org, by source. */
export async function readPlans(store: Reads): Promise<(sourceId: string) => ReadingPlan> {
  const rows = await store.rows<{
    sourceId: string;
    paused: string | null;
    schedule: string | null;
    lastRunAt: number | null;
  }>(
    `SELECT s.id AS "sourceId", c.paused, c.schedule, r.at AS "lastRunAt" FROM "Source" s
     LEFT JOIN (SELECT "sourceId", ${DECIDED('paused')} AS paused, ${DECIDED('schedule')} AS schedule
       FROM "SourceChange" GROUP BY 1) c ON c."sourceId" = s.id
     LEFT JOIN (SELECT "sourceId", epoch_ms(max("startedAt"))::DOUBLE AS at FROM "SourceRun"
       WHERE kind = 'ingest' GROUP BY 1) r ON r."sourceId" = s.id`,
  );
  const plans = new Map(
    rows.map(({ sourceId, paused, schedule, lastRunAt }) => {
      const parsed = SourceSchedule.safeParse(JSON.parse(schedule ?? 'null'));
      const known = parsed.success ? parsed.data : DEFAULT_SCHEDULE;
      return [sourceId, { paused: paused === 'true', schedule: known, lastRunAt }];
    }),
  );
  return (sourceId) => plans.get(sourceId) ?? NO_PLAN;
}

/** Whether a source is paused. */
export async function isPaused(store: Reads, sourceId: string): Promise<boolean> {
  return (await readPlans(store))(sourceId).paused;
}

/** The zone of an org's own calendar, in which a daily reading has its time. */
export async function zoneOfOrg(store: Reads): Promise<string> {
  const [first] = await readCalendars(store);
  return (first?.owner === 'org' ? first.calendar.zone : null) ?? DEFAULT_CALENDAR.zone;
}

/** When a source is read next by itself, in epoch ms; null while it is paused, new, or read by hand only. */
export function nextRunOf(
  { paused, schedule, lastRunAt }: ReadingPlan,
  state: Pick<SourceState, 'lastIngestedAt' | 'erroredAt' | 'failed' | 'resumeAt'>,
  zone: string,
): number | null {
  const { lastIngestedAt, erroredAt, failed, resumeAt } = state;
  if (resumeAt !== undefined && !paused) return Date.parse(resumeAt);
  const ended = lastIngestedAt ?? erroredAt;
  const last = lastRunAt ?? (ended === null ? null : Date.parse(ended));
  return paused || last === null ? null : nextRun(patientSchedule(schedule, failed?.times), last, zone);
}
