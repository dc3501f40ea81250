import { AppError } from '@cairn/contracts';
import type { OrgId } from '@cairn/contracts';
import type { Admission } from './admission.ts';

export interface QueueDeps {
  readonly admission: Admission;
  /** Milliseconds that one request may take, including its time in the queue. */
  readonly timeLimit: number;
}

const seconds = (ms: number) => `${Math.round(ms / 100) / 10} seconds`;

/**
 * Queues work on an org's graph and runs it once admitted. A caller who leaves interrupts it (`cancelled`).
 * The time limit gives `query_timeout` during the run and `rate_limited` in the queue.
 */
export async function runQueued<T>(
  deps: QueueDeps,
  orgId: OrgId,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(deps.timeLimit);
  const signal = AbortSignal.any([caller, limit]);
  let begun = false;
  try {
    return await deps.admission.admit(orgId, signal, () => {
      begun = true;
      return work(signal);
    });
  } catch (cause) {
    if (!limit.aborted || caller.aborted) throw cause;
    throw begun ? tooSlow(deps, cause) : tooBusy(deps, orgId, cause);
  }
}

function tooSlow({ timeLimit }: QueueDeps, cause: unknown): AppError {
  return new AppError(
    'query_timeout',
    `This took longer than ${seconds(timeLimit)}. A shorter date range or fewer groups will be faster.`,
    { cause },
  );
}

function tooBusy({ timeLimit, admission }: QueueDeps, orgId: OrgId, cause: unknown): AppError {
  const retryAfter = admission.retryAfter(orgId);
  return new AppError(
    'rate_limited',
    `Other questions took all of ${seconds(timeLimit)}, so this one had no turn. Try again in ${retryAfter} s.`,
    { cause, retryAfter },
  );
}
