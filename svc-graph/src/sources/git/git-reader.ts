import { setTimeout } from 'node:timers/promises';
import { GitError, type RecordedGit } from './git.ts';
import { type DiffRecord, parseDiffs, wholeDiffs } from './records.ts';

/** Takes whole records and the bytes they were read from. */
export type Take = (bytes: string, records: readonly DiffRecord[]) => Promise<void>;

/** How far a git is. */
export interface Pace {
  /** Commits that it has been given and not told of. */
  readonly waiting: number;
  /** Zero until it has told of some. */
  readonly perMillisecond: number;
}

/** What a git is to read next; empty while it has enough, undefined when it has had all. */
export type More = (pace: Pace) => readonly string[] | undefined;

/** How often what a git has written is looked at. */
const LOOK_MS = 40;
/** A git that has written so much gets no more, so that its file can go. */
const MOST_WRITTEN = 1 << 26;
/** After so many commits a git writes out what it has held back. */
const TOGETHER = 64;

/** Whole records out of what a git writes, as it comes. */
class Records {
  private readonly take: Take;
  private held: string[] = [];
  private length = 0;
  private wanted = 1;

  constructor(take: Take) {
    this.take = take;
  }

  /** Hands on what is whole; a record longer than what is there is looked at again when there is twice as much. */
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

  /** Hands on the last one, which nothing follows. */
  async end(): Promise<void> {
    const bytes = this.held.join('');
    const records = parseDiffs(bytes);
    if (records.length > 0) await this.take(bytes, records);
  }
}

/** A git that is fed with commits and followed as it tells what they changed. */
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

  /** git answers in the order it was asked, and says nothing of a commit that is not there. */
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

  /** Reads until it has had all; answers the commits that it has not read, because it failed or they are not there. */
  async read(more: More): Promise<readonly string[]> {
    const ended = this.git.ended.finally(() => (this.over = true));
    try {
      while (!this.over) {
        this.feed(more);
        await Promise.race([ended.catch(() => undefined), setTimeout(LOOK_MS)]);
        await this.look();
      }
      while (await this.look());
      // The last record of a git that failed may be cut short: it comes only after this.
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
