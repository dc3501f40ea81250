import { createWriteStream, type WriteStream } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fullDisk, saysFull } from './full-disk.ts';
import type { OngoingProblem, ReportProblems } from './problems.ts';

/**
 * Bytes that may wait for a slow disk. Further lines are dropped, so that the launcher's memory stays
 * bounded.
 */
const MAX_WAITING = 4 * 1_048_576;
const RETRY_MS = 2_000;

const linesOf = (chunk: Buffer) => chunk.reduce((lines, byte) => lines + (byte === 10 ? 1 : 0), 0);

/** The log of one process. While the file cannot be written, lines are dropped and the file is retried. */
export class LogFile {
  readonly #path: string;
  readonly #report: ReportProblems;
  readonly #retryMs: number;
  #stream: WriteStream | null = null;
  #retry: NodeJS.Timeout | undefined;
  #dropped = 0;
  #ended = false;

  constructor(path: string, report: ReportProblems, retryMs = RETRY_MS) {
    this.#path = path;
    this.#report = report;
    this.#retryMs = retryMs;
    this.#open();
  }

  write(chunk: Buffer): void {
    if (this.#ended) return;
    const stream = this.#stream;
    if (!stream || stream.writableLength > MAX_WAITING) {
      this.#dropped += linesOf(chunk);
      return;
    }
    stream.write(chunk, (error) => {
      if (error) this.#dropped += linesOf(chunk);
    });
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#retry);
    this.#stream?.end();
  }

  #open(): void {
    const stream = createWriteStream(this.#path, { flags: 'a', mode: 0o600 });
    stream.on('error', (error) => this.#fail(error));
    this.#stream = stream;
  }

  #fail(error: Error): void {
    this.#stream = null;
    if (this.#ended) return;
    this.#report(this.#path, [this.#problemOf(error)]);
    this.#retry = setTimeout(() => this.#reopen(), this.#retryMs);
  }

  /** The first line says how many lines are missing; writing it also tests the file. */
  #reopen(): void {
    this.#open();
    const time = Date.now();
    const missing = { level: 40, time, name: 'launcher', dropped: this.#dropped, msg: 'lines were dropped' };
    const dropped = this.#dropped;
    // The line before may have been cut off.
    this.#stream?.write(`\n${JSON.stringify(missing)}\n`, (error) => {
      if (error) return;
      this.#dropped -= dropped;
      this.#report(this.#path, []);
    });
  }

  #problemOf(error: Error): OngoingProblem {
    if (saysFull(error)) return fullDisk(dirname(this.#path));
    const name = basename(this.#path);
    return {
      key: this.#path,
      message: `The log ${this.#path} cannot be written: ${error.message}. Cairn goes on without it.`,
      over: `The log ${name} is written again.`,
    };
  }
}
