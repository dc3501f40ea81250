import { AppError } from '@cairn/contracts';

/** Counts failures per key over a sliding time; per process, so replicas count apart. */
export interface Failures {
  isBlocked(key: string): boolean;
  count(key: string): void;
  clear(key: string): void;
}

/** Blocks a key for which `max` failures came within `seconds`; remembers at most `capacity` keys. */
export function countFailures(
  { max, seconds, capacity = 10_000 }: { max: number; seconds: number; capacity?: number },
  now: () => number = Date.now,
): Failures {
  const failures = new Map<string, number[]>();
  const recent = (key: string) => (failures.get(key) ?? []).filter((at) => at > now() - seconds * 1_000);
  return {
    isBlocked: (key) => recent(key).length >= max,
    clear: (key) => void failures.delete(key),
    count: (key) => {
      const times = [...recent(key), now()];
      failures.delete(key);
      failures.set(key, times);
      const oldest = failures.keys().next();
      if (failures.size > capacity && !oldest.done) failures.delete(oldest.value);
    },
  };
}

/** Runs an attempt to sign in; after too many failures of one of its keys it is refused unheard. */
export async function attempt<T>(limits: readonly [Failures, string][], run: () => Promise<T>): Promise<T> {
  if (limits.some(([failures, key]) => failures.isBlocked(key))) {
    throw new AppError('rate_limited', 'Too many failed attempts. Wait ten minutes and try again.');
  }
  try {
    const result = await run();
    for (const [failures, key] of limits) failures.clear(key);
    return result;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_credentials') {
      for (const [failures, key] of limits) failures.count(key);
    }
    throw error;
  }
}
