/** An issue of a sprint: its size, from when until when it was in it, and when it was completed. */
export interface SprintIssue {
  readonly uuid: string;
  readonly size: number;
  /** Milliseconds; from the start of the sprint when it was there from the beginning. */
  readonly joined: number;
  readonly left: number | null;
  readonly completed: number | null;
}

/** A day of a sprint: how much was in it, and how much of that was left at its end. */
export interface SprintDay {
  readonly at: number;
  readonly scope: number;
  readonly remaining: number;
}

/** What became of the scope of a sprint. */
export interface SprintOutcome {
  readonly committed: number;
  readonly added: number;
  readonly removed: number;
  readonly done: number;
  readonly carriedOver: number;
}

const DAY_MS = 86_400_000;
const sumOf = (issues: readonly SprintIssue[]) => issues.reduce((sum, { size }) => sum + size, 0);
const isIn = ({ joined, left }: SprintIssue, at: number) => joined <= at && (left === null || left > at);
const isOpen = ({ completed }: SprintIssue, at: number) => completed === null || completed > at;

/** The days of a sprint until now, from its first moment on. */
export function daysOf(issues: readonly SprintIssue[], start: number, end: number, now: number): SprintDay[] {
  const days: SprintDay[] = [];
  const last = Math.min(end, now);
  const push = (at: number) => {
    const inIt = issues.filter((issue) => isIn(issue, at));
    days.push({ at, scope: sumOf(inIt), remaining: sumOf(inIt.filter((issue) => isOpen(issue, at))) });
  };
  for (let at = start; at < last; at += DAY_MS) push(at);
  if (last >= start) push(last);
  return days;
}

/** What was committed, added and removed, what was done by the end, and what stayed open. */
export function outcomeOf(
  issues: readonly SprintIssue[],
  start: number,
  end: number,
  now: number,
): SprintOutcome {
  const last = Math.min(end, now);
  const stays = issues.filter(({ left }) => left === null || left >= last);
  return {
    committed: sumOf(issues.filter(({ joined }) => joined <= start)),
    added: sumOf(issues.filter(({ joined }) => joined > start && joined <= last)),
    removed: sumOf(issues.filter(({ left }) => left !== null && left < last)),
    done: sumOf(stays.filter((issue) => !isOpen(issue, last))),
    carriedOver: sumOf(stays.filter((issue) => isOpen(issue, last))),
  };
}

/** What an even pace leaves at a moment of a sprint, rounded to a tenth. */
export function evenPaceAt(at: number, committed: number, start: number, end: number): number {
  const share = Math.min(1, Math.max(0, (at - start) / Math.max(1, end - start)));
  return Math.round(committed * (1 - share) * 10) / 10;
}
