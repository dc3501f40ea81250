import { setTimeout as pause } from 'node:timers/promises';
import { REQUESTS, type BenchRequest } from './requests.ts';

/** People who ask at the same time, from one process. */
export interface Crowd {
  readonly url: string;
  /** Session cookies; people take them by turns. */
  readonly cookies: readonly string[];
  readonly orgId: string;
  readonly people: number;
  readonly seconds: number;
  readonly asks: keyof typeof REQUESTS;
  /** Milliseconds between an answer and the next request, from and to. */
  readonly pauses: readonly [number, number];
}

/** One request: what it was, its status (0 where the connection failed), and how long the whole answer took. */
export interface Taken {
  readonly name: string;
  readonly status: number;
  readonly ms: number;
}

async function ask(url: string, cookie: string, { name, path, body }: BenchRequest): Promise<Taken> {
  const started = performance.now();
  const status = await fetch(url + path, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { 'content-type': 'application/json', cookie },
  }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
  return { name, status, ms: performance.now() - started };
}

/** Lets a crowd ask for its time, and gives what each request took. */
export async function sendPeople(crowd: Crowd): Promise<Taken[]> {
  const { url, cookies, orgId, people, seconds, asks, pauses } = crowd;
  const taken: Taken[] = [];
  const [shortest, longest] = pauses;
  const rest = () => shortest + Math.random() * (longest - shortest);
  const end = performance.now() + seconds * 1_000;
  const person = async (_: unknown, index: number) => {
    const cookie = cookies[index % cookies.length] ?? '';
    await pause(Math.random() * longest);
    while (performance.now() < end) {
      taken.push(await ask(url, cookie, REQUESTS[asks](orgId)));
      if (longest > 0) await pause(rest());
    }
  };
  await Promise.all(Array.from({ length: people }, person));
  return taken;
}
