import { AppError } from '@cairn/contracts';
import type { OrgId, UserId } from '@cairn/contracts';
import type { OrgGraph } from '../query/graph.ts';

/** The source of data versions. */
type Versions = Pick<OrgGraph, 'dataVersion' | 'watch'>;

export interface VersionLimits {
  readonly perOrg: number;
  /** How many of an org's streams one user may have, so that others have room. */
  readonly perUser: number;
  readonly heartbeat: number;
  /** Milliseconds after which a stream ends, so that the caller's access is checked again. */
  readonly life: number;
}

const LIMITS: VersionLimits = { perOrg: 200, perUser: 20, heartbeat: 15_000, life: 300_000 };
const RETRY_MS = 1_000;

const encoder = new TextEncoder();

const eventOf = (version: number) =>
  `id: ${version}\nevent: version\ndata: ${JSON.stringify({ dataVersion: version })}\n\n`;

interface Listening {
  readonly orgId: OrgId;
  readonly userId: UserId;
  readonly graph: Versions;
  /** The version that the caller already has. */
  readonly known: string | null;
  readonly signal: AbortSignal;
}

/** Counts the open streams of each org and of each of its users. */
class Open {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, change: 1 | -1): void {
    const count = this.of(key) + change;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

const ofUser = ({ orgId, userId }: Pick<Listening, 'orgId' | 'userId'>) => JSON.stringify([orgId, userId]);

/** Streams of data versions, a bounded number for each org, and for each user of it. */
export class VersionStreams {
  readonly #limits: VersionLimits;
  readonly #open = new Open();
  readonly #stopping: AbortSignal | undefined;

  constructor(stopping: AbortSignal | undefined, limits: VersionLimits = LIMITS) {
    this.#stopping = stopping;
    this.#limits = limits;
  }

  /** The stream for one caller; it ends when the caller goes, the service stops, or its life is over. */
  async open(listening: Listening): Promise<Response> {
    this.#admit(listening);
    this.#count(listening, 1);
    const { graph, signal } = listening;
    const ends = AbortSignal.any([signal, ...(this.#stopping ? [this.#stopping] : [])]);
    const first = await graph.dataVersion().catch((error: unknown) => {
      this.#count(listening, -1);
      throw error;
    });
    const body = this.#body({ ...listening, signal: ends }, first);
    return new Response(body, {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      },
    });
  }

  #admit(listening: Listening): void {
    const { perOrg, perUser, life } = this.#limits;
    const refuse = (whose: string) => {
      throw new AppError('rate_limited', `Too many ${whose} are listening for new data.`, {
        retryAfter: life / 1_000,
      });
    };
    if (this.#open.of(ofUser(listening)) >= perUser) refuse('of your pages');
    if (this.#open.of(listening.orgId) >= perOrg) refuse('pages of this org');
  }

  #count(listening: Listening, change: 1 | -1): void {
    this.#open.add(listening.orgId, change);
    this.#open.add(ofUser(listening), change);
  }

  #body(listening: Listening, first: number): ReadableStream<Uint8Array> {
    const { graph, known, signal } = listening;
    let last = known === String(first) ? first : undefined;
    let ended = false;
    let end = (_close: boolean) => {};
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        const announce = (version: number) => {
          if (ended || (last !== undefined && version <= last)) return;
          last = version;
          send(eventOf(version));
        };
        const stop = graph.watch(announce);
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
          this.#count(listening, -1);
          if (close) controller.close();
        };
        send(`retry: ${RETRY_MS}\n\n`);
        announce(first);
        if (signal.aborted) end(true);
        else signal.addEventListener('abort', closed, { once: true });
        // A version may have been published between reading and watching.
        void graph.dataVersion().then(announce, () => end(true));
      },
      cancel: () => end(false),
    });
  }
}
