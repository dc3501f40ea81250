import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from '../../../journeys/product.ts';
import { makeFixtureRepository } from '../../fixture-repository.ts';
import { leaveLastCore, takeLastCore } from './cores.ts';
import { memoryOfServices } from './memory.ts';
import type { Crowd, Taken } from './people.ts';

type Print = (line: string) => void;

const CLIENT = join(import.meta.dirname, '../../../bin/bench-people.ts');
const OWNER = { email: 'owner@example.org', password: 'a long pass phrase 7' };
const COMMITS = 400;
/** Browsers that the people share; each has a session of its own. */
const SESSIONS = 10;

interface LoadTarget {
  readonly url: string;
  readonly cookies: readonly string[];
  /** The org of simulated data, and that of a small repository. */
  readonly large: string;
  readonly small: string;
}

/** How long each part asks, and how often it is repeated. */
interface Course {
  readonly seconds: number;
  readonly rounds: number;
}

/** Lets a crowd ask from a process of its own, so that it waits for nobody else's answers. */
async function send(crowd: Crowd): Promise<readonly Taken[]> {
  const child = fork(CLIENT, [JSON.stringify(crowd)]);
  if (child.pid !== undefined) takeLastCore(child.pid);
  const [taken] = (await once(child, 'message')) as [Taken[]];
  child.disconnect();
  return taken;
}

const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;

const ascending = (a: number, b: number) => a - b;
const timesOf = (taken: readonly Taken[]) => taken.map(({ ms }) => ms).toSorted(ascending);

function row(name: string, taken: readonly Taken[]): string {
  const times = timesOf(taken);
  const errors = taken.filter(({ status }) => status !== 200);
  const codes = [...new Set(errors.map(({ status }) => status))].join(', ');
  const figures = [0.5, 0.95, 0.99].map((q) => quantile(times, q).toFixed(0));
  const failed = errors.length === 0 ? '0' : `${errors.length} (${codes})`;
  return `| ${[name, taken.length, failed, ...figures].join(' | ')} |`;
}

const HEAD = '| | requests | errors | p50 ms | p95 ms | p99 ms |\n|---|--:|--:|--:|--:|--:|';
const load = () => `load ${loadavg()[0]?.toFixed(1) ?? '?'}`;

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

async function targetOf(url: string): Promise<LoadTarget> {
  const cookies: string[] = [];
  for (let session = 0; session < SESSIONS; session++) cookies.push(await signIn(url));
  const answer = await fetch(`${url}/api/user/orgs`, { headers: { cookie: cookies[0] ?? '' } });
  const orgs = (await answer.json()) as { id: string; simulated?: true }[];
  const idOf = (simulated: boolean) => orgs.find((org) => (org.simulated ?? false) === simulated)?.id ?? '';
  return { url, cookies, large: idOf(true), small: idOf(false) };
}

/** Fifty people with all that people do, on the simulated company. */
async function usual({ url, cookies, large }: LoadTarget, print: Print, { seconds }: Course): Promise<void> {
  const crowd: Crowd = {
    url,
    cookies,
    orgId: large,
    seconds,
    asks: 'usual',
    people: 50,
    pauses: [300, 1_200],
  };
  const taken = await send(crowd);
  print(`\n50 people for ${seconds} s, pauses of 0.3 to 1.2 s, ${load()}\n\n${HEAD}`);
  for (const name of [...new Set(taken.map((each) => each.name))].toSorted())
    print(
      row(
        name,
        taken.filter((each) => each.name === name),
      ),
    );
  print(row('all', taken));
}

