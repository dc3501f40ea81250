import { setImmediate } from 'node:timers/promises';
import { AppError } from '@cairn/contracts';
import type { Column, OrgId } from '@cairn/contracts';
import { type CsvForm, csvHead, csvLines } from '../query/codec/csv.ts';
import type { SpooledRows } from '../query/engine/engine.ts';
import { pullStream } from './pull-stream.ts';

/** Every row of a query, spooled, and the columns of its csv. */
export interface FullExport {
  readonly columns: readonly Column[];
  readonly form?: CsvForm;
  readonly rows: SpooledRows;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ExportLimits {
  /** Open exports of one org; each takes memory or disk until it is read. */
  readonly perOrg: number;
  /** Milliseconds after which an export that nobody reads is closed. */
  readonly idle: number;
}

const LIMITS: ExportLimits = { perOrg: 4, idle: 60_000 };
const RETRY_AFTER = 10;

const encoder = new TextEncoder();

async function* csvOf({ columns, rows, form }: FullExport, signal: AbortSignal): AsyncGenerator<string> {
  yield csvHead(columns, form);
  for await (const table of rows.parts(signal)) {
    for (const lines of csvLines(columns, table, form)) {
      yield lines;
      await setImmediate();
    }
  }
}

/** Full exports, encoded while they are read, up to a number per org. */
export class FullExports {
  readonly #limits: ExportLimits;
  readonly #stopping: AbortSignal | undefined;
  readonly #open = new Map<OrgId, number>();

  constructor(stopping: AbortSignal | undefined, limits: ExportLimits = LIMITS) {
    this.#stopping = stopping;
    this.#limits = limits;
  }

  /** The csv for one caller. Its rows are released when it is read, aborted, or left unread. */
  async csv(orgId: OrgId, caller: AbortSignal, spool: () => Promise<FullExport>): Promise<Response> {
    const others = this.#open.get(orgId) ?? 0;
    if (others >= this.#limits.perOrg) {
      throw new AppError('rate_limited', 'Too many exports of this org are open. Wait for one to end.', {
        retryAfter: RETRY_AFTER,
      });
    }
    this.#open.set(orgId, others + 1);
    const spooled = await spool().catch((error: unknown) => {
      this.#close(orgId);
      throw error;
    });
    const ends = AbortSignal.any([caller, ...(this.#stopping ? [this.#stopping] : [])]);
    const body = this.#body(spooled, ends, () => {
      spooled.rows.release();
      this.#close(orgId);
    });
    return new Response(body, { headers: { ...spooled.headers } });
  }

  #close(orgId: OrgId): void {
    const left = (this.#open.get(orgId) ?? 1) - 1;
    if (left > 0) this.#open.set(orgId, left);
    else this.#open.delete(orgId);
  }

  #body(spooled: FullExport, signal: AbortSignal, release: () => void): ReadableStream<Uint8Array> {
    const lines = csvOf(spooled, signal);
    const next = async () => {
      const { value, done } = await lines.next();
      return done ? undefined : encoder.encode(value);
    };
    return pullStream({ next, release, idle: this.#limits.idle, ahead: 1, signal });
  }
}
