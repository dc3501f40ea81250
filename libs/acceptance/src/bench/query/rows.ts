import { tableFromIPC } from '@uwdata/flechette';
import { BESIDE, BOARD, COMPARED, DAYS, EXPORTS, LARGE, SMALL } from './questions.ts';
import type { BenchQuestion } from './questions.ts';
import { milliseconds, rowsOf } from './running.ts';
import type { Running } from './running.ts';
import { USUAL_BOARDS } from './usual-board.ts';

export type Print = (line: string) => void;

export interface Run {
  readonly name: string;
  readonly service: Running;
  readonly rounds: number;
  readonly other: string;
  readonly print: Print;
}

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
const median = (values: readonly number[]) => quantile(values, 0.5);
const digits = (value: number, count = 1) => value.toFixed(count);
const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`;

/** Measures in turns, so that other load on the machine affects all alike; the first turn of each does not count. */
async function turns<K extends string>(
  rounds: number,
  works: Readonly<Record<K, () => Promise<number>>>,
): Promise<Record<K, number>> {
  const names = Object.keys(works) as K[];
  const taken = new Map<K, number[]>(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round++)
    for (const name of names) {
      const ms = await works[name]();
      if (round >= 0) taken.get(name)?.push(ms);
    }
  return Object.fromEntries(names.map((name) => [name, median(taken.get(name) ?? [])])) as Record<K, number>;
}

async function beside(question: BenchQuestion, { service, rounds }: Run) {
  const { bytes } = await service.ask(question);
  const { rows } = await service.sql(question.sql);
  const answered = rowsOf(bytes);
  // A time series has its empty buckets as well; a page of rows is as long as it was asked for.
  if (question.route === 'group-bys' && rows !== answered)
    throw new Error(`${question.name}: ${String(answered)} rows over HTTP, ${String(rows)} by SQL`);
  await service.idle();
  return turns(rounds, {
    http: async () => (await service.ask(question)).ms,
    scan: async () => (await service.ask(question, { scan: true })).ms,
    direct: async () => (await service.sql(question.sql)).ms,
  });
}

/** Asks each query once and waits until the service has made its rollups. */
async function warm(questions: readonly BenchQuestion[], { service }: Run): Promise<void> {
  for (const question of questions) await service.ask(question);
  await service.idle();
}

/** Grouped and timed questions beside the same SQL in the same process: from every row, and as the service answers. */
export async function largeRows(run: Run): Promise<void> {
  await warm(LARGE, run);
  run.print(
    '\n| grouped and timed, at most 1.10 × | DuckDB ms | every row, HTTP ms | ratio | HTTP ms | ratio |',
  );
  run.print('|---|---|---|---|---|---|');
  for (const question of LARGE) {
    const { http, scan, direct } = await beside(question, run);
    const cells = [direct, scan, scan / direct, http, http / direct];
    run.print(
      row(question.name, ...cells.map((cell, index) => digits(cell, index === 2 || index === 4 ? 2 : 1))),
    );
  }
}

/** Questions of a board: how long they take over every row, and as the service answers. */
export async function boardRows(run: Run): Promise<void> {
  await warm(BOARD, run);
  for (const question of BOARD) {
    const { http, scan, direct } = await beside(question, run);
    run.print(row(run.name, question.name, ...[direct, scan, http].map((cell) => digits(cell))));
  }
}

/** The first questions of a kind run code that Node has not compiled yet; so many later it has. */
const FIRST = 25;
const COMPILED = 200;

/** Small questions beside the same SQL in the same process: the first ones of each, and once the service is warm. */
export async function smallRows(run: Run): Promise<void> {
  run.print('\n| small, at most + 4 ms | HTTP ms | DuckDB ms | + ms | + ms of the first |');
  run.print('|---|---|---|---|---|');
  for (const question of SMALL) {
    const first = await beside(question, { ...run, rounds: FIRST });
    for (let asked = 0; asked < COMPILED; asked++) await run.service.ask(question);
    const { http, direct } = await beside(question, { ...run, rounds: run.rounds * 20 });
    const cells = [http, direct, http - direct, first.http - first.direct];
    run.print(row(question.name, ...cells.map((cell) => digits(cell))));
  }
}

/** Gets every value of an answer out of its bytes, once. */
const READ: Readonly<Record<'arrow' | 'json', (bytes: Uint8Array) => number>> = {
  arrow: (bytes) => {
    const table = tableFromIPC(bytes);
    let there = 0;
    for (let column = 0; column < table.numCols; column++)
      for (const value of table.getChildAt(column)) there += value === null ? 0 : 1;
    return there;
  },
  json: (bytes) => {
    const { data } = JSON.parse(Buffer.from(bytes.buffer).toString()) as { data: Record<string, unknown>[] };
    let there = 0;
    for (const each of data) for (const key in each) there += each[key] === null ? 0 : 1;
    return there;
  },
};

/** Exports as JSON take seconds. */
const READ_ROUNDS = 3;

/** How long a client waits for an export, and until it has read every value; both formats must have the same. */
async function exported(question: BenchQuestion, { service }: Run) {
  const counted = new Set<number>();
  const readIn = async (format: 'arrow' | 'json') => {
    const { ms, bytes } = await service.ask(question, { format });
    const start = performance.now();
    counted.add(READ[format](bytes));
    return { ms, read: ms + performance.now() - start };
  };
  const taken: Record<'arrow' | 'json', { ms: number; read: number }[]> = { arrow: [], json: [] };
  for (let round = 0; round < READ_ROUNDS; round++)
    for (const format of ['arrow', 'json'] as const) taken[format].push(await readIn(format));
  if (counted.size !== 1) throw new Error('Arrow and JSON do not have the same values');
  const middle = (format: 'arrow' | 'json', of: 'ms' | 'read') =>
    median(taken[format].map((each) => each[of]));
  return { json: middle('json', 'ms'), jsonRead: middle('json', 'read'), arrowRead: middle('arrow', 'read') };
}

/** An export beside running and fetching its SQL, and beside its JSON; and how long it holds the event loop. */
async function exportOf(question: BenchQuestion, run: Run): Promise<void> {
  const { service, rounds, print } = run;
  let rows = 0;
  const longest: number[] = [];
  const { http, direct, coming } = await turns(Math.max(3, Math.ceil(rounds / 2)), {
    http: async () => {
      await service.forgetLag();
      const { ms, bytes } = await service.ask(question);
      longest.push((await service.process()).longest);
      rows = rowsOf(bytes);
      return ms;
    },
    direct: async () => (await service.sql(question.sql, 'chunks')).ms,
    coming: async () => (await service.sql(question.sql, 'coming')).ms,
  });
  const { json, jsonRead, arrowRead } = await exported(question, run);
  print(
    `\n| ${rows.toLocaleString('en')} ${question.name}, six columns | ms | beside | ratio | bound |\n|---|---|---|---|---|`,
  );
  const line = (name: string, of: number, beside: number, count: number, bound: string) =>
    print(row(name, digits(of, 0), digits(beside, 0), digits(of / beside, count), bound));
  line('Arrow over HTTP beside run and fetch', http, direct, 2, '≤ 2.5');
  line('the same beside counting and fetching while it runs', http, coming, 2, '');
  line('JSON over HTTP beside Arrow', json, http, 1, '≥ 15');
  line('until a client has read every value, JSON beside Arrow', jsonRead, arrowRead, 1, '');
  // The first one is still compiled.
  const [, ...blocks] = longest;
  print(
    row('longest block of the event loop in any of them', digits(Math.max(...blocks)), '', '', '≤ 25 ms'),
  );
}

/** Exports of texts and of numbers. */
export async function exportRows(run: Run): Promise<void> {
  for (const question of EXPORTS) await exportOf(question, run);
}

/** Days of a zone that changes its clocks beside days of UTC. */
export async function daysRow({ service, rounds, print }: Run): Promise<void> {
  const [utc, zoned] = DAYS;
  print('\n| per day, five years, at most 1.3 × | New York ms | UTC ms | ratio |\n|---|---|---|---|');
  for (const scan of [true, false]) {
    for (const question of DAYS) await service.ask(question);
    await service.idle();
    const taken = await turns(rounds, {
      utc: async () => (await service.ask(utc, { scan })).ms,
      zoned: async () => (await service.ask(zoned, { scan })).ms,
    });
    const cells = [digits(taken.zoned), digits(taken.utc), digits(taken.zoned / taken.utc, 2)];
    print(row(scan ? 'from every row' : 'as the service answers', ...cells));
  }
}

const AGAIN = 40;

/** The same question on unchanged data beside a bare route that returns the same bytes. */
export async function againRow({ service, rounds, print }: Run): Promise<void> {
  print('\n| the same question again, at most 3 × | HTTP ms | bare ms | ratio |\n|---|---|---|---|');
  for (const question of [LARGE[0], LARGE[1], SMALL[1]]) {
    if (!question) continue;
    const { bytes } = await service.ask(question, { again: true });
    const bare = await service.bare(bytes);
    const taken = await turns(rounds * AGAIN, {
      http: async () => (await service.ask(question, { again: true })).ms,
      bare: () => milliseconds(bare),
    });
    print(
      row(question.name, digits(taken.http, 2), digits(taken.bare, 2), digits(taken.http / taken.bare, 2)),
    );
  }
}

/** One question with the period before beside the two questions. */
export async function comparedRow(run: Run): Promise<void> {
  const { service, rounds, print } = run;
  print('\n| compare with the period before, at most 0.7 × | at once ms | one after the other ms | ratio |');
  print('|---|---|---|---|');
  for (const { both, each } of COMPARED) {
    await warm([both, ...each], run);
    for (const scan of [true, false]) {
      const taken = await turns(rounds, {
        both: async () => (await service.ask(both, { scan })).ms,
        each: () =>
          milliseconds(async () => {
            for (const question of each) await service.ask(question, { scan });
          }),
      });
      const name = `${both.name}, ${scan ? 'from every row' : 'as the service answers'}`;
      print(row(name, digits(taken.both), digits(taken.each), digits(taken.both / taken.each, 2)));
    }
  }
}

const CLIENTS = 4;
const ASKED_EACH = 40;

async function smallTimes({ service, other }: Run): Promise<number[]> {
  const client = async () => {
    const times: number[] = [];
    for (let index = 0; index < ASKED_EACH; index++)
      times.push((await service.ask(BESIDE.small, { org: other })).ms);
    return times;
  };
  return (await Promise.all(Array.from({ length: CLIENTS }, client))).flat();
}

/** Four clients with a small question of one org, alone and while four others ask the heaviest ones of another. */
export async function besideRow(run: Run): Promise<void> {
  await smallTimes(run);
  const alone = quantile(await smallTimes(run), 0.95);
  const stop = new AbortController();
  const heavy = BESIDE.heavy.map(async (question) => {
    while (!stop.signal.aborted) await run.service.ask(question);
  });
  const crowded = quantile(await smallTimes(run), 0.95);
  stop.abort();
  await Promise.all(heavy);
  run.print(
    '\n| p95 of a small question beside 4 heavy ones of another org, at most 5 × | beside ms | alone ms | ratio |\n|---|---|---|---|',
  );
  run.print(row('8 clients', digits(crowded), digits(alone), digits(crowded / alone, 2)));
}

/** A browser asks so many cards at once. */
const CONNECTIONS = 6;

interface BoardRun extends Run {
  readonly board: readonly BenchQuestion[];
}

interface Load {
  /** Milliseconds until every card of the board has its answer, and of processor time that the service took. */
  readonly wall: number;
  readonly cpu: number;
}

async function loadBoard({ service, board }: BoardRun, scan: boolean): Promise<Load> {
  const cards = board.values();
  const connection = async () => {
    for (const card of cards) await service.ask(card, { scan });
  };
  const before = (await service.process()).cpu;
  const wall = await milliseconds(() => Promise.all(Array.from({ length: CONNECTIONS }, connection)));
  return { wall, cpu: (await service.process()).cpu - before };
}

/** Loads the board in turns with rollups and without, each time after `first`; medians of both. */
async function boardTurns(run: BoardRun, rounds: number, first: () => Promise<void> = async () => {}) {
  const loads: Record<'rollups' | 'scan', Load[]> = { rollups: [], scan: [] };
  const spent: number[] = [];
  for (let round = 0; round < rounds; round++)
    for (const name of ['rollups', 'scan'] as const) {
      await first();
      loads[name].push(await loadBoard(run, name === 'scan'));
      const { cpu } = await run.service.process();
      await run.service.idle();
      if (name === 'rollups') spent.push((await run.service.process()).cpu - cpu);
    }
  const middle = (of: readonly Load[]): Load => ({
    wall: median(of.map(({ wall }) => wall)),
    cpu: median(of.map(({ cpu }) => cpu)),
  });
  return { rollups: middle(loads.rollups), scan: middle(loads.scan), spent: median(spent) };
}

/** A board of forty usual questions with rollups and without, on data at rest and after a change. */
async function usualBoard(name: string, run: BoardRun): Promise<void> {
  const { service, rounds, print } = run;
  await loadBoard(run, true);
  const first = await loadBoard(run, false);
  await service.idle();
  const rest = await boardTurns(run, rounds);
  const changed = await boardTurns(run, Math.ceil(rounds / 2), () => service.change());
  const settled = await boardTurns(run, rounds);
  await service.restore();
  print(
    `\n| 40 usual questions, ${name} | with rollups ms | without ms | ratio | processor ms | without | ratio |`,
  );
  print('|---|---|---|---|---|---|---|');
  const line = (name: string, rollups: Load, scan: Load) => {
    const cells = (of: 'wall' | 'cpu') => [
      digits(rollups[of], 0),
      digits(scan[of], 0),
      digits(rollups[of] / scan[of], 2),
    ];
    print(row(name, ...cells('wall'), ...cells('cpu')));
  };
  line('first load, no rollup made yet', first, rest.scan);
  line('again, rollups made', rest.rollups, rest.scan);
  line('at once after a change', changed.rollups, changed.scan);
  line('once rollups are made again', settled.rollups, settled.scan);
  print(`\nKeeping rollups up after one change takes ${digits(changed.spent, 0)} ms of processor time.`);
}

/** Boards of forty usual questions with rollups and without. */
export async function usualBoardRows(run: Run): Promise<void> {
  for (const [name, board] of Object.entries(USUAL_BOARDS)) await usualBoard(name, { ...run, board });
}
