import { PassThrough } from 'node:stream';
import { startGit } from './git.ts';
import { type LogReading, logStatements } from './log-statements.ts';
import type { Context } from './normalise.ts';
import type { Reading } from './reading.ts';
import { RECORD_END, logBoundary, logFormat, parseLog, pieces } from './records.ts';
import { ALL_REFS } from './refs.ts';

export interface LogRange {
  /** Commits that everything before them is known of. */
  readonly since: readonly string[];
  /** Commits that a reading cut short has brought in already. */
  readonly known: ReadonlySet<string>;
  /** The repository has a mailmap. */
  readonly mapped: boolean;
}

/** Large enough that the cost of a transaction is small beside it; the first is small, so that something is seen soon. */
const PIECE = 1 << 22;
const FIRST = 1 << 18;

function only(bytes: string, known: ReadonlySet<string>): string {
  if (known.size === 0) return bytes;
  const records = bytes.split(RECORD_END).filter((record) => record !== '');
  return records
    .filter((record) => !known.has(record.slice(0, record.indexOf(' '))))
    .map((record) => record + RECORD_END)
    .join('');
}

/** Reads commits, newest first and without their changes; every batch can be queried when it is in, the last one perhaps after this has ended. */
export async function readLog(
  path: string,
  context: Context,
  range: LogRange,
  log: LogReading,
  reading: Reading,
): Promise<void> {
  const git = startGit(path, [
    'log',
    '-z',
    logFormat(range.mapped),
    '--no-show-signature',
    '--no-patch',
    '--ignore-missing',
    ...ALL_REFS,
    '--stdin',
  ]);
  git.stdin.end(range.since.map((sha) => `^${sha}\n`).join(''));
  try {
    // git goes on while a batch is brought in.
    const ahead = git.stdout.pipe(new PassThrough({ highWaterMark: PIECE }));
    for await (const piece of pieces(ahead, logBoundary, PIECE, FIRST)) {
      const bytes = only(piece, range.known);
      const records = parseLog(bytes);
      if (records.length > 0)
        await reading.send({ kind: 'commits', bytes }, logStatements(records, context, log), records.length);
    }
    await git.ended;
  } finally {
    git.kill();
  }
}
