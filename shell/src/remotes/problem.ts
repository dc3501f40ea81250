import { loadFailureOf, type LoadFailureCode } from '@cairn/ui';

export type ProblemCode = LoadFailureCode | 'unlisted' | 'contract' | 'crashed';

/** Why a remote's part cannot be drawn, in words for people and a code for support. */
export class RemoteProblem extends Error {
  readonly code: ProblemCode;

  constructor(code: ProblemCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RemoteProblem';
    this.code = code;
  }
}

/** Names what went wrong while a remote was loaded. */
export function problemOf(error: unknown): RemoteProblem {
  if (error instanceof RemoteProblem) return error;
  const { code, message } = loadFailureOf(error);
  return new RemoteProblem(code, message, error);
}
