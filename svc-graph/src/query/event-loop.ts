import { setImmediate } from 'node:timers/promises';

const LONGEST_MS = 5;

/** Yields to the event loop when 5 ms have passed since the last time; call it in every long loop. */
export function yielder(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < LONGEST_MS) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
