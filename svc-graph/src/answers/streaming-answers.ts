import { AppError } from '@cairn/contracts';
import type { OrgId } from '@cairn/contracts';
import { breather } from '../query/event-loop.ts';
import type { Answer } from '../query/codec/answer.ts';
import { readAlong } from './pull-stream.ts';

/** An answer in the parts that it is encoded in. */
export type Parts = Generator<string> | AsyncGenerator<Uint8Array>;

export interface LongLimits {
  /** Rows of an org's answers that are held while they are read; a single answer may have more. */
  readonly rowsPerOrg: number;
  /** Milliseconds after which one that nobody reads on is given up. */
  readonly idle: number;
}

const LIMITS: LongLimits = { rowsPerOrg: 2_000_000, idle: 60_000 };
const RETRY_AFTER = 10;
const AHEAD = 2 ** 22;

const encoder = new TextEncoder();

/** Answers that are encoded while they are read: their rows are held meanwhile, a bounded number for each org. */
export class LongAnswers {
  readonly #limits: LongLimits;
  readonly #held = new Map<OrgId, number>();

  constructor(limits: LongLimits = LIMITS) {
    this.#limits = limits;
  }

  /** The answer as a body; its rows are let go when it is read, broken off, or not read on. */
  body(orgId: OrgId, { table }: Answer, parts: Parts): ReadableStream<Uint8Array> {
    // One that is still read is held by the engine, which bounds how many there are.
    const rows = 'parts' in table ? 0 : table.rowCount;
    this.#hold(orgId, rows);
    const breathe = breather();
    // What is forgotten here is nowhere else.
    let making: Parts | undefined = parts;
    const release = 'parts' in table ? table.release.bind(table) : undefined;
    return readAlong({
      idle: this.#limits.idle,
      ahead: AHEAD,
      next: async () => {
        await breathe();
        const part = (await making?.next())?.value as string | Uint8Array | undefined;
        return typeof part === 'string' ? encoder.encode(part) : part;
      },
      letGo: () => {
        // A part that is still read would be waited for.
        release?.();
        void Promise.resolve(making?.return(undefined)).catch(() => undefined);
        making = undefined;
        this.#letGo(orgId, rows);
      },
    });
  }

  #hold(orgId: OrgId, rows: number): void {
    const held = this.#held.get(orgId) ?? 0;
    if (held > 0 && rows > 0 && held + rows > this.#limits.rowsPerOrg) {
      const message = 'Too many large answers of this org are being read. Wait for one to end.';
      throw new AppError('rate_limited', message, { retryAfter: RETRY_AFTER });
    }
    if (rows > 0) this.#held.set(orgId, held + rows);
  }

  #letGo(orgId: OrgId, rows: number): void {
    const left = (this.#held.get(orgId) ?? 0) - rows;
    if (left > 0) this.#held.set(orgId, left);
    else this.#held.delete(orgId);
  }
}
