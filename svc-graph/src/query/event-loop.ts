import { setImmediate } from 'node:timers/promises';

const LONGEST = 5;

/** Lets other work of the process go on whenever this one has held it for 5 ms; call it in every long loop. */
export function yielder(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < LONGEST) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
