import { AppError } from '@cairn/contracts';

/** Runs functions that hash a password, few at a time. */
export type HashQueue = <T>(run: () => Promise<T>) => Promise<T>;

/** Bounds how many hashes run and wait; the next is `rate_limited`. A hash takes a core for a tenth of a second. */
export function createHashQueue({ running = 2, waiting = 32 } = {}): HashQueue {
  const queue: (() => void)[] = [];
  let active = 0;
  const enter = async () => {
    if (active < running) {
      active += 1;
      return;
    }
    if (queue.length >= waiting) {
      const message = 'Very many people sign in at this moment. Try again in a few seconds.';
      throw new AppError('rate_limited', message, { retryAfter: 3 });
    }
    await new Promise<void>((resolve) => queue.push(resolve));
  };
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else active -= 1;
  };
  return async (run) => {
    await enter();
    try {
      return await run();
    } finally {
      leave();
    }
  };
}
