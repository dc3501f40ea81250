import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@cairn/contracts';
import { causesOf, diskFull, isDiskFull, type ErrorFacts, type Problem } from '@cairn/service-kit';

const DAMAGED =
  'Some accounts and saved things cannot be read, because their database is damaged. Whoever runs Cairn can restore it.';
const RETRY_AFTER = 5;
/** A database counts as away when an empty query takes longer; readiness probes wait two seconds. */
const ANSWER_MS = 1_500;

/** Why a database is away, by the first characters of the error codes of drivers and databases. */
const REASONS: readonly (readonly [codes: readonly string[], reason: string])[] = [
  [['ECONNREFUSED', 'ENOENT'], 'it refuses connections'],
  [['ENOTFOUND', 'EAI_AGAIN'], 'its host name is not known'],
  [['EHOSTUNREACH', 'ENETUNREACH'], 'its host cannot be reached'],
  [['ETIMEDOUT'], 'it does not answer'],
  [['ECONNRESET', 'EPIPE', '08'], 'the connection broke'],
  [['57P01', '57P02'], 'it was stopped'],
  [['57P03'], 'it is starting or stopping'],
  [['53300'], 'it has no connection left'],
  [['25006', 'SQLITE_READONLY'], 'it is read-only'],
  [['SQLITE_BUSY', 'SQLITE_LOCKED'], 'it is busy'],
  [['SQLITE_IOERR', 'SQLITE_CANTOPEN'], 'its file cannot be read or written'],
];
const NO_ANSWER = /timeout exceeded when trying to connect|connection timeout/i;
const BROKEN = /connection terminated|connection error/i;
const CORRUPT = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'XX001', 'XX002'];

const hasCode = (codes: readonly string[]) => (error: ErrorFacts) =>
  codes.some((code) => error.code.startsWith(code));

function reasonOf(errors: readonly ErrorFacts[]): string | undefined {
  const known = REASONS.find(([codes]) => errors.some(hasCode(codes)));
  if (known) return known[1];
  if (errors.some(({ message }) => NO_ANSWER.test(message))) return 'it does not answer';
  return errors.some(({ message }) => BROKEN.test(message)) ? 'the connection broke' : undefined;
}

/** The database cannot be asked at the moment. */
export class DatabaseAway extends AppError {
  /** The reason in plain words, to follow a colon. */
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    const message = `The database of accounts and saved things is away: ${reason}. Cairn goes on by itself once it is back.`;
    super('unavailable', message, { cause, retryAfter: RETRY_AFTER });
    this.reason = reason;
  }
}

class DatabaseDamaged extends AppError {
  constructor(cause: unknown) {
    super('unavailable', DAMAGED, { cause });
  }
}

/** The error in words for people of a database that is away, full or damaged; undefined for every other error. */
export function databaseOutage(error: unknown): AppError | undefined {
  if (error instanceof DatabaseAway || error instanceof DatabaseDamaged) return error;
  if (isDiskFull(error)) return diskFull(error);
  const errors = causesOf(error);
  if (errors.some(hasCode(CORRUPT))) return new DatabaseDamaged(error);
  const reason = reasonOf(errors);
  return reason === undefined ? undefined : new DatabaseAway(reason, error);
}

/** Rejects unless the database answers soon. Concurrent calls share one query, so queries do not pile up. */
export function answersSoon(ask: () => Promise<unknown>): () => Promise<unknown> {
  let asking: Promise<unknown> | undefined;
  return () => {
    asking ??= ask().finally(() => (asking = undefined));
    const late = pause(ANSWER_MS, undefined, { ref: false }).then(() => {
      throw new DatabaseAway('it does not answer');
    });
    return Promise.race([asking, late]);
  };
}

interface RunningCall {
  outage?: AppError;
}

/** Records outages of the database for each call, and damage since the start. */
export class DatabaseHealth {
  readonly #calls = new AsyncLocalStorage<RunningCall>();
  readonly #file: string | undefined;
  #isDamaged = false;

  /** `file` is that of a SQLite database. */
  constructor(file?: string) {
    this.#file = file;
  }

  /** Receives every error of the database. */
  note(error: unknown): void {
    const outage = databaseOutage(error);
    this.#isDamaged ||= outage instanceof DatabaseDamaged;
    const call = this.#calls.getStore();
    if (call && outage) call.outage ??= outage;
  }

  /** Runs a call. Where better-auth replaced an outage by an error of its own, the call fails with the outage. */
  around<T>(call: () => Promise<T>): Promise<T> {
    const running: RunningCall = {};
    return this.#calls.run(running, () =>
      call().catch((error: unknown) => {
        const isOurs = error instanceof AppError && error.code !== 'internal';
        throw (isOurs ? undefined : running.outage) ?? error;
      }),
    );
  }

  /** The problems that the operator has to know. */
  problems(): Problem[] {
    if (!this.#isDamaged) return [];
    const message =
      'The database of accounts and saved things is damaged. Stop Cairn, restore the database from a backup, and start again.';
    return [{ code: 'damaged_database', message, ...(this.#file ? { file: this.#file } : {}) }];
  }
}
