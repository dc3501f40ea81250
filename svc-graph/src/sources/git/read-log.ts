import { setTimeout } from 'node:timers/promises';
import { recordGit, type RecordedGit } from './git.ts';
import { type LogReading, logStatements } from './log-statements.ts';
import type { Context } from './normalise.ts';
import type { IngestBatch, IngestRun } from './ingest-run.ts';
import { OFFSET_ONLY, RECORD_END, logFormat, parseLog, pieces } from './records.ts';
import { ALL_REFS } from './refs.ts';

export interface LogRange {
  /** Every commit that these reach has been read. */
  readonly since: readonly string[];
  /** Commits read by a run that was cut short. */
  readonly known: ReadonlySet<string>;
  /** Whether the repository has a mailmap. */
  readonly mapped: boolean;
}

/** Bytes of a batch: a large one makes transactions cheap, a small first one shows commits early. */
const PIECE = 1 << 22;
const FIRST = 1 << 18;

function only(piece: Buffer, known: ReadonlySet<string>): Buffer {
  if (known.size === 0) return piece;
  const records = piece.toString('latin1').split(RECORD_END);
  const fresh = records.filter((record) => record !== '' && !known.has(record.slice(0, record.indexOf(' '))));
  return Buffer.from(fresh.map((record) => record + RECORD_END).join(''), 'latin1');
}

/** How often the output of git is checked. */
const LOOK_MS = 10;

/** Yields the output of a git process as it grows, until the process has ended. */
async function* followed(git: RecordedGit): AsyncGenerator<Buffer> {
  let over = false;
  const end = () => (over = true);
  git.ended.then(end, end);
  for (;;) {
    // Its last output may become visible only after its end.
    const isLast = over;
    const bytes = git.read();
    if (bytes.length > 0) yield bytes;
    else if (isLast) return;
    else await setTimeout(LOOK_MS);
  }
}

function startLog(path: string, { mapped }: LogRange): RecordedGit {
  return recordGit(path, [
    'log',
    '-z',
    logFormat(mapped),
    OFFSET_ONLY,
    '--no-show-signature',
    '--no-patch',
    '--ignore-missing',
    ...ALL_REFS,
    '--stdin',
  ]);
}

/**
 * Reads commits, newest first and without their changes. The last batch, if any, is returned: the caller commits it
 * together with everything that is derived from all commits.
 */
export async function readLog(
  path: string,
  context: Context,
  range: LogRange,
  log: LogReading,
  run: IngestRun,
): Promise<IngestBatch[]> {
  const batchesOf = (piece: Buffer): IngestBatch[] => {
    const bytes = only(piece, range.known);
    const records = parseLog(bytes.toString('latin1'));
    if (records.length === 0) return [];
    const steps = logStatements(records, context, log);
    return [{ raw: { kind: 'commits', bytes }, steps, commits: records.length }];
  };
  const git = startLog(path, range);
  git.feed(range.since.map((sha) => `^${sha}\n`).join(''));
  git.finish();
  try {
    const cut = pieces(followed(git), PIECE, FIRST);
    let piece = await cut.next();
    for (; !piece.done; piece = await cut.next())
      for (const batch of batchesOf(piece.value)) await run.sendTogether([batch]);
    await git.ended;
    return batchesOf(piece.value);
  } finally {
    await git.close();
  }
}
