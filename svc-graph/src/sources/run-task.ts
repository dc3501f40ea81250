import type { OrgId } from '@cairn/contracts';
import { NoRepositoryError } from './git/facts.ts';
import { GitError } from './git/git.ts';
import { ingestGit } from './git/ingest.ts';
import { renormaliseGit } from './git/renormalise.ts';
import { ingestSimulated } from './simulated/ingest.ts';
import type { GraphWriter } from '../store/graph-writer.ts';
import { PUBLISH } from '../store/load.ts';
import { type SourceState, readSources, stateStatement } from '../store/source-row.ts';

/** Something to do with a source that takes a while. */
export interface Task {
  readonly orgId: OrgId;
  readonly sourceId: string;
  readonly kind: 'ingest' | 'renormalise';
}

const TASKS = { ingest: ingestGit, renormalise: renormaliseGit };
/** What a recipe gives is always the same, so there is nothing to make again. */
const SIMULATED = { ingest: ingestSimulated, renormalise: ingestSimulated };

function errorOf(error: unknown): NonNullable<SourceState['error']> {
  if (error instanceof NoRepositoryError) return { code: 'source_unavailable', message: error.message };
  if (error instanceof GitError)
    return { code: 'source_unavailable', message: `The repository cannot be read: ${error.message}` };
  return {
    code: 'internal',
    message: `Reading stopped: ${error instanceof Error ? error.message : 'unknown fault'}`,
  };
}

/** Writes down why a source could not be read; what was read stays. */
export async function recordFailure(writer: GraphWriter, sourceId: string, error: unknown): Promise<void> {
  const source = (await readSources(writer)).find(({ id }) => id === sourceId);
  if (!source) return;
  const { progress } = source.state;
  const state: SourceState = {
    ...source.state,
    status: 'error',
    progress: { ...progress, phase: 'failed', perSecond: null },
    error: errorOf(error),
    erroredAt: new Date().toISOString(),
  };
  await writer.commit([stateStatement(sourceId, state), PUBLISH]);
}

/** Does a task to its end; a failure is written to the source, and stopping leaves it to be gone on with. */
export async function runTask(writer: GraphWriter, task: Task, signal: AbortSignal): Promise<void> {
  const source = (await readSources(writer)).find(({ id }) => id === task.sourceId);
  if (!source) return;
  const tasks = source.type === 'simulated' ? SIMULATED : TASKS;
  await tasks[task.kind](writer, task.orgId, source, signal).catch(async (error: unknown) => {
    if (!signal.aborted) await recordFailure(writer, task.sourceId, error);
  });
}
