import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from '../../../journeys/product.ts';
import { makeFixtureRepository } from '../../fixture-repository.ts';
import { crowd, type Timed } from './crowd.ts';
import { bareFile, CLIENTS, headersOf, routeOf, type CallName, type Serving } from './servers.ts';
import { openFile, replay } from './statements.ts';

type Print = (line: string) => void;

const SERVER = join(import.meta.dirname, '../../../bin/bench-workspace.ts');
const OWNER = { email: 'owner@example.org', password: 'a long pass phrase 7' };
const SESSIONS = 10;
const ROUNDS = 60;
const ROUNDS_OF_TOKEN = 10;

const load = () => `load ${loadavg()[0]?.toFixed(1) ?? '?'}`;
const quantile = (values: readonly number[], q: number) => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
};

async function startServer<Answer>(order: object): Promise<{ child: ChildProcess; answer: Answer }> {
  const child = fork(SERVER, { execArgv: ['--import', 'tsx'] });
  child.send(order);
  const [answer] = (await once(child, 'message')) as [Answer];
  return { child, answer };
}

type Call = (url: string, name: CallName, more?: object) => Promise<void>;

/** Calls a server with a token that lasts for a while. */
async function callerOf(serving: Serving): Promise<Call> {
  const headers = await headersOf(serving);
  return async (url, name, more = {}) => {
    const body = JSON.stringify({ ...serving.bodies[name], ...more });
    const answer = await fetch(`${url}/api/deep-links/${routeOf(name)}`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
}

async function timeOf(run: () => unknown): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** A page and a search over HTTP, by turns with the same statements in better-sqlite3. */
async function lists(file: string, serving: Serving, print: Print): Promise<void> {
  const database = openFile(bareFile(file));
  const run = replay(database);
  print(`\nOne client, ${ROUNDS} turns, ${load()}\n`);
  print(
    '| | over HTTP, p50 ms | p95 ms | better-sqlite3, p50 ms | p95 ms | ratio of p50 |\n|---|--:|--:|--:|--:|--:|',
  );
  for (const name of ['list', 'owned', 'drawn', 'search'] as const) {
    let call = await callerOf(serving);
    const [http, direct]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      // A token ends after two minutes, which a busy machine needs for less than all turns.
      if (turn % ROUNDS_OF_TOKEN === 0) call = await callerOf(serving);
      http.push(await timeOf(() => call(serving.url, name)));
      direct.push(await timeOf(() => run(serving.statements[name])));
    }
    const [a, b] = [quantile(http, 0.5), quantile(direct, 0.5)];
    const figures = [a, quantile(http, 0.95), b, quantile(direct, 0.95)].map((ms) => ms.toFixed(1));
    print(`| ${name} | ${figures.join(' | ')} | ${(a / b).toFixed(2)} |`);
  }
  database.close();
}

/** Requests a second of clients that call without pauses. */
async function perSecond(url: string, serving: Serving, name: CallName, seconds: number): Promise<number> {
  const call = await callerOf(serving);
  let done = 0;
  const end = performance.now() + seconds * 1_000;
  const client = async (_: unknown, index: number) => {
    const more = name === 'save' ? { id: serving.boards[index] } : {};
    while (performance.now() < end) {
      await call(url, name, more);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return done / seconds;
}

/** Reads and saves of a board, by turns on the service and on bare Hono with the same statements. */
async function boards(file: string, serving: Serving, print: Print): Promise<void> {
  const bare = await startServer<string>({ file, things: 0, statements: serving.statements });
  print(`\n${CLIENTS} clients, 3 turns of 4 s each, ${load()}\n`);
  print('| | service, requests a second | bare Hono | ratio |\n|---|--:|--:|--:|');
  for (const name of ['read', 'save'] as const) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < 3; turn += 1) {
      ours.push(await perSecond(serving.url, serving, name, 4));
      theirs.push(await perSecond(bare.answer, serving, name, 4));
    }
    const [a, b] = [quantile(ours, 0.5), quantile(theirs, 0.5)];
    print(`| ${name} | ${a.toFixed(0)} | ${b.toFixed(0)} | ${(a / b).toFixed(2)} |`);
  }
  bare.child.disconnect();
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(OWNER),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}

function row(name: string, timed: readonly Timed[]): string {
  const errors = timed.filter(({ status }) => status !== 200).length;
  const times = timed.map(({ ms }) => ms);
  const figures = [0.5, 0.95, 0.99].map((q) => quantile(times, q).toFixed(0));
  return `| ${[name, timed.length, errors, ...figures].join(' | ')} |`;
}

/** Two hundred people through the gateway, whose saves are read back. */
async function people(folder: string, seconds: number, print: Print): Promise<void> {
  const repo = join(folder, 'lighthouse');
  await makeFixtureRepository({ dir: repo, commits: 60, seed: 7 });
  const product = await startProduct({
    args: ['--repo', repo, '--data', join(folder, 'data'), '--port', '0'],
    env: { CAIRN_OWNER_EMAIL: OWNER.email, CAIRN_OWNER_PASSWORD: OWNER.password },
  });
  try {
    const { url } = product;
    const cookies: string[] = [];
    while (cookies.length < SESSIONS) cookies.push(await signIn(url));
    const orgs = await fetch(`${url}/api/user/orgs`, { headers: { cookie: cookies[0] ?? '' } });
    const [org] = (await orgs.json()) as { id: string }[];
    print(`\n200 people for ${seconds} s, pauses of 2 to 10 s, ${load()}`);
    const { timed, lost } = await crowd({ url, cookies, orgId: org?.id ?? '', people: 200, seconds });
    print(`\n| | requests | errors | p50 ms | p95 ms | p99 ms |\n|---|--:|--:|--:|--:|--:|`);
    for (const name of ['list', 'search', 'read', 'save'])
      print(
        row(
          name,
          timed.filter((each) => each.name === name),
        ),
      );
    print(row('all', timed));
    print(`\nSaves that were not there afterwards: ${lost}; ${load()} at the end`);
  } finally {
    await product.stop();
  }
}

/** `--things N --seconds N --only lists,boards,people`: what the service of saved things bears. */
export async function benchWorkspace(args: readonly string[], print: Print): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      things: { type: 'string', default: '50000' },
      seconds: { type: 'string', default: '60' },
      only: { type: 'string', default: 'lists,boards,people' },
    },
  });
  const chosen = values.only.split(',');
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-workspace-'));
  print(`${cpus().length} × ${cpus()[0]?.model ?? 'cpu'}, Node ${process.version}, ${load()} at the start`);
  try {
    if (chosen.includes('lists') || chosen.includes('boards')) {
      const file = join(folder, 'workspace.sqlite');
      const { child, answer } = await startServer<Serving>({ file, things: Number(values.things) });
      if (chosen.includes('lists')) await lists(file, answer, print);
      if (chosen.includes('boards')) await boards(file, answer, print);
      child.disconnect();
    }
    if (chosen.includes('people')) await people(folder, Number(values.seconds), print);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
