import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  againRow,
  besideRow,
  boardRows,
  comparedRow,
  daysRow,
  exportRows,
  largeRows,
  smallRows,
  usualBoardRows,
} from './rows.ts';
import type { Print, Run } from './rows.ts';
import { startRunning } from './running.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
/** The company whose small question is asked beside the heavy ones of the load org. */
const OTHER = '50k';
const SPAN = ['--from', '2021-11-01', '--to', '2026-11-01'];

const orgOf = (events: string) => `org-load-${events.toLowerCase().replace('.', '_')}`;

/** The name of the load org of a size in a data directory; it is seeded when it is missing. */
export async function seeded(data: string, events: string): Promise<string> {
  const org = orgOf(events);
  if (existsSync(join(data, 'graph', `${org}.duckdb`))) return org;
  const args = ['run', '--silent', 'seed', '--', '--events', events, '--data', data, ...SPAN];
  const [code] = (await once(spawn('npm', args, { cwd: ROOT, stdio: 'inherit' }), 'exit')) as [number];
  if (code !== 0) throw new Error(`the load org of ${events} events could not be made`);
  return org;
}

/** The machine in words. */
export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${String(cpus().length)} × ${cpu?.model ?? 'cpu'}, ${String(memory)} GiB, Node ${process.version}`;
}

const PARTS: Readonly<Record<string, (run: Run) => Promise<void>>> = {
  large: largeRows,
  small: smallRows,
  export: exportRows,
  days: daysRow,
  again: againRow,
  compared: comparedRow,
  beside: besideRow,
  board: usualBoardRows,
};

/** The questions of boards on orgs of growing size. */
async function growth(data: string, sizes: readonly string[], rounds: number, print: Print): Promise<void> {
  print('\n| events | question | DuckDB ms | every row, HTTP ms | HTTP ms |\n|---|---|---|---|---|');
  for (const size of sizes) {
    const org = await seeded(data, size);
    const service = await startRunning(data, org);
    try {
      await boardRows({ name: size, service, rounds, other: org, print });
    } finally {
      await service.stop();
    }
  }
}

/** `--data DIR --events 10m --rounds N --only A,B --growth 1m,10m`: makes what is missing of the load orgs, measures and prints. */
export async function benchQuery(args: readonly string[], print: Print): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string', default: join(ROOT, '.cache/bench') },
      events: { type: 'string', default: '10m' },
      rounds: { type: 'string', default: '7' },
      only: { type: 'string', default: Object.keys(PARTS).join() },
      growth: { type: 'string' },
    },
  });
  const data = resolve(process.env['INIT_CWD'] ?? process.cwd(), values.data);
  const rounds = Number(values.rounds);
  print(`${machine()}; ${new Date().toISOString().slice(0, 10)}; medians of ${values.rounds} rounds`);
  if (values.growth) return growth(data, values.growth.split(','), rounds, print);
  const org = await seeded(data, values.events);
  const other = await seeded(data, OTHER);
  const service = await startRunning(data, org);
  try {
    for (const name of values.only.split(','))
      await PARTS[name]?.({ name: org, service, rounds, other, print });
    const { rss } = await service.process();
    print(`\nResident memory of svc-graph afterwards: ${(rss / 2 ** 30).toFixed(2)} GiB (at most 2.5).`);
  } finally {
    await service.stop();
  }
}
