import { statfs } from 'node:fs/promises';
import type { OngoingProblem, ReportProblems } from './problems.ts';

/** A database needs about this much for its next write. */
const FULL_BELOW = 1_048_576;
/** Twice as much counts as free, so that a disk near the limit does not change state all the time. */
const ROOM_ABOVE = 2 * FULL_BELOW;
const EVERY_MS = 3_000;

/** The problem of a folder whose disk is full. */
export function fullDisk(dir: string): OngoingProblem {
  return {
    key: 'full disk',
    message: `The disk is full. Cairn goes on, but keeps nothing new. Free some space on the disk that holds ${dir}.`,
    over: 'There is room on the disk again.',
  };
}

const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

/** True when an error says that a disk or a quota is full. */
export const saysFull = (error: unknown): boolean =>
  error instanceof Error && CODES.includes((error as NodeJS.ErrnoException).code);

/** Reports a full disk beneath a folder until it is stopped. */
export function watchDisk(dir: string, report: ReportProblems, everyMs = EVERY_MS): () => void {
  let isFull = false;
  const look = async () => {
    const disk = await statfs(dir).catch(() => null);
    // Some network disks report no sizes.
    if (!disk || disk.blocks === 0) return;
    isFull = disk.bavail * disk.bsize < (isFull ? ROOM_ABOVE : FULL_BELOW);
    report('disk', isFull ? [fullDisk(dir)] : []);
  };
  const timer = setInterval(() => void look(), everyMs);
  return () => clearInterval(timer);
}
