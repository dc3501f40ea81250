import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { EXIT, StartError } from './exit.ts';
import { answers, problemsOf } from './health.ts';
import { LogFile } from './log-file.ts';
import type { ReportProblems } from './problems.ts';

export interface ProcessSpec {
  name: string;
  /** Path of the bundled entry. */
  entry: string;
  /** Its whole environment. */
  env: NodeJS.ProcessEnv;
  /** Options of node itself. */
  flags: readonly string[];
  logFile: string;
  /** Where it listens. */
  url: string;
  /** True when `/readyz` reports only on this process; the gateway's reports on all others. */
  reportsOnItself: boolean;
}

export interface Supervised {
  /** Resolves when the process listens; rejects with StartError when it ends before. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

/** Receives messages about the processes. */
export interface Listener {
  print: (line: string) => void;
  report: ReportProblems;
}

/** The times of restarts and health checks, in milliseconds. */
export interface RestartTimes {
  readonly firstPause: number;
  readonly longestPause: number;
  /** After running this long, earlier crashes no longer count. */
  readonly healthyAfter: number;
  /** A slower start is reported. */
  readonly slowStart: number;
  readonly askEvery: number;
  readonly answerWithin: number;
}

const TIMES: RestartTimes = {
  firstPause: 200,
  longestPause: 10_000,
  healthyAfter: 120_000,
  slowStart: 60_000,
  askEvery: 3_000,
  answerWithin: 4_000,
};

const STOP_MS = 5_000;
const LAST_WORDS_MS = 500;
/** A process that misses this many checks in a row hangs; one miss may be a busy moment. */
const MOST_MISSES = 3;
/** A report costs a service several checks, so it is requested less often than a sign of life. */
const TURNS_A_REPORT = 3;
/** After this many crashes in a row the terminal gets one message instead of one each time. */
const MANY_ENDS = 3;

/** Runs a process, and restarts it with growing pauses whenever it ends or hangs. */
export function supervise(spec: ProcessSpec, listener: Listener, times: RestartTimes = TIMES): Supervised {
  const keeper = new Keeper(spec, listener, times);
  return { ready: keeper.start(), stop: () => keeper.stop() };
}

class Keeper {
  readonly #spec: ProcessSpec;
  readonly #listener: Listener;
  readonly #times: RestartTimes;
  readonly #log: LogFile;
  #run: Run | undefined;
  #stopping = false;
  #endsInARow = 0;
  #restart: NodeJS.Timeout | undefined;

  constructor(spec: ProcessSpec, listener: Listener, times: RestartTimes) {
    this.#spec = spec;
    this.#listener = listener;
    this.#times = times;
    this.#log = new LogFile(spec.logFile, listener.report);
  }

