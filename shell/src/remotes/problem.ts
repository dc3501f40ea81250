import { loadFailureOf, type LoadFailureCode } from '@cairn/ui';

export type ProblemCode = LoadFailureCode | 'unlisted' | 'contract' | 'crashed';

/** An error of a remote's part, with a message for people and a code for support. */
export class RemoteProblem extends Error {
  readonly code: ProblemCode;

  constructor(code: ProblemCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RemoteProblem';
    this.code = code;
  }
}

/** Classifies an error of loading a remote. */
export function problemOf(error: unknown): RemoteProblem {
  if (error instanceof RemoteProblem) return error;
  const { code, message } = loadFailureOf(error);
  return new RemoteProblem(code, message, error);
}
