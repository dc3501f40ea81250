import { setTimeout } from 'node:timers/promises';
import { GitError, type RecordedGit } from './git.ts';
import { type DiffRecord, parseDiffs, wholeDiffs } from './records.ts';

/** Receives whole records and the bytes they were parsed from. */
export type Take = (bytes: string, records: readonly DiffRecord[]) => Promise<void>;

/** The progress of a git process. */
export interface Pace {
  /** Commits that it was given and has not answered. */
  readonly waiting: number;
  /** Commits answered per millisecond; zero until it has answered some. */
  readonly perMillisecond: number;
}

/** The next commits for a git process; empty while it has enough, undefined when there are no more. */
export type More = (pace: Pace) => readonly string[] | undefined;

/** The interval at which the output of git is read. */
const LOOK_MS = 40;
/** A git process with this many bytes of output gets no more commits, so that its file can be deleted. */
const MOST_WRITTEN = 1 << 26;
/** After this many commits an empty line makes git flush its output. */
const TOGETHER = 64;

/** Cuts the output of git into whole records as it arrives. */
class Records {
  private readonly take: Take;
  private held: string[] = [];
  private length = 0;
  private wanted = 1;

  constructor(take: Take) {
    this.take = take;
  }

  /** Passes whole records on. Without one, it waits for twice as many bytes before it parses again. */
  async add(written: Buffer): Promise<void> {
    this.held.push(written.toString('latin1'));
    this.length += written.length;
    if (this.length < this.wanted) return;
    const bytes = this.held.join('');
    const { records, end } = wholeDiffs(bytes);
    this.held = [bytes.slice(end)];
    this.length = bytes.length - end;
    this.wanted = end > 0 ? 1 : bytes.length * 2;
    if (records.length > 0) await this.take(bytes.slice(0, end), records);
  }

  /** Passes on the last record, which no other record ends. */
  async end(): Promise<void> {
    const bytes = this.held.join('');
    const records = parseDiffs(bytes);
    if (records.length > 0) await this.take(bytes, records);
  }
}

/** Feeds a git process with commits and reads their changes as it writes them. */
export class GitReader {
  private readonly git: RecordedGit;
  private readonly mostWritten: number;
  private readonly records: Records;
  private readonly began = performance.now();
  private readonly waiting: string[] = [];
  private readonly missed: string[] = [];
  private done = 0;
  private written = 0;
  private fed = true;
  private over = false;

  constructor(git: RecordedGit, take: Take, mostWritten = MOST_WRITTEN) {
    this.git = git;
    this.mostWritten = mostWritten;
    this.records = new Records(async (bytes, records) => {
      this.told(records);
      await take(bytes, records);
    });
  }

  private feed(more: More): void {
    while (this.fed) {
      const perMillisecond = this.done / (performance.now() - this.began);
      const pace = { waiting: this.waiting.length, perMillisecond };
      const shas = this.written < this.mostWritten ? more(pace) : undefined;
      if (!shas) {
        this.fed = false;
        this.git.finish();
      } else if (shas.length === 0) return;
      else {
        this.waiting.push(...shas);
        for (let at = 0; at < shas.length; at += TOGETHER)
          this.git.feed(`${shas.slice(at, at + TOGETHER).join('\n')}\n\n`);
      }
    }
  }

  /** Moves answered commits out of `waiting`. Git answers in order and skips commits that are missing. */
  private told(records: readonly DiffRecord[]): void {
    this.done += records.length;
    let place = 0;
    for (const { sha } of records) {
      const found = this.waiting.indexOf(sha, place);
      if (found < 0) continue;
      this.missed.push(...this.waiting.slice(place, found));
      place = found + 1;
    }
    this.waiting.splice(0, place);
  }

  private async look(): Promise<boolean> {
    const written = this.git.read();
    this.written += written.length;
    if (written.length > 0) await this.records.add(written);
    return written.length > 0;
  }

  /** Reads until there are no more commits; returns those it could not read, because git failed or they are missing. */
  async read(more: More): Promise<readonly string[]> {
    const ended = this.git.ended.finally(() => (this.over = true));
    try {
      while (!this.over) {
        this.feed(more);
        await Promise.race([ended.catch(() => undefined), setTimeout(LOOK_MS)]);
        await this.look();
      }
      while (await this.look());
      // The last record of a failed git process may be incomplete, so it is passed on only after this.
      await ended;
      await this.records.end();
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
    } finally {
      await this.git.close();
    }
    return [...this.missed, ...this.waiting];
  }
}
