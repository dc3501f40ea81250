import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withPage } from './browser-page.ts';
import { machine } from './query/command.ts';

const PAGE = join(import.meta.dirname, '../../../../mfe-entity/test/bench/page.tsx');
const MOST_TASK_MS = 100;
/** A run that drew fewer of the 5,000 events scrolled past something else. */
const LEAST_DRAWN = 4_900;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string };
  /** Microseconds of processor time. */
  readonly tdur?: number;
}

/** What a run of scrolling saw. */
interface Scrolled {
  readonly longest: number;
  readonly rows: number;
  readonly drawn: number;
}

/** The longest task of a page by the processor time that it took, in ms, of a trace. */
function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const isMain = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${String(pid)} ${String(tid)}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) =>
      ph === 'X' && name.endsWith('RunTask') && isMain.has(`${String(pid)} ${String(tid)}`),
  );
  if (tasks.length === 0) throw new Error('the trace has no tasks');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}

const middleOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** `--rounds N`: the longest tasks while 5,000 events of a history are scrolled from end to end. */
export async function benchTimeline(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { rounds: { type: 'string', default: '5' } } });
  print(`${machine()}; load ${loadavg()[0]?.toFixed(1) ?? '?'}; 5,000 events`);
  print(
    '| round | longest task, ms | its processor time at most, ms | rows at once | events drawn | longest task while they are read, ms |\n|--:|--:|--:|--:|--:|--:|',
  );
  const [walls, processor]: [number[], number[]] = [[], []];
  for (let round = 1; round <= Number(values.rounds); round += 1)
    await withPage(PAGE, async (page, browser) => {
      await page.waitForFunction('"scrollEvents" in window');
      const reading = await page.evaluate<number>('drawEvents()');
      await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
      const { longest, rows, drawn } = await page.evaluate<Scrolled>('scrollEvents()');
      const spent = longestTask(await browser.stopTracing());
      walls.push(longest);
      processor.push(spent);
      if (drawn < LEAST_DRAWN) throw new Error(`only ${String(drawn)} of the events were drawn`);
      print(
        `| ${[round, longest, spent, rows, drawn, reading].map((each) => each.toFixed(0)).join(' | ')} |`,
      );
    });
  const [wall, spent] = [middleOf(walls), middleOf(processor)];
  print(
    `\nIn the middle of the rounds ${wall.toFixed(0)} ms, ${spent.toFixed(0)} of the processor (at most ${String(MOST_TASK_MS)}).`,
  );
  // On a busy machine a task waits for its processor, so that its own time decides.
  if (!(spent <= MOST_TASK_MS)) process.exitCode = 1;
}
