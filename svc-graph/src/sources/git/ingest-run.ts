import { keepForLater } from '@cairn/service-kit/keep-for-later';
import type { GraphWriter } from '../../store/graph-writer.ts';
import { PUBLISH, keepRaws } from '../../store/load.ts';
import { type SourceRow, type SourceState, stateStatement } from '../../store/source-row.ts';
import type { Statement } from '../../store/statement.ts';
import type { TransactionStep } from '../../store/transaction.ts';
import type { IngestContext } from '../connector.ts';
import { beginPhase, countOf, countPhase, rateOf } from '../progress.ts';

/** Where the next ingest run goes on. */
export interface GitCursor {
  /** Every commit that these reach has been read. */
  readonly tips: readonly string[];
  readonly heads: Readonly<Record<string, string>>;
  /** A hash of the mailmap and of what a shallow clone leaves out. When it changes, people and parents are read again. */
  readonly shape: string;
  /** The edition of what is read of each commit; missing in the first. */
  readonly edition?: number;
  /** Commits whose changes cannot be read. */
  readonly undiffable: readonly string[];
  /** Where commits could be seen; an earlier version did not keep it. */
  readonly webUrl?: string | null;
  /** The default branch, and a hash of every ref that was read; earlier versions did not keep them. */
  readonly headBranch?: string | null;
  readonly refs?: string;
}

/** The raw bytes of a batch, or a text with one per character, under the name of what they are. */
export interface Raw {
  readonly kind: 'commits' | 'refs' | 'diff' | 'diff-names' | 'merges';
  readonly bytes: string | Buffer;
}

/** A payload, the steps that it means, and how many commits it completes. */
export interface IngestBatch {
  readonly raw: Raw;
  readonly steps: readonly TransactionStep[];
  readonly commits: number;
}

type Phase = 'log' | 'diff' | 'merges';

/** How often readers hear how far a part is that commits nothing meanwhile. */
const TELL_MS = 1_000;

/** One run over one source: its state, and the transactions by which batches come in. */
export class IngestRun {
  readonly writer: GraphWriter;
  readonly source: SourceRow;
  readonly signal: AbortSignal;
  state: SourceState;
  private last: Promise<void> = Promise.resolve();
  private held: readonly TransactionStep[] = [];
  private phaseBegan = Date.now();
  private doneBefore = 0;
  private toldAt = 0;

  constructor({ writer, source, signal }: Pick<IngestContext, 'writer' | 'source' | 'signal'>) {
    this.writer = writer;
    this.source = source;
    this.signal = signal;
    this.state = source.state;
  }

  get cursor(): GitCursor | null {
    return this.state.cursor as GitCursor | null;
  }

  set(change: Partial<SourceState>): void {
    this.state = { ...this.state, ...change };
  }

  begin(phase: Phase, done: number, total: number | null): void {
    this.phaseBegan = Date.now();
    this.doneBefore = done;
    this.set({ progress: beginPhase(this.state.progress, phase, { done, total }) });
  }

  /** Counts what the current phase is done with. */
  advance(by: number): void {
    const { progress } = this.state;
    const { total, done: before } = countOf(progress);
    const done = before + by;
    const perSecond = rateOf(done - this.doneBefore, Date.now() - this.phaseBegan);
    this.set({ progress: countPhase(progress, { done, total, perSecond }) });
  }

  /** Counts a part of a phase as a phase of its own, tells readers of it, and returns to that phase at its end. */
  async within(phase: Phase, total: number, work: () => Promise<void>): Promise<void> {
    const { progress: before } = this.state;
    this.begin(phase, 0, total);
    await this.tell();
    await work();
    const { current, counts } = before;
    const again = current === null ? {} : { ...counts[current], perSecond: null };
    if (current !== null) this.set({ progress: beginPhase(this.state.progress, current, again) });
  }

  /** Counts what a part is done with that commits nothing, and tells readers of it once a second. */
  async advanceAndTell(by: number): Promise<void> {
    this.advance(by);
    if (Date.now() - this.toldAt >= TELL_MS) await this.tell();
  }

  private async tell(): Promise<void> {
    this.toldAt = Date.now();
    await this.change();
  }

  /** Adds a sentence for people to the source, once. */
  note(sentence: string): void {
    if (!this.state.notes.includes(sentence)) this.set({ notes: [...this.state.notes, sentence] });
  }

  /**
   * Commits batches in one transaction: payloads, steps, progress and cursor. It resolves when the next may be sent.
   * A failure shows there, or in `flush`.
   */
  async sendTogether(batches: readonly IngestBatch[]): Promise<void> {
    // Built while the transaction before is still being committed.
    const steps = batches.flatMap((batch) => [this.kept(batch.raw), ...batch.steps]);
    await this.flush();
    for (const { commits } of batches) this.advance(commits);
    this.commit(steps);
  }

  /** Keeps a batch for the next transaction. */
  hold({ raw, steps, commits }: IngestBatch): void {
    this.advance(commits);
    this.held = [...this.held, this.kept(raw), ...steps];
  }

  /** Keeps steps for the next transaction. */
  holdSteps(steps: readonly TransactionStep[]): void {
    this.held = [...this.held, ...steps];
  }

  private kept({ kind, bytes }: Raw): Statement {
    const receivedAt = Date.now() / 1_000;
    const payload = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
    return keepRaws(this.source.id, [{ kind, receivedAt, payload }]);
  }

  /** Commits steps together with the state as it is now. */
  async change(steps: readonly TransactionStep[] = []): Promise<void> {
    await this.flush();
    this.commit(steps);
    await this.flush();
  }

  /** Resolves when everything that was sent is committed. */
  async flush(): Promise<void> {
    await this.last;
    this.signal.throwIfAborted();
  }

  /** Batches of several git processes are committed one after another, and none after one that failed. */
  private commit(steps: readonly TransactionStep[]): void {
    const all = [...this.held, ...steps, stateStatement(this.source.id, this.state), PUBLISH];
    this.held = [];
    this.last = keepForLater(this.last.then(() => this.writer.commit(all)));
  }
}
