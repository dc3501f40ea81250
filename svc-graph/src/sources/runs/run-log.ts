import type { UserId } from '@cairn/contracts';
import { RUNS_PER_PAGE, type RunReason, type SourceRun } from '@cairn/contracts/source-runs';
import type { GraphStore } from '../../store/graph-store.ts';
import type { SourceRow } from '../../store/source-row.ts';
import { deleteFrom, insertInto, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { SourceTask } from '../run-task.ts';

/** A run that has begun, and has no outcome yet. Moments are in epoch ms. */
export interface OpenRun {
  readonly number: number;
  readonly sourceId: string;
  readonly kind: SourceTask['kind'];
  readonly reason: RunReason;
  readonly startedBy: UserId | null;
  /** The end of the last whole reading before it; what came since is news. */
  readonly readBefore: number | null;
  readonly startedAt: number;
}

/** How a run ended. */
export interface RunEnd {
  readonly outcome: Exclude<SourceRun['outcome'], 'running'>;
  /** Null where nobody knows. */
  readonly endedAt: number | null;
  readonly brought: SourceRun['brought'];
  readonly error: string | null;
}

/** How long runs are kept, and how many of one source. */
const KEPT_DAYS = 90;
const MOST_KEPT = 500;

const MOMENT = (param: string) => `make_timestamp(nullif(${param}, '')::BIGINT * 1000)`;
const COLUMNS = [
  'number',
  'sourceId',
  'kind',
  'reason',
  'startedBy',
  'startedByEmail',
  'readBefore',
  'startedAt',
];

/** Begins a run in the log of an org, which runs one task at a time. */
export function beginRun(
  store: Pick<GraphStore, 'beside'>,
  task: SourceTask,
  source: SourceRow,
): Promise<OpenRun> {
  const { sourceId, kind, reason = 'start', startedBy = null, email = '' } = task;
  const { lastIngestedAt } = source.state;
  const readBefore = lastIngestedAt === null ? null : Date.parse(lastIngestedAt);
  return store.beside(async (transaction) => {
    const [row] = await transaction.rows<{ next: number }>(
      'SELECT (coalesce(max(number), 0) + 1)::INTEGER AS next FROM "SourceRun"',
    );
    const run = {
      number: row?.next ?? 1,
      sourceId,
      kind,
      reason,
      startedBy,
      readBefore,
      startedAt: Date.now(),
    };
    const values = [
      run.number,
      sourceId,
      kind,
      reason,
      startedBy ?? '',
      email,
      readBefore ?? '',
      run.startedAt,
    ];
    const sql = `SELECT $1::BIGINT, $2, $3, $4, nullif($5, ''), nullif($6, ''), ${MOMENT('$7')}, ${MOMENT('$8')}`;
    await transaction.run(insertInto('SourceRun', COLUMNS, sql, values.map(String)));
    return run;
  });
}

/** Ends a run, and forgets runs of its source that are too old or too many. */
export function endStatements(
  { number, sourceId }: OpenRun,
  { outcome, endedAt, brought, error }: RunEnd,
): Statement[] {
  const ended = update(
    'SourceRun',
    { outcome: '$2', endedAt: MOMENT('$3'), brought: '$4', error: `nullif($5, '')` },
    'WHERE number = $1::BIGINT',
    [String(number), outcome, String(endedAt ?? ''), JSON.stringify(brought), error ?? ''],
  );
  const oldest = Date.now() - KEPT_DAYS * 86_400_000;
  const forgotten = deleteFrom(
    'SourceRun',
    `"sourceId" = $1 AND number < $2::BIGINT AND ("startedAt" < ${MOMENT('$3')} OR number NOT IN
      (SELECT number FROM "SourceRun" WHERE "sourceId" = $1 ORDER BY number DESC LIMIT ${String(MOST_KEPT)}))`,
    [sourceId, String(number), String(oldest)],
  );
  return [ended, forgotten];
}

/** Removes the runs of a source. */
export const removeRuns = (sourceId: string): Statement =>
  deleteFrom('SourceRun', '"sourceId" = $1', [sourceId]);

const STARTED = `number::INTEGER AS number, "sourceId", kind, reason, epoch_ms("startedAt")::DOUBLE AS "startedAt"`;

/** The runs of an org without an outcome. */
export function openRuns(store: Pick<GraphStore, 'rows'>): Promise<OpenRun[]> {
  return store.rows<OpenRun>(
    `SELECT ${STARTED}, "startedBy", epoch_ms("readBefore")::DOUBLE AS "readBefore"
     FROM "SourceRun" WHERE outcome IS NULL ORDER BY number`,
  );
}

/** How many new things a run brought, by kind. A first reading brought everything that the source knows. */
export function broughtBy(
  transaction: Pick<Transaction, 'rows'>,
  { number, sourceId, kind, readBefore, startedAt }: OpenRun,
): Promise<SourceRun['brought']> {
  if (kind !== 'ingest') return Promise.resolve([]);
  const first = 'NOT EXISTS (SELECT 1 FROM "SourceRun" r WHERE r."sourceId" = $1 AND r.number < $2::BIGINT)';
  const since = `"firstSeen" >= ${MOMENT('$3')}`;
  return transaction.rows(
    `SELECT kind, count(*)::INTEGER AS count FROM "SourceRecord"
     WHERE "sourceId" = $1 AND NOT deleted AND (${since}${readBefore === null ? ` OR ${first}` : ' AND $2 IS NOT NULL'})
     GROUP BY 1 ORDER BY count DESC, kind`,
    [sourceId, String(number), String(startedAt)],
  );
}

interface RunRow extends Omit<SourceRun, 'startedAt' | 'endedAt' | 'outcome' | 'brought' | 'ignored'> {
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly outcome: SourceRun['outcome'] | null;
  readonly brought: string | null;
  readonly ignored: string | null;
}

const iso = (at: number) => new Date(at).toISOString();

/** A page of the runs of a source, newest first. */
export async function readRuns(
  store: Pick<GraphStore, 'rows'>,
  sourceId: string,
  {
    before,
    limit,
    isRunning,
  }: { readonly before: number | undefined; readonly limit: number; readonly isRunning: boolean },
): Promise<{ data: SourceRun[]; next: number | null }> {
  const rows = await store.rows<RunRow>(
    `SELECT ${STARTED}, "startedByEmail" AS "startedBy", epoch_ms("endedAt")::DOUBLE AS "endedAt", outcome,
       brought::VARCHAR AS brought, ignored::VARCHAR AS ignored, error
     FROM "SourceRun" WHERE "sourceId" = $1 AND ($2 = '' OR number < nullif($2, '')::BIGINT)
     ORDER BY number DESC LIMIT ${String(Math.min(limit, RUNS_PER_PAGE) + 1)}`,
    [sourceId, String(before ?? '')],
  );
  const data = rows.slice(0, limit).map(({ startedAt, endedAt, outcome, brought, ignored, ...row }) => ({
    ...row,
    startedAt: iso(startedAt),
    endedAt: endedAt === null ? null : iso(endedAt),
    // A run whose end could not be written is over, too.
    outcome: outcome ?? (isRunning ? ('running' as const) : ('interrupted' as const)),
    brought: JSON.parse(brought ?? '[]') as SourceRun['brought'],
    ignored: JSON.parse(ignored ?? '[]') as SourceRun['ignored'],
  }));
  return { data, next: rows.length > limit ? (data.at(-1)?.number ?? null) : null };
}
