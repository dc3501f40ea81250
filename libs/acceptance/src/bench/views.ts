import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright';
import { withPage } from './browser-page.ts';

const PAGE = join(import.meta.dirname, '../../../views/test/bench/page.tsx');
const MOST_OF_PLOT = { paint: 1.5, task: 1.2, heap: 1.1 };
const MOST_TASK_MS = 150;

interface Drawing {
  readonly paint: number;
  readonly longest: number;
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const draw = (page: Page, name: string, by: 'ours' | 'plain') =>
  page.evaluate<Drawing>(`measure(${JSON.stringify(name)}, ${JSON.stringify(by)})`);

/** Both pages by turns, after one drawing of each that loads their code. */
async function compare(page: Page, name: string, rounds: number) {
  await draw(page, name, 'ours');
  await draw(page, name, 'plain');
  const [ours, plain]: [Drawing[], Drawing[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await draw(page, name, 'ours'));
    plain.push(await draw(page, name, 'plain'));
  }
  const of = (all: readonly Drawing[]) => ({
    paint: median(all.map(({ paint }) => paint)),
    longest: median(all.map(({ longest }) => longest)),
  });
  return { ours: of(ours), plain: of(plain) };
}

interface Scrolling {
  readonly drawing: number;
  readonly scrolling: number;
}

/** Draws and scrolls each table after one drawing that loads its code; names those with a long task. */
async function scrollTables(page: Page, rounds: number, print: (line: string) => void): Promise<string[]> {
  const faults: string[] = [];
  print('| table | longest task of drawing, ms | of scrolling, ms |');
  print('|---|--:|--:|');
  for (const name of await page.evaluate<string[]>('tables')) {
    const scroll = () => page.evaluate<Scrolling>(`scrollTable(${JSON.stringify(name)})`);
    await scroll();
    const all: Scrolling[] = [];
    for (let round = 0; round < rounds; round += 1) all.push(await scroll());
    const drawing = median(all.map((each) => each.drawing));
    const scrolling = median(all.map((each) => each.scrolling));
    print(`| ${name} | ${drawing.toFixed(0)} | ${scrolling.toFixed(0)} |`);
    if (Math.max(drawing, scrolling) > MOST_TASK_MS)
      faults.push(`${name} has a task of ${Math.max(drawing, scrolling).toFixed(0)} ms`);
  }
  return faults;
}

/** The bytes that stay in use after so many switches of the view. */
async function heapAfter(page: Page, switches: number): Promise<number> {
  await page.evaluate(`switchViews(${switches})`);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** Prints a line for each picture and table, and names what is over its limit. */
async function measureAll(page: Page, rounds: number, print: (line: string) => void): Promise<string[]> {
  print(`${cpus().length} × ${cpus()[0]?.model ?? 'cpu'}, load ${(loadavg()[0] ?? 0).toFixed(1)}`);
  print('| picture | painted, ms | Plot alone | ratio | longest task, ms | Plot alone |');
  print('|---|--:|--:|--:|--:|--:|');
  const faults: string[] = [];
  for (const name of await page.evaluate<string[]>('pictures')) {
    const { ours, plain } = await compare(page, name, rounds);
    const ratio = ours.paint / plain.paint;
    const cells = [ours.paint, plain.paint].map((each) => each.toFixed(0));
    const longest = [ours.longest, plain.longest].map((each) => each.toFixed(0));
    print(`| ${[name, ...cells, ratio.toFixed(2), ...longest].join(' | ')} |`);
    if (ratio > MOST_OF_PLOT.paint) faults.push(`${name} is painted ${ratio.toFixed(2)} × as slowly as Plot`);
    if (ours.longest > Math.max(MOST_TASK_MS, MOST_OF_PLOT.task * plain.longest))
      faults.push(`${name} has a task of ${ours.longest.toFixed(0)} ms`);
  }
  faults.push(...(await scrollTables(page, rounds, print)));
  const [first, last] = [await heapAfter(page, 10), await heapAfter(page, 90)];
  const growth = last / first;
  const megabytes = [first, last].map((bytes) => (bytes / 2 ** 20).toFixed(1));
  print(
    `Heap after 10 switches of the view ${megabytes[0]} MB, after 100 ${megabytes[1]} MB: ${growth.toFixed(2)} ×`,
  );
  if (growth > MOST_OF_PLOT.heap) faults.push(`the heap grew ${growth.toFixed(2)} ×`);
  return faults;
}

/** Times large pictures beside Plot or d3 alone, and weighs the heap after many switches. Fails over its limits. */
export async function benchViews(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { rounds: { type: 'string', default: '7' } } });
  await withPage(PAGE, async (page) => {
    await page.waitForFunction('"measure" in window');
    const faults = await measureAll(page, Number(values.rounds), print);
    for (const fault of faults) print(`Over the limit: ${fault}.`);
    if (faults.length > 0) process.exitCode = 1;
  });
}
