import type { Server, ServerResponse } from 'node:http';

/** What goes wrong with one request. */
export type ServerFault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  | { readonly kind: 'hang' | 'cut' | 'malformed' | 'limit' | 'expired' }
  | { readonly kind: 'delay'; readonly ms: number };

/** An answer as it is about to be sent. */
export interface ServerAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Which requests meet a fault: all of them, one of them, or all from one on. */
interface PlannedFault {
  readonly fault: ServerFault;
  readonly from: number;
  readonly to: number;
}

const PLANNED = /^([a-z]+|[45]\d\d)(?:@([1-9]\d*)(\+)?)?$/;
const KINDS = ['hang', 'cut', 'malformed', 'limit', 'expired'] as const;

/** The kinds of faults that the command line knows, in words. */
export const FAULT_KINDS = `a status from 400 to 599, ${KINDS.join(', ')}`;

/** Reads `KIND`, `KIND@N` or `KIND@N+`; undefined for anything else. */
export function parseFault(text: string): PlannedFault | undefined {
  const [, name = '', at, more] = PLANNED.exec(text) ?? [];
  const kind = KINDS.find((each) => each === name);
  const status = Number(name);
  if (!kind && !(status >= 400)) return undefined;
  const from = Number(at ?? '1');
  const to = at === undefined || more ? Infinity : from;
  return { fault: kind ? { kind } : { kind: 'status', status }, from, to };
}

/** What goes wrong with the requests to come: a delay, faults by their number, and a limit that ends. */
export class Trouble {
  delayMs = 0;
  /** How many requests are answered until the limit, and after how many seconds it ends. */
  limit = Infinity;
  resetSeconds = 3_600;
  readonly planned: PlannedFault[] = [];
  private seen = 0;
  private used = 0;
  private resetAt = 0;

  /** The fault of the next request, which is counted from one. */
  next(): ServerFault | undefined {
    this.seen += 1;
    return this.planned.find(({ from, to }) => this.seen >= from && this.seen <= to)?.fault;
  }

  /** Has this fault alone meet the nth request from now on; nothing goes wrong where there is none. */
  plan(fault?: ServerFault, nth = 1): void {
    const at = this.seen + nth;
    this.planned.splice(0, Infinity, ...(fault ? [{ fault, from: at, to: at }] : []));
  }

  /** How many requests are left, and when there are all of them again, in seconds since 1970. */
  get left(): { readonly requests: number; readonly reset: number } {
    const now = Date.now() / 1_000;
    if (now >= this.resetAt) {
      this.used = 0;
      this.resetAt = now + this.resetSeconds;
    }
    return { requests: Math.max(0, this.limit - this.used), reset: Math.ceil(this.resetAt) };
  }

  /** Counts a request against the limit. */
  use(): void {
    this.used += 1;
  }
}

/** Sends an answer whole, cut in the middle, or in a form that no parser reads. */
export function sendAnswer(
  response: ServerResponse,
  { status, headers, text }: ServerAnswer,
  fault?: ServerFault['kind'],
): void {
  const sent = fault === 'malformed' ? `${text.slice(0, text.length / 2)}<` : text;
  const length = status === 304 ? {} : { 'content-length': Buffer.byteLength(sent) };
  response.writeHead(status, { ...headers, ...length });
  if (fault === 'cut') response.write(text.slice(0, Math.min(20, text.length / 2)), () => response.destroy());
  else response.end(status === 304 ? undefined : sent);
}

/** Listens on a port of this machine; throws when it is taken. */
export const listenAt = (server: Server, port: number): Promise<void> =>
  new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
