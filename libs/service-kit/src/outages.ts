import { AppError } from '@cairn/contracts';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const DISK_FULL =
  'The disk of this Cairn is full, so nothing can be saved. Free some space; then it goes on by itself.';
const RETRY_AFTER = 5;

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']);
const FULL_WORDS = /no space left on device|disk quota exceeded|database or disk is full/i;

/** The code and words of one error. */
export interface ErrorFacts {
  readonly code: string;
  readonly message: string;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** An error with its causes, outermost first. The errors of several attempts count as causes. */
export function causesOf(error: unknown, depth = 0): ErrorFacts[] {
  if (typeof error === 'string') return [{ code: '', message: error }];
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const { code, message, cause, errors } = error as Record<'code' | 'message' | 'cause' | 'errors', unknown>;
  const inner = [cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  return [
    { code: textOf(code), message: textOf(message) },
    ...inner.flatMap((each) => causesOf(each, depth + 1)),
  ];
}

/** True when an error says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return causesOf(error).some(({ code, message }) => FULL_CODES.has(code) || FULL_WORDS.test(message));
}

/** The error of a full disk, with a message for people. */
export function diskFull(cause: unknown): AppError {
  return new AppError('disk_full', DISK_FULL, { cause, retryAfter: RETRY_AFTER });
}

/** The error for a failure by a full disk, with a message for people; undefined for other failures. */
export function outageOf(error: unknown): AppError | undefined {
  return !(error instanceof AppError) && isDiskFull(error) ? diskFull(error) : undefined;
}

/** Enough bytes to show that a small write of a database would succeed. */
const PROBE = Buffer.alloc(64 * 1_024, 1);

/** Rejects when a folder cannot be written to. */
export async function checkWritable(folder: string): Promise<void> {
  const file = join(folder, `.writable-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, PROBE, { mode: 0o600 });
  } catch (error) {
    throw outageOf(error) ?? error;
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * A check that runs at most once in this many milliseconds; other callers get the outcome of the last run.
 */
export function atMostEvery(milliseconds: number, check: () => Promise<void>): () => Promise<void> {
  let last = { at: Number.NEGATIVE_INFINITY, outcome: Promise.resolve() };
  return () => {
    const now = performance.now();
    if (now - last.at >= milliseconds) last = { at: now, outcome: check() };
    return last.outcome;
  };
}
