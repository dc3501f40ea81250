import { setImmediate } from 'node:timers/promises';
import { AppError } from '@cairn/contracts';
import type { Column, OrgId } from '@cairn/contracts';
import { csvHead, csvLines } from '../query/codec/csv.ts';
import type { Aside } from '../query/engine/engine.ts';
import { readAlong } from './pull-stream.ts';

/** What is written out: rows that were set aside, and the columns that they begin with. */
export interface Whole {
  readonly columns: readonly Column[];
  readonly rows: Aside;
  readonly headers: Readonly<Record<string, string>>;
}

export interface WholeLimits {
  /** How many an org may have open: each holds memory or disk until it is read. */
  readonly perOrg: number;
  /** Milliseconds after which one that nobody reads on is given up. */
  readonly idle: number;
}

const LIMITS: WholeLimits = { perOrg: 4, idle: 60_000 };
const RETRY_AFTER = 10;

const encoder = new TextEncoder();

async function* csvOf({ columns, rows }: Whole, signal: AbortSignal): AsyncGenerator<string> {
  yield csvHead(columns);
  for await (const table of rows.parts(signal)) {
    for (const lines of csvLines(columns, table)) {
      yield lines;
      await setImmediate();
    }
  }
}

/** Answers of every row there is, written out while they are read: a bounded number for each org. */
export class WholeAnswers {
  readonly #limits: WholeLimits;
  readonly #stopping: AbortSignal | undefined;
  readonly #open = new Map<OrgId, number>();

  constructor(stopping: AbortSignal | undefined, limits: WholeLimits = LIMITS) {
    this.#stopping = stopping;
    this.#limits = limits;
  }

  /** The answer for one caller. Its rows are let go when it is read, broken off, or not read on; a fault breaks it off. */
  async csv(orgId: OrgId, caller: AbortSignal, make: () => Promise<Whole>): Promise<Response> {
    const others = this.#open.get(orgId) ?? 0;
    if (others >= this.#limits.perOrg) {
      throw new AppError('rate_limited', 'Too many exports of this org are open. Wait for one to end.', {
        retryAfter: RETRY_AFTER,
      });
    }
    this.#open.set(orgId, others + 1);
    const whole = await make().catch((error: unknown) => {
      this.#leave(orgId);
      throw error;
    });
    const ends = AbortSignal.any([caller, ...(this.#stopping ? [this.#stopping] : [])]);
    const body = this.#body(whole, ends, () => {
      whole.rows.release();
      this.#leave(orgId);
    });
    return new Response(body, { headers: { ...whole.headers } });
  }

  #leave(orgId: OrgId): void {
    const left = (this.#open.get(orgId) ?? 1) - 1;
    if (left > 0) this.#open.set(orgId, left);
    else this.#open.delete(orgId);
  }

  #body(whole: Whole, signal: AbortSignal, letGo: () => void): ReadableStream<Uint8Array> {
    const lines = csvOf(whole, signal);
    const next = async () => {
      const { value, done } = await lines.next();
      return done ? undefined : encoder.encode(value);
    };
    return readAlong({ next, letGo, idle: this.#limits.idle, ahead: 1, signal });
  }
}
