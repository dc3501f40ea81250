import { AppError, asErrorCode } from './errors.ts';
import type { Contract, OutputOf, ParamsOf, QueryOf, Route, SentOf } from './route.ts';

/** The runtime's own AbortSignal where there is one: this lib compiles for browser and server alike. */
export type Cancel = typeof globalThis extends { AbortSignal: { prototype: infer S } }
  ? S & { readonly aborted: boolean }
  : { readonly aborted: boolean };

/** The runtime's own Blob where there is one. */
type Bytes = typeof globalThis extends { Blob: { prototype: infer B } } ? B : unknown;

type Empty = Record<never, never>;
type Part<Key extends string, Value> = [Value] extends [undefined]
  ? Empty
  : Empty extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };
export type CallOf<R extends Route> = Part<'params', ParamsOf<R>> &
  Part<'query', QueryOf<R>> &
  Part<'input', SentOf<R>> & { signal?: Cancel };

/** An answer as a csv file, as the service wrote it. */
export interface CsvFile {
  readonly blob: Bytes;
  /** The rows in the file, and those in all. */
  readonly rows: number;
  readonly total: number;
}

/** A route with `answer: 'rows'`: one call per format, which a csv may narrow to a sheet. */
export interface RowsCalls<R extends Route> {
  json(call: CallOf<R>): Promise<OutputOf<R>>;
  /** The bytes of an Arrow stream, which `@cairn/answer` decodes. */
  arrow(call: CallOf<R>): Promise<ArrayBuffer>;
  csv(call: CallOf<R>): Promise<CsvFile>;
}

/** A route with `answer: 'stream'`: its address, and how to read the data of an event. */
export interface StreamCalls<R extends Route> {
  address(call: Pick<CallOf<R>, Extract<'params' | 'query', keyof CallOf<R>>>): string;
  /** The content of one event; undefined when it does not match the contract. */
  read(data: string): OutputOf<R> | undefined;
}

/** A route with `answer: 'file'`, `'picture'` or `'redirect'`: the address that a browser opens. */
export interface AddressCalls<R extends Route> {
  address(call: Pick<CallOf<R>, Extract<'params' | 'query', keyof CallOf<R>>>): string;
}

type Calls<R extends Route> = R extends { readonly answer: 'rows' }
  ? RowsCalls<R>
  : R extends { readonly answer: 'stream' }
    ? StreamCalls<R>
    : R extends { readonly answer: 'file' | 'picture' | 'redirect' }
      ? AddressCalls<R>
      : (call: CallOf<R>) => Promise<OutputOf<R>>;

export type Client<C extends Contract> = { readonly [K in keyof C]: Calls<C[K]> };

interface AnyCall {
  params?: Record<string, string | number | boolean>;
  query?: Record<string, string | number | boolean>;
  input?: unknown;
  signal?: Cancel;
}

export interface FetchLike {
  (
    url: string,
    init: { method: string; headers: Record<string, string>; body?: string; signal?: Cancel },
  ): Promise<Reply>;
}

interface Reply {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  json(): Promise<unknown>;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<unknown>;
}

/** Fills `{name}` in a path with encoded values; a missing one is a bug and throws. */
export function pathOf(
  route: Route,
  params: Readonly<Record<string, string | number | boolean>> = {},
): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`missing path parameter ${name} of ${route.path}`);
    return encodeURIComponent(value);
  });
}

/** Reads the error body of a service; any other body becomes `unavailable` or `internal`. */
export function errorOf(status: number, body: unknown): AppError {
  const error = (
    body as { error?: { code?: unknown; message?: unknown; details?: unknown; requestId?: unknown } } | null
  )?.error;
  if (typeof error?.message === 'string') {
    return new AppError(asErrorCode(error.code), error.message, {
      details: error.details,
      cause: { requestId: error.requestId },
    });
  }
  return new AppError(status >= 502 ? 'unavailable' : 'internal', `The server answered ${status}.`);
}

function addressOf(route: Route, { params, query }: AnyCall): string {
  const search = Object.entries(query ?? {}).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return pathOf(route, params) + (search.length > 0 ? `?${search.join('&')}` : '');
}

/** The error of a request that brought no answer, or only half of one. */
function failureOf(cause: unknown, signal: Cancel | undefined): AppError {
  if (signal?.aborted) return new AppError('cancelled', 'The request was cancelled.', { cause });
  const message = 'Cairn cannot be reached. Check the connection and try again.';
  return new AppError('unavailable', message, { cause });
}

let joined: FetchLike | null = null;

/** Lets every client of the page ask the reads that travel together through `fetch`. */
export function joinThrough(fetch: FetchLike): void {
  joined = fetch;
}

type Send = <Read>(route: Route, call: AnyCall, read: (reply: Reply) => Promise<Read>) => Promise<Read>;

/** Sends every request, whatever its format, and handles its errors and its cancelling. */
function senderOf(fetch: FetchLike, base: string): Send {
  return async (route, call, read) => {
    const { input, signal } = call;
    const url = base + addressOf(route, call);
    const init = {
      method: route.method,
      headers: {
        accept: 'application/json',
        ...(input === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input === undefined ? {} : { body: JSON.stringify(input) }),
      ...(signal ? { signal } : {}),
    };
    const failed = (cause: unknown): never => {
      throw failureOf(cause, signal);
    };
    const reply = await ((route.batched && joined) || fetch)(url, init).catch(failed);
    if (!reply.ok) throw errorOf(reply.status, await reply.json().catch(() => null));
    return read(reply).catch(failed);
  };
}

const headerNumber = (reply: Reply, name: string) => Number(reply.headers.get(name) ?? 0);

async function csvOf(reply: Reply): Promise<CsvFile> {
  const [rows, total] = [headerNumber(reply, 'cairn-rows'), headerNumber(reply, 'cairn-total')];
  return { blob: (await reply.blob()) as Bytes, rows, total };
}

const jsonOf = (reply: Reply) => reply.json();

const alone = (route: Route): Route => ({ ...route, batched: undefined });

function rowsCalls(route: Route, send: Send) {
  const inFormat = (call: AnyCall, format: string) => ({
    ...call,
    input: { format, ...(call.input as object | undefined) },
  });
  return {
    json: (call: AnyCall) => send(route, inFormat(call, 'json'), jsonOf),
    arrow: (call: AnyCall) => send(route, inFormat(call, 'arrow'), (reply) => reply.arrayBuffer()),
    // A file may be large, and streams by itself.
    csv: (call: AnyCall) => send(alone(route), inFormat(call, 'csv'), csvOf),
  };
}

function streamCalls(route: Route, base: string) {
  return {
    address: (call: AnyCall) => base + addressOf(route, call),
    read: (data: string): unknown => {
      try {
        return route.output.safeParse(JSON.parse(data)).data;
      } catch {
        return undefined;
      }
    },
  };
}

/** The calls of each route, by its kind of answer; they reject with AppError, also without an answer. */
export function createClient<C extends Contract>(contract: C, fetch: FetchLike, base = ''): Client<C> {
  const send = senderOf(fetch, base);
  const callsOf = (route: Route) => {
    if (route.answer === 'rows') return rowsCalls(route, send);
    if (route.answer === 'stream') return streamCalls(route, base);
    if (route.answer === 'file' || route.answer === 'picture' || route.answer === 'redirect')
      return { address: (call: AnyCall) => base + addressOf(route, call) };
    return (call: AnyCall) => send(route, call, jsonOf);
  };
  return Object.fromEntries(
    Object.entries(contract).map(([name, route]) => [name, callsOf(route)]),
  ) as unknown as Client<C>;
}
