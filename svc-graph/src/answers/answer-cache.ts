import { LRUCache } from 'lru-cache';

/** An answer as it goes out: its bytes and what stands above them. */
export interface KeptAnswer {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a question came to: an answer that may be given again, or one for this caller alone. */
export type Outcome =
  | { readonly kind: 'kept'; readonly answer: KeptAnswer; readonly keep: boolean }
  | { readonly kind: 'once'; readonly response: Response };

export interface CacheLimits {
  /** Bytes of all answers together. */
  readonly bytes: number;
  /** Bytes of one answer that is worth keeping. */
  readonly perAnswer: number;
}

interface Run {
  readonly outcome: Promise<Outcome>;
  readonly stop: AbortController;
  callers: number;
}

const MEBIBYTE = 1_048_576;
/** Small answers have a weight beside their bytes. */
const MOST_ANSWERS = 20_000;
const LIMITS: CacheLimits = { bytes: 64 * MEBIBYTE, perAnswer: 4 * MEBIBYTE };

/** Keeps encoded answers, the least used going first; the same question at the same time is asked once. */
export class AnswerCache {
  readonly #kept: LRUCache<string, KeptAnswer>;
  readonly #running = new Map<string, Run>();

  constructor({ bytes, perAnswer }: CacheLimits = LIMITS) {
    this.#kept = new LRUCache({
      max: MOST_ANSWERS,
      maxSize: bytes,
      maxEntrySize: perAnswer,
      sizeCalculation: ({ body }) => Math.max(1, body.byteLength),
    });
  }

  /** Bytes that are kept. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /**
   * The answer under a key, which must hold everything that it depends on: org, rights, question, format, data version.
   * A run goes on until every one of its callers is gone.
   */
  async answer(
    key: string,
    caller: AbortSignal,
    make: (signal: AbortSignal) => Promise<Outcome>,
  ): Promise<Outcome> {
    const known = this.#kept.get(key);
    if (known) return { kind: 'kept', answer: known, keep: true };
    const running = this.#running.get(key);
    if (!running) return this.#join(this.#start(key, make), caller);
    const outcome = await this.#join(running, caller);
    return outcome.kind === 'once' ? make(caller) : outcome;
  }

  #start(key: string, make: (signal: AbortSignal) => Promise<Outcome>): Run {
    const stop = new AbortController();
    const outcome = make(stop.signal)
      .then((made) => {
        if (made.kind === 'kept' && made.keep) this.#kept.set(key, made.answer);
        return made;
      })
      .finally(() => {
        if (this.#running.get(key) === run) this.#running.delete(key);
      });
    const run: Run = { outcome, stop, callers: 0 };
    this.#running.set(key, run);
    return run;
  }

  async #join(run: Run, caller: AbortSignal): Promise<Outcome> {
    run.callers += 1;
    const leave = () => {
      run.callers -= 1;
      if (run.callers > 0) return;
      for (const [key, each] of this.#running) if (each === run) this.#running.delete(key);
      run.stop.abort();
    };
    if (caller.aborted) leave();
    else caller.addEventListener('abort', leave, { once: true });
    try {
      return await run.outcome;
    } finally {
      caller.removeEventListener('abort', leave);
    }
  }
}
