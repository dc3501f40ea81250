import { AppError } from '@cairn/contracts';
import type { OrgId } from '@cairn/contracts';
import type { EncodedAnswer, EncodedChunks } from '../query/codec/encode.ts';
import { yielder } from '../query/event-loop.ts';
import { pullStream } from './pull-stream.ts';

export interface StreamingLimits {
  /** Rows in memory of all open answers of an org; a single answer may exceed it. */
  readonly rowsPerOrg: number;
  /** Milliseconds after which an answer that nobody reads is closed. */
  readonly idle: number;
}

const LIMITS: StreamingLimits = { rowsPerOrg: 2_000_000, idle: 60_000 };
const RETRY_AFTER = 10;
const AHEAD = 2 ** 22;

const encoder = new TextEncoder();

/** Answers that are encoded while they are read, with a bound per org on rows in memory. */
export class StreamingAnswers {
  readonly #limits: StreamingLimits;
  readonly #rows = new Map<OrgId, number>();

  constructor(limits: StreamingLimits = LIMITS) {
    this.#limits = limits;
  }

  /** The body of an answer. Its rows are released when it is read, aborted, or left unread. */
  body(orgId: OrgId, answer: EncodedAnswer): ReadableStream<Uint8Array> {
    const { rowsInMemory, release } = answer;
    this.#reserve(orgId, rowsInMemory);
    const pause = yielder();
    // The only reference; once it is dropped, the rows can be collected.
    let chunks: EncodedChunks | undefined = answer.chunks;
    return pullStream({
      idle: this.#limits.idle,
      ahead: AHEAD,
      next: async () => {
        await pause();
        const chunk = (await chunks?.next())?.value as string | Uint8Array | undefined;
        return typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
      },
      release: () => {
        // Released first, because `return` waits for a chunk in progress.
        release();
        void Promise.resolve(chunks?.return(undefined)).catch(() => undefined);
        chunks = undefined;
        this.#release(orgId, rowsInMemory);
      },
    });
  }

  #reserve(orgId: OrgId, rows: number): void {
    const reserved = this.#rows.get(orgId) ?? 0;
    if (reserved > 0 && rows > 0 && reserved + rows > this.#limits.rowsPerOrg) {
      const message = 'Too many large answers of this org are being read. Wait for one to end.';
      throw new AppError('rate_limited', message, { retryAfter: RETRY_AFTER });
    }
    if (rows > 0) this.#rows.set(orgId, reserved + rows);
  }

  #release(orgId: OrgId, rows: number): void {
    const left = (this.#rows.get(orgId) ?? 0) - rows;
    if (left > 0) this.#rows.set(orgId, left);
    else this.#rows.delete(orgId);
  }
}