  async start(): Promise<void> {
    const { name, logFile } = this.#spec;
    const run = this.#fork();
    const ending = await this.#begin(run);
    if (ending) {
      this.#log.end();
      throw endedBeforeReady(name, logFile, ending);
    }
    void this.#keep(run);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#restart);
    if (this.#run) await end(this.#run);
    this.#log.end();
  }

  #fork(): Run {
    const { entry, env, flags } = this.#spec;
    const child = fork(entry, [], {
      env,
      execArgv: [...process.execArgv, ...flags],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child.stdout?.on('data', (chunk: Buffer) => this.#log.write(chunk));
    child.stderr?.on('data', (chunk: Buffer) => this.#log.write(chunk));
    this.#run = { child, listening: listening(child), ended: ended(child) };
    return this.#run;
  }

  /** Waits until a process listens; resolves with its exit when it ends earlier. */
  async #begin({ listening, ended }: Run): Promise<Ending | null> {
    const { name, logFile } = this.#spec;
    const key = `start of ${name}`;
    const message = `${name} is still starting. It may have much to read; its log is ${logFile}`;
    const slow = setTimeout(
      () => this.#listener.report(key, [{ key, message, over: `${name} has started.` }]),
      this.#times.slowStart,
    );
    const ending = await Promise.race([listening.then(() => null), ended]);
    clearTimeout(slow);
    this.#listener.report(key, []);
    return ending;
  }

  async #keep({ child, ended }: Run): Promise<void> {
    const health = new AbortController();
    const healthy = setTimeout(() => this.#forgetEnds(), this.#times.healthyAfter);
    void this.#watch(child, health.signal);
    const ending = await ended;
    clearTimeout(healthy);
    health.abort();
    if (!this.#stopping) this.#startAgain(ending);
  }

  /** A system short of memory or handles may start the process later. */
  #tryFork(): Run | null {
    try {
      return this.#fork();
    } catch (error) {
      this.#startAgain({ code: null, signal: null, words: String(error) });
      return null;
    }
  }

  #forgetEnds(): void {
    this.#endsInARow = 0;
    this.#listener.report(`ends of ${this.#spec.name}`, []);
  }

  #startAgain(ending: Ending): void {
    const { firstPause, longestPause } = this.#times;
    const wait = Math.min(firstPause * 2 ** this.#endsInARow, longestPause);
    this.#endsInARow += 1;
    this.#announceEnd(ending);
    this.#restart = setTimeout(() => void this.#again(), wait);
  }

  async #again(): Promise<void> {
    const run = this.#tryFork();
    if (!run) return;
    const ending = await this.#begin(run);
    if (!ending && this.#endsInARow <= MANY_ENDS) this.#listener.print(`${this.#spec.name} runs again.`);
    await this.#keep(run);
  }

  #announceEnd(ending: Ending): void {
    const { name, logFile } = this.#spec;
    const { print, report } = this.#listener;
    const how = howItEnded(ending);
    if (this.#endsInARow <= MANY_ENDS) {
      print(`${name} ended (${how}). Cairn starts it again; its log is ${logFile}`);
      return;
    }
    const seconds = this.#times.longestPause / 1_000;
    const problem = {
      key: `ends of ${name}`,
      message: `${name} keeps ending (${how}). Cairn tries again every ${seconds} seconds; its log is ${logFile}`,
      over: `${name} runs again, and has not ended for a while.`,
    };
    report(problem.key, [problem]);
  }

  /** Checks the health of a process until it ends, and ends it when it hangs. */
  async #watch(child: ChildProcess, signal: AbortSignal): Promise<void> {
    const { askEvery, answerWithin } = this.#times;
    const { name, url, reportsOnItself } = this.#spec;
    let misses = 0;
    for (let turn = 0; misses < MOST_MISSES; turn += 1) {
      await pause(askEvery, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      misses = (await answers(url, answerWithin)) ? 0 : misses + 1;
      const asks = reportsOnItself && misses === 0 && turn % TURNS_A_REPORT === 0;
      const problems = asks ? await problemsOf(name, url, answerWithin) : null;
      if (signal.aborted) return;
      if (problems) this.#listener.report(name, problems);
    }
    this.#listener.print(`${name} does not answer any more. Cairn ends it and starts it again.`);
    child.kill('SIGKILL');
  }
}

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Its last output on standard error. */
  readonly words: string;
}

interface Run {
  readonly child: ChildProcess;
  readonly listening: Promise<void>;
  readonly ended: Promise<Ending>;
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('message', () => resolve()));
}

function ended(child: ChildProcess): Promise<Ending> {
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-2_000)));
  return new Promise((resolve) => {
    const onEnd = (code: number | null, signal: NodeJS.Signals | null) =>
      resolve({ code, signal, words: words.trim() });
    child.once('close', onEnd);
    // A child of the process may hold its output open.
    child.once('exit', (code, signal) => setTimeout(() => onEnd(code, signal), LAST_WORDS_MS));
    // The system could not start the process, so no exit follows.
    child.on('error', (error) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, words: error.message });
    });
  });
}

/** Exit codes of errors that a service explains in words for people. */
const IN_WORDS: readonly (number | null)[] = [EXIT.config, EXIT.damaged];

function howItEnded({ code, signal, words }: Ending): string {
  if (signal) return signal;
  if (code === null) return words;
  return IN_WORDS.includes(code) && words ? words : `exit code ${code}`;
}

function endedBeforeReady(name: string, logFile: string, { code, words }: Ending): StartError {
  if (code === EXIT.config && words) return new StartError('config', words);
  if (code === EXIT.damaged && words) return new StartError('damaged', words);
  return new StartError(
    code === EXIT.unavailable ? 'unavailable' : 'software',
    [`${name} ended before it was ready (exit code ${code}).`, words, `Its log is ${logFile}`]
      .filter(Boolean)
      .join('\n'),
  );
}

async function end({ child, ended }: Run): Promise<void> {
  if (child.pid === undefined) return;
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(late);
}
