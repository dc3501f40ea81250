export type LoadFailureCode = 'unreachable' | 'timeout' | 'broken';

const WORDS: Readonly<Record<LoadFailureCode, string>> = {
  unreachable: 'It cannot be reached.',
  timeout: 'It did not answer in time.',
  broken: 'What arrived cannot be run.',
};

/** An error of loading the page's code or styles, with a message for people and a code for support. */
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
  // The script arrived and failed while running; the loaders report it like a script that never arrived.
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

/** Classifies an error of loading code or styles. */
export function loadFailureOf(error: unknown): LoadFailure {
  return error instanceof LoadFailure ? error : new LoadFailure(codeOf(textOf(error)), error);
}

/** Rejects with a timeout when a promise has not settled after this many milliseconds. */
export function inLoadTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new LoadFailure('timeout')), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
