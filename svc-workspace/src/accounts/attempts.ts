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

function refusal({ denied, seconds }: LimitRules, counted: readonly CountedAttempt[], now: number): AppError {
  if (counted.some(({ ended }) => !ended)) {
    const message = 'Too many attempts at once. Try again in a moment.';
    return new AppError('rate_limited', message, { retryAfter: 1 });
  }
  const oldest = Math.min(...counted.map(({ at }) => at));
  const retryAfter = Math.max(1, Math.ceil((oldest + seconds * 1_000 - now) / 1_000));
  const minutes = Math.ceil(retryAfter / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new AppError('rate_limited', `${denied} Wait ${wait} and try again.`, { retryAfter });
}

/** Allows `max` attempts per key within `seconds`, including running ones. */
export function limitAttempts(rules: LimitRules, now: () => number = Date.now): AttemptLimit {
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
