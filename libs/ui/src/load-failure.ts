export type LoadFailureCode = 'unreachable' | 'timeout' | 'broken';

const WORDS: Readonly<Record<LoadFailureCode, string>> = {
  unreachable: 'It cannot be reached.',
  timeout: 'It did not answer in time.',
  broken: 'What arrived cannot be run.',
};

/** Why code or styles of the page could not be loaded, in words for people and a code for support. */
export class LoadFailure extends Error {
  readonly code: LoadFailureCode;

  constructor(code: LoadFailureCode, cause?: unknown) {
    super(WORDS[code], { cause });
    this.name = 'LoadFailure';
    this.code = code;
  }
}

const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.name} ${error.message}` : String(error);

function codeOf(text: string): LoadFailureCode {
  // The script arrived and failed while it ran; the loaders report both under the code of one that never came.
  if (/ScriptExecutionError|Loading chunk [^]*\(missing:/.test(text)) return 'broken';
  if (/timed? ?out|TimeoutError|\(timeout:/i.test(text)) return 'timeout';
  if (
    /NetworkError|Failed to fetch|Load failed|Loading (CSS )?chunk|RUNTIME-008|dynamically imported/i.test(
      text,
    )
  ) {
    return 'unreachable';
  }
  return 'broken';
}

/** Names what went wrong while code or styles were loaded. */
export function loadFailureOf(error: unknown): LoadFailure {
  return error instanceof LoadFailure ? error : new LoadFailure(codeOf(textOf(error)), error);
}

/** Rejects as timed out when a promise has not settled after so many milliseconds. */
export function inLoadTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new LoadFailure('timeout')), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
