import { setImmediate } from 'node:timers/promises';

const LONGEST = 8;

/** Lets other work of the process go on whenever this one has held it for 8 ms; call it in every long loop. */
export function breather(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < LONGEST) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
