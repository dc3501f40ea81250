import { setTimeout as pause } from 'node:timers/promises';
import { boardState } from './filled-org.ts';

/** One request: what it was, its status (0 where the connection failed), and how long the whole answer took. */
export interface Timed {
  readonly name: string;
  readonly status: number;
  readonly ms: number;
}

interface Crowd {
  readonly url: string;
  readonly cookies: readonly string[];
  readonly orgId: string;
  readonly people: number;
  readonly seconds: number;
}

type Post = (name: string, path: string, body: object) => Promise<unknown>;

/** What a person has: a board of their own, its version, and what they saved last. */
interface Person {
  readonly id: string;
  version: number;
  saved: string;
}

const timesOf = (url: string, cookie: string, timed: Timed[]): Post => {
  return async (name, path, body) => {
    const started = performance.now();
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', cookie },
    };
    const answer = await fetch(url + path, init).then(
      async (reply) => ({ status: reply.status, body: (await reply.json()) as { data?: unknown } }),
      () => ({ status: 0, body: {} as { data?: unknown } }),
    );
    timed.push({ name, status: answer.status, ms: performance.now() - started });
    return answer.status === 200 ? answer.body.data : null;
  };
};

const versionOf = (data: unknown) => (data as { version: number } | null)?.version;

/** What people do with what the service keeps, by turns. */
function actsOf(orgId: string, person: Person, post: Post): (() => Promise<unknown>)[] {
  const org = { org_id: orgId };
  const link = (action: string) => `/api/deep-links/${action}`;
  return [
    () => post('list', link('list'), { ...org, limit: 50, counts: true }),
    () => post('search', link('search'), { ...org, text: 'boa' }),
    () => post('read', link('read'), { ...org, id: person.id }),
    async () => {
      const title = `Saved at ${Math.random()}`;
      const { id, version } = person;
      const data = await post('save', link('update'), { ...org, id, version, state: boardState(title) });
      const next = versionOf(data);
      if (next !== undefined) Object.assign(person, { version: next, saved: title });
    },
  ];
}

/** Lets people work for a while; gives what each request took, and how many saves are not there afterwards. */
export async function crowd({ url, cookies, orgId, people, seconds }: Crowd) {
  const timed: Timed[] = [];
  const made: Timed[] = [];
  let lost = 0;
  const live = async (_: unknown, index: number) => {
    const cookie = cookies[index % cookies.length] ?? '';
    const board = { org_id: orgId, type: 'dashboard-v1', name: `Board ${index}`, state: boardState('New') };
    const data = (await timesOf(url, cookie, made)(
      'create',
      '/api/deep-links/create',
      board,
    )) as Person | null;
    if (!data) throw new Error('a board was not made');
    const person: Person = { id: data.id, version: data.version, saved: 'New' };
    const acts = actsOf(orgId, person, timesOf(url, cookie, timed));
    await pause(Math.random() * 10_000);
    const end = performance.now() + seconds * 1_000;
    while (performance.now() < end) {
      await acts[Math.floor(Math.random() * acts.length)]?.();
      await pause(2_000 + Math.random() * 8_000);
    }
    const read = { org_id: orgId, id: person.id };
    const kept = (await timesOf(url, cookie, made)('read', '/api/deep-links/read', read)) as {
      state: string;
    } | null;
    if (!kept?.state.includes(person.saved)) lost += 1;
  };
  await Promise.all(Array.from({ length: people }, live));
  return { timed, lost };
}
