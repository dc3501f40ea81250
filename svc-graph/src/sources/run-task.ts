import { AppError, type OrgId, type UserId } from '@cairn/contracts';
import type { RunReason } from '@cairn/contracts/source-runs';
import { outageOf } from '@cairn/service-kit/outages';
import type { GraphWriter } from '../store/graph-writer.ts';
import { refusalOf } from '../query/engine/duckdb-refusals.ts';
import { PUBLISH } from '../store/load.ts';
import { type SourceState, readSources, stateStatement } from '../store/source-row.ts';
import { type Connector, type RebuildProgress, connectorOf } from './connector.ts';
import { failProgress } from './progress.ts';
import type { SourceSecrets } from './secrets.ts';
import { ToolLimit } from './tool-limit.ts';

/** A long-running task of a source. */
export interface SourceTask {
  readonly orgId: OrgId;
  readonly sourceId: string;
  readonly kind: 'ingest' | 'renormalise';
  /** Why it began; at the start of the service where nothing is said. */
  readonly reason?: RunReason;
  /** The user who started it, and is told when it is done. */
  readonly startedBy?: UserId;
  /** Their e-mail, for the log of runs. */
  readonly email?: string;
}

/** What a task needs. */
export interface TaskContext {
  readonly connectors: readonly Connector[];
  readonly writer: GraphWriter;
  readonly secrets: SourceSecrets;
  readonly signal: AbortSignal;
  readonly hosts?: readonly string[];
  readonly report?: (progress: RebuildProgress) => void;
}

const NARROW = {
  query_memory: 'Reading needs more memory than an org may use. Raise CAIRN_QUERY_MEMORY, then sync again.',
  query_temp:
    'Reading needs more temporary space than an org may use. Raise CAIRN_QUERY_TEMP, then sync again.',
};

function errorOf(error: unknown): NonNullable<SourceState['error']> {
  const known = error instanceof AppError ? error : (outageOf(error) ?? refusalOf(error));
  if (known instanceof AppError) {
    const { code, message } = known;
    return { code, message: code === 'query_memory' || code === 'query_temp' ? NARROW[code] : message };
  }
  return {
    code: 'internal',
    message: `Reading stopped: ${error instanceof Error ? error.message : 'unknown fault'}`,
  };
}

const LONGEST_WAIT = 86_400;

/** When a failed reading goes on by itself; after the same fault again, the wait doubles up to a day. */
function resumeAfter(error: unknown, times: number): { resumeAt?: string } {
  if (!(error instanceof AppError) || error.retryAfter === undefined) return {};
  const seconds = Math.min(error.retryAfter * 2 ** Math.min(times - 1, 16), LONGEST_WAIT);
  return { resumeAt: new Date(Date.now() + seconds * 1_000).toISOString() };
}

/** Removes secrets from a text, because a library's error may include them. */
const withoutSecrets = (text: string, secrets: SourceSecrets): string =>
  Object.values(secrets).reduce((left, secret) => left.replaceAll(secret, '***'), text);

const NO_FAULT = { error: null, erroredAt: null } as const;

/** The state of a source whose tool answers again later. It is no fault, so it counts as none. */
function limitedState(state: SourceState, { seconds }: ToolLimit): SourceState {
  const resumeAt = new Date(Date.now() + seconds * 1_000).toISOString();
  return { ...state, ...NO_FAULT, status: 'limited', resumeAt, progress: failProgress(state.progress) };
}

/** Records why a source could not be read; its data stays. */
export async function recordFailure(
  writer: GraphWriter,
  sourceId: string,
  error: unknown,
  secrets: SourceSecrets = {},
): Promise<void> {
  const source = (await readSources(writer)).find(({ id }) => id === sourceId);
  if (!source) return;
  if (error instanceof ToolLimit) {
    await writer.commit([stateStatement(sourceId, limitedState(source.state, error)), PUBLISH]);
    return;
  }
  const { code, message: words } = errorOf(error);
  const message = withoutSecrets(words, secrets);
  const before = source.state.failed;
  const times = before?.message === message ? before.times + 1 : 1;
  const { resumeAt: _former, ...known } = source.state;
  const state: SourceState = {
    ...known,
    ...resumeAfter(error, times),
    failed: { times, message },
    status: 'error',
    progress: failProgress(source.state.progress),
    error: { code, message },
    erroredAt: new Date().toISOString(),
  };
  await writer.commit([stateStatement(sourceId, state), PUBLISH]);
}

/** Forgets how often a source could not be read, since it was. */
async function forgetFailures(writer: GraphWriter, sourceId: string): Promise<void> {
  const state = (await readSources(writer)).find(({ id }) => id === sourceId)?.state;
  if (state) await writer.commit([stateStatement(sourceId, { ...state, failed: undefined })]);
}

/** Runs a task to its end. A failure is recorded on the source; the next start resumes an aborted task. */
export async function runTask(task: SourceTask, context: TaskContext): Promise<void> {
  const { connectors, writer, secrets, signal, hosts = [], report } = context;
  const source = (await readSources(writer)).find(({ id }) => id === task.sourceId);
  if (!source) return;
  try {
    const connector = connectorOf(connectors, source.type);
    if (!connector) throw new Error(`this version of Cairn does not read sources of type ${source.type}`);
    const told = report ? { report } : {};
    // Somebody may have changed what is kept.
    if (task.kind === 'ingest' && task.reason === 'hand')
      await connector.expire?.({ writer, orgId: task.orgId, source, now: Date.now() });
    await connector[task.kind]({ writer, orgId: task.orgId, source, secrets, signal, hosts, ...told });
    if (source.state.failed && task.kind === 'ingest') await forgetFailures(writer, task.sourceId);
  } catch (error) {
    if (!signal.aborted) await recordFailure(writer, task.sourceId, error, secrets);
  }
}
