import type { OrgId } from '@cairn/contracts';
import type { GraphStore } from '../../store/graph-store.ts';
import { tell } from '../../store/outbox.ts';
import { type SourceRow, type SourceState, readSources } from '../../store/source-row.ts';
import type { Statement } from '../../store/statement.ts';
import type { SourceTask } from '../run-task.ts';
import { newsOf } from './news.ts';
import { type OpenRun, type RunEnd, broughtBy, endStatements, openRuns } from './run-log.ts';

const DONE: Readonly<Record<SourceTask['kind'], string>> = {
  ingest: 'was read',
  renormalise: 'was built again',
};

/** The longest words of an error, and the longest name, in a message. */
const LONGEST_ERROR = 2_000;
const LONGEST_NAME = 200;

/** Why a run ended before its source was read: somebody stopped it, or the service ended. */
export type CutBy = Extract<RunEnd['outcome'], 'stopped' | 'interrupted'>;

const isSince = (moment: string | null, startedAt: number) =>
  moment !== null && Date.parse(moment) >= startedAt;

/** How a run ended, by the state of its source. One that was cut may have come to its end before. */
export function runOutcome(
  { kind, startedAt }: OpenRun,
  { state }: SourceRow,
  cut?: CutBy,
): RunEnd['outcome'] {
  const { status, lastIngestedAt, erroredAt } = state;
  if (!cut && kind === 'renormalise')
    return status === 'error' && isSince(erroredAt, startedAt) ? 'failed' : 'done';
  if (status === 'active' && (!cut || (kind === 'ingest' && isSince(lastIngestedAt, startedAt))))
    return 'done';
  if (status === 'error' && (!cut || isSince(erroredAt, startedAt))) return 'failed';
  if (status === 'limited' && !cut) return 'limited';
  return cut ?? 'interrupted';
}

/** What svc-workspace is told of a run that ended: whether the source can be read, and to its starter that it is done. */
export function endOf(orgId: OrgId, run: OpenRun, { id, name, type, state }: SourceRow): Statement[] {
  const { kind, startedBy } = run;
  if (state.status !== 'active' && state.status !== 'error') return [];
  const failure = state.error?.message ?? 'unknown fault';
  const error = state.status === 'error' ? failure.slice(0, LONGEST_ERROR) : null;
  const path = `settings/integrations/${type}?source=${id}`;
  const integration = name.slice(0, LONGEST_NAME);
  const source = tell(orgId, { kind: 'source', sourceId: id, integration, error, path });
  if (startedBy === null || error !== null) return [source];
  const job = { job: id, message: `${name} ${DONE[kind]}.`, path };
  return [source, tell(orgId, { kind: 'job', userId: startedBy, ...job })];
}

/** A run to be ended. */
export interface EndingRun {
  readonly orgId: OrgId;
  readonly run: OpenRun;
  readonly source: SourceRow;
  /** Why it was cut off; left out where it came to its end. */
  readonly cut?: CutBy | undefined;
  /** Whether nobody knows when it ended. */
  readonly unseen?: boolean;
}

/** How often in a row a fault that passes by itself comes before somebody should look. */
const TOO_OFTEN = 5;

/** Whether people are told how a run ended. An outage is told once: at its first failure, or when it does not pass. */
export function isNews(outcome: RunEnd['outcome'], { status, failed, resumeAt }: SourceState): boolean {
  if (outcome === 'failed') return (failed?.times ?? 1) === (resumeAt === undefined ? 1 : TOO_OFTEN);
  return outcome === 'done' && status === 'active';
}

/** What a further reading brought about what people follow, as messages. */
async function newsStatements(store: GraphStore, { orgId, run, source }: EndingRun): Promise<Statement[]> {
  if (run.kind !== 'ingest' || run.readBefore === null) return [];
  const pages = await newsOf(store, source.id, run.readBefore);
  return pages.map((things) => tell(orgId, { kind: 'news', things }));
}

/**
 * Ends a run in the log, together with all that svc-workspace is told of it. Both are one transaction, so that a killed
 * process tells everything once.
 */
export async function endRun(store: GraphStore, ending: EndingRun): Promise<RunEnd['outcome']> {
  const { orgId, run, source, cut, unseen } = ending;
  const outcome = runOutcome(run, source, cut);
  const isOver = outcome === 'done' || outcome === 'failed';
  const told = isNews(outcome, source.state) ? endOf(orgId, run, source) : [];
  const news = outcome === 'done' ? await newsStatements(store, ending) : [];
  const error = outcome === 'failed' ? (source.state.error?.message ?? null) : null;
  const reached = source.state.status === 'error' ? source.state.erroredAt : source.state.lastIngestedAt;
  const seen = isOver && unseen && reached !== null ? Date.parse(reached) : null;
  const endedAt = unseen ? seen : Date.now();
  await store.beside(async (transaction) => {
    const brought = await broughtBy(transaction, run);
    await transaction.runAll([...endStatements(run, { outcome, endedAt, brought, error }), ...told, ...news]);
  });
  return outcome;
}

/** Ends the runs that an earlier process left open, and tells of those that had come to their end. Returns the cut ones. */
export async function endCutRuns(store: GraphStore, orgId: OrgId): Promise<OpenRun[]> {
  const sources = new Map((await readSources(store)).map((source) => [source.id, source]));
  const cut: OpenRun[] = [];
  for (const run of await openRuns(store)) {
    const source = sources.get(run.sourceId);
    if (!source) continue;
    const outcome = await endRun(store, { orgId, run, source, cut: 'interrupted', unseen: true });
    if (outcome === 'interrupted') cut.push(run);
  }
  return cut;
}
