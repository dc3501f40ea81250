/** An issue of a sprint: its size, and when it was closed, in milliseconds. */
export interface SprintIssue {
  readonly uuid: string;
  readonly size: number;
  /** When it was completed or cancelled. */
  readonly closed: number | null;
  readonly isCancelled: boolean;
}

/** What was in a sprint at a moment. */
export interface SprintSnapshot {
  readonly at: number;
  readonly issues: readonly SprintIssue[];
}

/** A day of a sprint: how much was in it, and how much of that was left. */
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
  readonly cancelled: number;
  readonly carriedOver: number;
}

const DAY_MS = 86_400_000;
/** A longer sprint is read in steps of several days. */
const MOST_STEPS = 31;

const sumOf = (issues: readonly SprintIssue[]) => issues.reduce((sum, { size }) => sum + size, 0);
const openAt = ({ at, issues }: SprintSnapshot) =>
  issues.filter(({ closed }) => closed === null || closed > at);

/** The moments at which a sprint is read: its start, each day, and its end or now; none before it begins. */
export function momentsOf(start: number, end: number, now: number): number[] {
  const last = Math.min(end, now);
  if (last < start) return [];
  const step = Math.max(1, Math.ceil((last - start) / DAY_MS / MOST_STEPS)) * DAY_MS;
  const steps = Array.from({ length: Math.ceil((last - start) / step) }, (_, at) => start + at * step);
  return [...steps, last];
}

/** The days of a sprint: its scope and what was left of it. */
export function daysOf(snapshots: readonly SprintSnapshot[]): SprintDay[] {
  return snapshots.map((snapshot) => ({
    at: snapshot.at,
    scope: sumOf(snapshot.issues),
    remaining: sumOf(openAt(snapshot)),
  }));
}

/** What was committed, added and removed, what was done or cancelled by the end, and what stayed open. */
export function outcomeOf(snapshots: readonly SprintSnapshot[]): SprintOutcome {
  const [first, last] = [snapshots[0], snapshots.at(-1)];
  if (!first || !last) return { committed: 0, added: 0, removed: 0, done: 0, cancelled: 0, carriedOver: 0 };
  const uuidsOf = ({ issues }: SprintSnapshot) => new Set(issues.map(({ uuid }) => uuid));
  const [atFirst, atLast] = [uuidsOf(first), uuidsOf(last)];
  const ever = [
    ...new Map(snapshots.flatMap(({ issues }) => issues.map((each) => [each.uuid, each]))).values(),
  ];
  const open = openAt(last);
  const closed = last.issues.filter((issue) => !open.includes(issue));
  return {
    committed: sumOf(first.issues),
    added: sumOf(ever.filter(({ uuid }) => !atFirst.has(uuid))),
    removed: sumOf(ever.filter(({ uuid }) => !atLast.has(uuid))),
    done: sumOf(closed.filter(({ isCancelled }) => !isCancelled)),
    cancelled: sumOf(closed.filter(({ isCancelled }) => isCancelled)),
    carriedOver: sumOf(open),
  };
}

/** What an even pace leaves at a moment of a sprint, rounded to a tenth. */
export function evenPaceAt(at: number, committed: number, start: number, end: number): number {
  const share = Math.min(1, Math.max(0, (at - start) / Math.max(1, end - start)));
  return Math.round(committed * (1 - share) * 10) / 10;
}
