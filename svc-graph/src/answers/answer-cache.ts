import { LRUCache } from 'lru-cache';

/** An encoded answer: bytes, tag and headers. */
export interface CachedAnswer {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The result of a query: an answer that other callers may share, or a response for this caller alone. */
export type Outcome =
  | { readonly kind: 'cacheable'; readonly answer: CachedAnswer; readonly keep: boolean }
  | { readonly kind: 'once'; readonly response: Response };

export interface CacheLimits {
  /** Bytes of all cached answers together, with their keys and what holds them. */
  readonly bytes: number;
  /** Bytes of the largest answer that is cached, counted likewise. */
  readonly perAnswer: number;
}

interface Run {
  readonly outcome: Promise<Outcome>;
  readonly stop: AbortController;
  callers: number;
}

const MEBIBYTE = 1_048_576;
/** What the objects around an answer take beside its bytes and texts. */
const OBJECT_BYTES = 1_024;
const LIMITS: CacheLimits = { bytes: 64 * MEBIBYTE, perAnswer: 4 * MEBIBYTE };

const countTextBytes = (texts: readonly string[]): number =>
  2 * texts.reduce((sum, { length }) => sum + length, 0);

/** The memory that an answer takes under a key, to which small answers owe most. */
const countBytes = ({ body, etag, headers }: CachedAnswer, key: string): number =>
  OBJECT_BYTES + body.byteLength + countTextBytes([key, etag, ...Object.entries(headers).flat()]);

/** An LRU cache of encoded answers. Equal queries at the same time run once. */
export class AnswerCache {
  readonly #cached: LRUCache<string, CachedAnswer>;
  readonly #running = new Map<string, Run>();

  constructor({ bytes, perAnswer }: CacheLimits = LIMITS) {
    this.#cached = new LRUCache({
      maxSize: bytes,
      maxEntrySize: perAnswer,
      sizeCalculation: countBytes,
    });
  }

  /** Bytes that the cache takes. */
  get bytes(): number {
    return this.#cached.calculatedSize;
  }

  /**
   * The answer under a key. The key must hold all that it depends on: org, role, query, format, data version.
   * A run is cancelled only when its last caller is gone.
   */
  async answer(
    key: string,
    caller: AbortSignal,
    make: (signal: AbortSignal) => Promise<Outcome>,
  ): Promise<Outcome> {
    const known = this.#cached.get(key);
    if (known) return { kind: 'cacheable', answer: known, keep: true };
    const running = this.#running.get(key);
    if (!running) return this.#join(this.#start(key, make), caller);
    const outcome = await this.#join(running, caller);
    return outcome.kind === 'once' ? make(caller) : outcome;
  }

  #start(key: string, make: (signal: AbortSignal) => Promise<Outcome>): Run {
    const stop = new AbortController();
    const outcome = make(stop.signal)
      .then((made) => {
        if (made.kind === 'cacheable' && made.keep) this.#cached.set(key, made.answer);
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
