import { AppError } from '@cairn/contracts';

interface LimitRules {
  readonly max: number;
  readonly seconds: number;
  /** Which attempts stay counted: failures, failures until the next success, or all. */
  readonly counts: 'failures' | 'failures in a row' | 'all';
  /** The message for a key over the limit, before the time to wait. */
  readonly denied: string;
  /** How many keys are kept; the least recently used is dropped first. */
  readonly capacity?: number;
}

/** How an attempt ended; `void` when it says nothing about the caller. */
type Outcome = 'success' | 'failure' | 'void';

/** Counts attempts per key in a sliding window. Each process counts for itself, so replicas count apart. */
export interface AttemptLimit {
  /** Counts an attempt before it runs; call the result with its outcome. Throws `rate_limited` over the limit. */
  reserve(key: string): (outcome: Outcome) => void;
}

interface CountedAttempt {
  readonly at: number;
  ended: boolean;
}

const tooManyAtOnce = (): AppError =>
  new AppError('rate_limited', 'Too many attempts at once. Try again in a moment.', { retryAfter: 1 });

function refusal({ denied, seconds }: LimitRules, counted: readonly CountedAttempt[], now: number): AppError {
  if (counted.some(({ ended }) => !ended)) return tooManyAtOnce();
  const oldest = Math.min(...counted.map(({ at }) => at));
  return waiting(denied, oldest + seconds * 1_000 - now);
}

function waiting(denied: string, forMs: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(forMs / 1_000));
  const minutes = Math.ceil(retryAfter / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new AppError('rate_limited', `${denied} Wait ${wait} and try again.`, { retryAfter });
}

/** Allows `max` attempts per key within `seconds`, including running ones. */
export function limitAttempts(rules: LimitRules, now: () => number = () => Date.now()): AttemptLimit {
  const { max, seconds, counts, capacity = 10_000 } = rules;
  const attempts = new Map<string, CountedAttempt[]>();
  // After a clock is set back, attempts with a future time would block a key until that time, so they do not count.
  const counted = (key: string) =>
    (attempts.get(key) ?? []).filter(({ at, ended }) => !ended || Math.abs(now() - at) < seconds * 1_000);
  const keep = (key: string, kept: CountedAttempt[]) => {
    attempts.delete(key);
    if (kept.length > 0) attempts.set(key, kept);
    const oldest = attempts.keys().next();
    if (attempts.size > capacity && !oldest.done) attempts.delete(oldest.value);
  };
  const stays = (outcome: Outcome) => outcome === 'failure' || (outcome === 'success' && counts === 'all');
  return {
    reserve: (key) => {
      const before = counted(key);
      if (before.length >= max) throw refusal(rules, before, now());
      const attempt: CountedAttempt = { at: now(), ended: false };
      keep(key, [...before, attempt]);
      return (outcome) => {
        attempt.ended = true;
        const others = counted(key).filter((other) => other !== attempt);
        const clears = outcome === 'success' && counts === 'failures in a row';
        const left = clears ? others.filter(({ ended }) => !ended) : others;
        keep(key, stays(outcome) ? [...left, attempt] : left);
      };
    },
  };
}

interface SlowRules {
  /** So many failures cost no time. */
  readonly free: number;
  /** The time to wait after the next failure, in seconds; it doubles with each further one. */
  readonly firstWait: number;
  readonly longestWait: number;
  /** After so many seconds without a failure the key begins anew. */
  readonly forgotten: number;
  readonly denied: string;
  readonly capacity?: number;
}

interface SlowedKey {
  failures: number;
  running: number;
  lastAt: number;
}

/** Lets a key try on for ever, but ever more slowly: one attempt at a time, after a wait that grows. A success forgets nothing. */
export function slowAttempts(rules: SlowRules, now: () => number = () => Date.now()): AttemptLimit {
  const { free, firstWait, longestWait, forgotten, denied, capacity = 10_000 } = rules;
  const keys = new Map<string, SlowedKey>();
  const stateOf = (key: string): SlowedKey => {
    const known = keys.get(key);
    const isOld = known && known.running === 0 && Math.abs(now() - known.lastAt) >= forgotten * 1_000;
    return known && !isOld ? known : { failures: 0, running: 0, lastAt: now() };
  };
  const refuse = ({ failures, running, lastAt }: SlowedKey) => {
    if (failures + running < free) return;
    if (running > 0) throw tooManyAtOnce();
    const wait = Math.min(longestWait, firstWait * 2 ** (failures - free)) * 1_000;
    const left = lastAt + wait - now();
    if (left > 0) throw waiting(denied, left);
  };
  return {
    reserve: (key) => {
      const state = stateOf(key);
      refuse(state);
      state.running += 1;
      keys.delete(key);
      keys.set(key, state);
      const oldest = keys.keys().next();
      if (keys.size > capacity && !oldest.done) keys.delete(oldest.value);
      return (outcome) => {
        state.running -= 1;
        if (outcome === 'failure') {
          state.failures += 1;
          state.lastAt = now();
        }
        if (state.failures === 0 && state.running === 0) keys.delete(key);
      };
    },
  };
}

function reserveAll(limits: readonly [AttemptLimit, string][]): ((outcome: Outcome) => void)[] {
  const reserved: ((outcome: Outcome) => void)[] = [];
  try {
    for (const [limit, key] of limits) reserved.push(limit.reserve(key));
  } catch (error) {
    for (const end of reserved) end('void');
    throw error;
  }
  return reserved;
}

const outcomeOf = (error: unknown): Outcome =>
  error instanceof AppError && ['invalid_credentials', 'conflict', 'not_found'].includes(error.code)
    ? 'failure'
    : 'void';

/** Runs an attempt within the limits of all its keys. It counts before it runs, so parallel attempts gain nothing. */
export async function attempt<T>(
  limits: readonly [AttemptLimit, string][],
  run: () => Promise<T>,
): Promise<T> {
  const reserved = reserveAll(limits);
  try {
    const result = await run();
    for (const end of reserved) end('success');
    return result;
  } catch (error) {
    for (const end of reserved) end(outcomeOf(error));
    throw error;
  }
}
