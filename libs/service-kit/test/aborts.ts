import { setTimeout as wait } from 'node:timers/promises';

/** At how many moments callers leave, while their call runs. */
const MOMENTS = 10;
const LATEST_MS = 50;

/** Time for what a call left behind to reject. */
const SETTLED_MS = 5;

interface App {
  request(path: string, init: RequestInit): Response | Promise<Response>;
}

/** A call as it is made each time. */
export interface AbortedCall {
  readonly path: string;
  readonly init: () => Promise<RequestInit>;
}

/** Calls to the end of the answer, or until the caller leaves; a stream without end has an end here. */
async function callUntil(app: App, { path, init }: AbortedCall, moment: number, leaves: boolean) {
  const leaving = new AbortController();
  const sent = await init();
  const begun = performance.now();
  const timer = leaves ? setTimeout(() => leaving.abort(), moment) : undefined;
  const answer = await app.request(path, { ...sent, ...(leaves ? { signal: leaving.signal } : {}) });
  const left = wait(moment).then(() => answer.body?.cancel());
  await Promise.race([answer.text(), left]).catch(() => undefined);
  clearTimeout(timer);
  return { status: answer.status, ms: performance.now() - begun };
}

/** Makes a call and leaves it early, ten times; returns what stayed behind, and what a call after that suffers. */
export async function faultsOfAborts(app: App, call: AbortedCall): Promise<string[]> {
  const faults: string[] = [];
  const listen = (error: unknown) => void faults.push(`unheard: ${String(error)}`);
  process.on('unhandledRejection', listen);
  const ask = async (name: string, moment: number, leaves: boolean) => {
    const { status, ms } = await callUntil(app, call, moment, leaves);
    if (status >= 500) faults.push(`${name}: ${String(status)}`);
    return ms;
  };
  try {
    const whole = Math.min(LATEST_MS, await ask('the first call', LATEST_MS, false));
    for (let moment = 0; moment < whole; moment += whole / MOMENTS)
      await ask(`left after ${moment.toFixed(1)} ms`, moment, true);
    await wait(SETTLED_MS);
    await ask('the next call', LATEST_MS, false);
    return faults;
  } finally {
    process.off('unhandledRejection', listen);
  }
}