/** The small questions of one org, alone and beside thirty people of another who ask without pauses. */
async function noisy(
  { url, cookies, large, small }: LoadTarget,
  print: Print,
  { seconds, rounds }: Course,
): Promise<void> {
  const quiet: Crowd = {
    url,
    cookies: cookies.slice(0, 1),
    orgId: small,
    seconds,
    asks: 'small',
    people: 1,
    pauses: [20, 40],
  };
  const noise: Crowd = {
    url,
    cookies: cookies.slice(1),
    orgId: large,
    seconds: seconds + 2,
    asks: 'heavy',
    people: 30,
    pauses: [0, 0],
  };
  await send({ ...quiet, seconds: 3 });
  const ratios: { readonly p50: number; readonly p95: number }[] = [];
  for (let round = 1; round <= rounds; round++) {
    const alone = await send(quiet);
    const [crowded, hammered] = await Promise.all([send(quiet), send(noise)]);
    print(`\nSmall questions of org B beside 30 people who ask org A without pauses, ${load()}\n\n${HEAD}`);
    print(row('B alone', alone));
    print(row('B beside A', crowded));
    print(row('A', hammered));
    const ratio = (q: number) => quantile(timesOf(crowded), q) / quantile(timesOf(alone), q);
    ratios.push({ p50: ratio(0.5), p95: ratio(0.95) });
  }
  const median = (of: 'p50' | 'p95') => quantile(ratios.map((each) => each[of]).toSorted(ascending), 0.5);
  print(`\nRatios, median of ${rounds}: p50 ${median('p50').toFixed(2)}, p95 ${median('p95').toFixed(2)}`);
}

/** What the services keep in memory after each round of fifty people. */
async function memory(place: LoadTarget, print: Print, course: Course): Promise<void> {
  const { url, cookies, large, small } = place;
  const crowd: Crowd = {
    url,
    cookies,
    orgId: large,
    seconds: course.seconds,
    asks: 'usual',
    people: 50,
    pauses: [300, 1_200],
  };
  const heavy: Crowd = { ...crowd, orgId: large, asks: 'heavy', people: 4, pauses: [0, 100] };
  const other: Crowd = { ...crowd, orgId: small, asks: 'small', people: 4, pauses: [20, 40] };
  let names: readonly string[] = [];
  let asked = 0;
  for (let round = 0; round <= course.rounds; round++) {
    if (round > 0) {
      const taken = await Promise.all([send(crowd), send(heavy), send(other)]);
      asked += taken.flat().length;
    }
    const kept = memoryOfServices();
    if (round === 0) {
      names = Object.keys(kept).toSorted();
      print(
        `\nResident MB after each ${course.seconds} s\n\n| round | requests | ${names.join(' | ')} | load |`,
      );
      print(`|--:|--:|${names.map(() => '--:|').join('')}--:|`);
    }
    print(`| ${[round, asked, ...names.map((name) => kept[name] ?? '–'), load()].join(' | ')} |`);
  }
}

const PARTS = { usual, noisy, memory };
/** What is measured unless something is named; the memory takes minutes. */
const USUAL_PARTS = ['usual', 'noisy'];

/** `--only usual,noisy,memory --seconds N --rounds N`: people who ask a product through its gateway; prints errors and times. */
export async function benchLoad(args: readonly string[], print: Print): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: USUAL_PARTS.join() },
      seconds: { type: 'string', default: '30' },
      rounds: { type: 'string', default: '1' },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-load-'));
  const repo = join(folder, 'lighthouse');
  await makeFixtureRepository({ dir: repo, commits: COMMITS, seed: 7 });
  const product = await startProduct({
    args: ['--repo', repo, '--data', join(folder, 'data'), '--port', '0', '--demo'],
    env: { CAIRN_OWNER_EMAIL: OWNER.email, CAIRN_OWNER_PASSWORD: OWNER.password },
  });
  try {
    // Only now: the product is built on all cores.
    const cores = leaveLastCore();
    const [cpu] = cpus();
    const memory = Math.round(totalmem() / 2 ** 30);
    print(
      `${cpus().length} × ${cpu?.model ?? 'cpu'}, ${memory} GiB, Node ${process.version}, ${cores}, ${load()} at the start`,
    );
    const place = await targetOf(product.url);
    const chosen = values.only.split(',');
    for (const [name, run] of Object.entries(PARTS))
      if (chosen.includes(name))
        await run(place, print, { seconds: Number(values.seconds), rounds: Number(values.rounds) });
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
