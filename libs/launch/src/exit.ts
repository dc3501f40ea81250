/** Exit codes follow sysexits.h. */
export const EXIT = {
  usage: 64,
  noInput: 66,
  unavailable: 69,
  software: 70,
  cannotCreate: 73,
  /** A file of Cairn's data cannot be read (EX_IOERR). */
  damaged: 74,
  config: 78,
} as const;

/** A reason not to start that a person can resolve. It is thrown before anything is created. */
export class StartError extends Error {
  readonly exitCode: number;

  constructor(kind: keyof typeof EXIT, message: string) {
    super(message);
    this.name = 'StartError';
    this.exitCode = EXIT[kind];
  }
}
