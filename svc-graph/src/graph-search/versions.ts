import { AppError } from '@cairn/contracts';
import type { OrgId } from '@cairn/contracts';
import type { OrgGraph } from '../query/graph.ts';

/** What tells of new data versions. */
type Versions = Pick<OrgGraph, 'dataVersion' | 'watch'>;

export interface VersionLimits {
  readonly perOrg: number;
  readonly heartbeat: number;
  /** Milliseconds after which a stream ends, so that the caller's access is checked again. */
  readonly life: number;
}

const LIMITS: VersionLimits = { perOrg: 200, heartbeat: 15_000, life: 300_000 };
const RETRY_MS = 1_000;

const encoder = new TextEncoder();

const eventOf = (version: number) =>
  `id: ${version}\nevent: version\ndata: ${JSON.stringify({ dataVersion: version })}\n\n`;

interface Listening {
  readonly orgId: OrgId;
  readonly graph: Versions;
  /** The version that the caller knows of already. */
  readonly known: string | null;
  readonly signal: AbortSignal;
}

/** Streams of data versions, a bounded number for each org. */
export class VersionStreams {
  readonly #limits: VersionLimits;
  readonly #open = new Map<OrgId, number>();
  readonly #stopping: AbortSignal | undefined;

  constructor(stopping: AbortSignal | undefined, limits: VersionLimits = LIMITS) {
    this.#stopping = stopping;
    this.#limits = limits;
  }

  /** The stream for one caller; it ends when the caller goes, the service stops, or its life is over. */
  async open({ orgId, graph, known, signal }: Listening): Promise<Response> {
    const others = this.#open.get(orgId) ?? 0;
    if (others >= this.#limits.perOrg) {
      throw new AppError('rate_limited', 'Too many pages of this org are listening for new data.', {
        retryAfter: this.#limits.life / 1_000,
      });
    }
    this.#open.set(orgId, others + 1);
    const ends = AbortSignal.any([signal, ...(this.#stopping ? [this.#stopping] : [])]);
    const first = await graph.dataVersion().catch((error: unknown) => {
      this.#release(orgId);
      throw error;
    });
    const body = this.#body({ orgId, graph, known, signal: ends }, first);
    return new Response(body, {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      },
    });
  }

  #release(orgId: OrgId): void {
    const left = (this.#open.get(orgId) ?? 1) - 1;
    if (left > 0) this.#open.set(orgId, left);
    else this.#open.delete(orgId);
  }

  #body({ orgId, graph, known, signal }: Listening, first: number): ReadableStream<Uint8Array> {
    let last = known === String(first) ? first : undefined;
    let ended = false;
    let end = (_close: boolean) => {};
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        const tell = (version: number) => {
          if (ended || (last !== undefined && version <= last)) return;
          last = version;
          send(eventOf(version));
        };
        const stop = graph.watch(tell);
        const beat = setInterval(() => send(': here\n\n'), this.#limits.heartbeat);
        const over = setTimeout(() => end(true), this.#limits.life);
        const closed = () => end(true);
        end = (close) => {
          if (ended) return;
          ended = true;
          stop();
          clearInterval(beat);
          clearTimeout(over);
          signal.removeEventListener('abort', closed);
          this.#release(orgId);
          if (close) controller.close();
        };
        send(`retry: ${RETRY_MS}\n\n`);
        tell(first);
        if (signal.aborted) end(true);
        else signal.addEventListener('abort', closed, { once: true });
        // A version may have come between the reading and the watching.
        void graph.dataVersion().then(tell, () => end(true));
      },
      cancel: () => end(false),
    });
  }
}
