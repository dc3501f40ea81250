import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = new URL('../../..', import.meta.url).pathname;
const PROCESS = new URL('chdb-process.mjs', import.meta.url).pathname;

/** Where `npm test` puts chdb; undefined when it is not there. */
export function findChdb(): string | undefined {
  const folder = process.env['CAIRN_CHDB'] ?? join(ROOT, '.cache/chdb');
  return existsSync(join(folder, 'node_modules/chdb/package.json')) ? folder : undefined;
}

export interface Job {
  readonly queryId: string;
  /** A statement that sets what holds for the next one. */
  readonly settings: string;
  readonly sql: string;
  readonly params: Readonly<Record<string, string | readonly string[]>>;
  readonly format: string;
}

interface Waiting {
  readonly job: Job;
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: Error) => void;
}

interface ChdbReply {
  readonly id: number;
  readonly bytes?: Uint8Array;
  readonly error?: string;
}

export const KILLED = 'Code: 394. DB::Exception: Query was cancelled. (QUERY_WAS_CANCELLED)';

/** chdb in a process that is started anew when a statement is killed: it cannot be stopped in any other way. */
export class ChdbChild {
  readonly #packages: string;
  readonly #folder: string;
  #child: Promise<ChildProcess>;
  #waiting: Waiting[] = [];
  #running: Waiting | undefined;
  #closed = false;
  readonly #killed = new Set<ChildProcess>();

  constructor(packages: string, folder: string) {
    this.#packages = packages;
    this.#folder = folder;
    this.#child = this.#start();
  }

  #start(): Promise<ChildProcess> {
    const child = fork(PROCESS, [this.#packages, this.#folder], { serialization: 'advanced', execArgv: [] });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        reject(new Error(`chdb ended with ${String(code ?? signal)}`));
        if (!this.#killed.delete(child)) this.#ended(`chdb ended with ${String(code ?? signal)}`);
      });
      child.on('message', (message) => {
        const { id, bytes, error } = message as ChdbReply;
        if (id === 0) return resolve(child);
        const done = this.#running;
        this.#running = undefined;
        if (error === undefined) done?.resolve(Buffer.from(bytes ?? []));
        else done?.reject(new Error(error));
        this.#next();
      });
    });
  }

  #ended(why: string): void {
    const lost = this.#running;
    this.#running = undefined;
    if (this.#closed) return;
    this.#child = this.#start();
    lost?.reject(new Error(why));
    this.#next();
  }

  /** Runs a statement when those before it are through. */
  run(job: Job): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#running) return;
    const next = this.#waiting.shift();
    if (!next) return;
    this.#running = next;
    const { settings, sql, params, format } = next.job;
    this.#child.then(
      (child) => child.send({ id: 1, settings, sql, params, format }),
      (error: Error) => next.reject(error),
    );
  }

  /** Ends a statement, and the process with it when it is at work; returns whether there was one. */
  kill(queryId: string): boolean {
    const place = this.#waiting.findIndex(({ job }) => job.queryId === queryId);
    const [waiting] = place >= 0 ? this.#waiting.splice(place, 1) : [];
    const running = this.#running?.job.queryId === queryId ? this.#running : undefined;
    if (running) {
      this.#running = undefined;
      // Two processes must not be at work on one folder.
      this.#child = this.#end().then(() => this.#start());
    }
    (waiting ?? running)?.reject(new Error(KILLED));
    return (waiting ?? running) !== undefined;
  }

  async #end(): Promise<void> {
    const child = await this.#child;
    this.#killed.add(child);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end();
  }
}
