export type ProblemCode = 'unlisted' | 'contract' | 'unreachable' | 'timeout' | 'broken' | 'crashed';

/** Why a remote's part cannot be drawn, in words for people and a code for support. */
export class RemoteProblem extends Error {
  readonly code: ProblemCode;

  constructor(code: ProblemCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RemoteProblem';
    this.code = code;
  }
}

const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.name} ${error.message}` : String(error);

/** Names what went wrong while a remote was loaded. */
export function problemOf(error: unknown): RemoteProblem {
  if (error instanceof RemoteProblem) return error;
  const text = textOf(error);
  // It arrived and failed while it ran; the loader reports that under the same code as one that never came.
  if (/ScriptExecutionError/.test(text)) {
    return new RemoteProblem('broken', 'What arrived cannot be run.', error);
  }
  if (/timed? ?out|TimeoutError|aborted due to timeout/i.test(text)) {
    return new RemoteProblem('timeout', 'It did not answer in time.', error);
  }
  if (/NetworkError|Failed to fetch|Load failed|Loading (CSS )?chunk|RUNTIME-008/i.test(text)) {
    return new RemoteProblem('unreachable', 'It cannot be reached.', error);
  }
  return new RemoteProblem('broken', 'What arrived cannot be run.', error);
}
