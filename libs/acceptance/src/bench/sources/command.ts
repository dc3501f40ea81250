import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { findRecorded } from '../../../../../svc-graph/test/recorded-data.ts';
import { RepositoryArchive, readArchive } from '../../source-server/archive.ts';
import { type Tool, loadPayloads } from './payloads.ts';
import { sendMessages } from './messages.ts';
import { readLate, readTwice } from './readings.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const TOOLS: readonly Tool[] = ['github', 'jira', 'circleci', 'slack', 'snyk'];
/** The lists that are asked for each time. */
const LISTS: Readonly<Record<Tool, number>> = { github: 2, jira: 8, circleci: 3, slack: 9, snyk: 6 };
const DELAY_MS = 100;
/** The bars of the measurements. */
const BAR = { share: 1 / 12, memory: 1.2, first: 10_000, whole: 1.3, answered: 500, queryable: 5_000 };

const Asked = z.object({
  rounds: z.coerce.number().int().min(1).default(5),
  loaded: z.coerce.number().int().min(50).default(2_000),
  payloads: z.coerce.number().int().min(500).default(100_000),
  seconds: z.coerce.number().int().min(1).default(10),
  only: z.enum(['again', 'messages', 'late', 'loads', 'memory']).optional(),
});
type Asked = z.infer<typeof Asked>;
type Print = (line: string) => void;

const median = (numbers: readonly number[]) =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const row = (print: Print, what: string, figure: string, bar: string, isMet: boolean) =>
  print(`| ${what} | ${figure} | ${bar} | ${isMet ? 'met' : 'missed'} |`);

async function measureLoads(tool: Tool, { rounds, loaded }: Asked, print: Print): Promise<void> {
  const shares: number[] = [];
  let last = '';
  await loadPayloads(tool, 200);
  for (let round = 0; round < rounds; round += 1) {
    const { load, parse, bytes } = await loadPayloads(tool, loaded);
    shares.push(parse / load);
    last = `${(bytes / 1e6).toFixed(1)} MB, ${((loaded * 1_000) / load).toFixed(0)}/s`;
  }
  const share = median(shares);
  row(
    print,
    `${tool}: loaded against JSON.parse`,
    `1/${(1 / share).toFixed(0)} (${last})`,
    '1/12',
    share >= BAR.share,
  );
}

function measureMemory(tool: Tool, { payloads }: Asked, print: Print): void {
  const peak = (count: number) =>
    Number(
      execFileSync(
        process.execPath,
        ['--import', 'tsx', join(ROOT, 'libs/acceptance/bin/bench-sources.ts'), tool, String(count)],
        { cwd: ROOT, encoding: 'utf8' },
      ),
    );
  const [few, many] = [peak(payloads / 10), peak(payloads)];
  const what = `${tool}: peak memory at ${String(payloads)} and at a tenth`;
  const figure = `${(many / few).toFixed(2)} × (${many.toFixed(0)} and ${few.toFixed(0)} MB)`;
  row(print, what, figure, '1.2 ×', many / few <= BAR.memory);
}

async function measureAgain(tool: Tool, print: Print): Promise<void> {
  const { first, again, isSame } = await readTwice(tool);
  // One request for each list that is asked for each time.
  const most = Math.floor(first / 10) + LISTS[tool];
  const figure = `${String(again)} of ${String(first)} requests, ${isSame ? 'no row' : 'rows'} changed`;
  row(print, `${tool}: read again unchanged`, figure, `${String(most)} requests`, again <= most && isSame);
}

async function measureLate(rounds: number, print: Print): Promise<void> {
  const file = findRecorded('ietf/mls-protocol/archive.json.gz');
  if (file === null) return print('| mls-protocol | not measured: it is not here | | |');
  const archive = readArchive(file);
  const [firsts, wholes]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const { first, whole, requests } = await readLate(archive, DELAY_MS);
    firsts.push(first);
    wholes.push(whole / (requests * DELAY_MS));
  }
  const seconds = `${(median(firsts) / 1_000).toFixed(1)} s`;
  row(print, 'github: first pull request', seconds, '10 s', median(firsts) <= BAR.first);
  const times = median(wholes);
  row(print, 'github: mls-protocol against its delays', `${times.toFixed(2)} ×`, '1.3 ×', times <= BAR.whole);
}

async function measureMessages({ seconds }: Asked, print: Print): Promise<void> {
  const file = findRecorded('ietf/datagram/archive.json.gz');
  if (file === null) return print('| messages | not measured: the archive is not here | | |');
  const archive = RepositoryArchive.parse(readArchive(file));
  const { answered, queryable, left } = await sendMessages(archive, 50, seconds);
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  row(print, 'github: 50 messages/s answered, p95', ms(answered), '500 ms', answered <= BAR.answered);
  const lost = left === 0 ? '' : `, ${String(left)} never`;
  row(
    print,
    'github: queryable, p95',
    ms(queryable) + lost,
    '5000 ms',
    queryable <= BAR.queryable && left === 0,
  );
}

/** Measures reading of sources, each with its floor in the same run, and prints a table; `--only` asks for one part. */
export async function benchSources(args: readonly string[], print: Print): Promise<void> {
  const text = { type: 'string' } as const;
  const options = { rounds: text, loaded: text, payloads: text, seconds: text, only: text };
  const asked = Asked.parse(parseArgs({ args: [...args], options }).values);
  const [load = 0] = loadavg();
  print(`${String(cpus().length)} processors, load ${load.toFixed(1)}, median of ${String(asked.rounds)}\n`);
  print('| what | figure | bar | |');
  print('|---|--:|--:|---|');
  const isAsked = (name: Asked['only']) => asked.only === undefined || asked.only === name;
  if (isAsked('again')) for (const tool of TOOLS) await measureAgain(tool, print);
  if (isAsked('messages')) await measureMessages(asked, print);
  if (isAsked('late')) await measureLate(asked.rounds, print);
  if (isAsked('loads')) for (const tool of TOOLS) await measureLoads(tool, asked, print);
  if (isAsked('memory')) for (const tool of TOOLS) measureMemory(tool, asked, print);
}
