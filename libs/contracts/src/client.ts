import { AppError, asErrorCode } from './errors.ts';
import type { Contract, OutputOf, ParamsOf, QueryOf, Route, SentOf } from './route.ts';

/** The runtime's own AbortSignal where there is one: this lib compiles for browser and server alike. */
export type Cancel = typeof globalThis extends { AbortSignal: { prototype: infer S } }
  ? S & { readonly aborted: boolean }
  : { readonly aborted: boolean };

type Empty = Record<never, never>;
type Part<Key extends string, Value> = [Value] extends [undefined]
  ? Empty
  : Empty extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };
export type CallOf<R extends Route> = Part<'params', ParamsOf<R>> &
  Part<'query', QueryOf<R>> &
  Part<'input', SentOf<R>> & { signal?: Cancel };

export type Client<C extends Contract> = {
  readonly [K in keyof C]: (call: CallOf<C[K]>) => Promise<OutputOf<C[K]>>;
};

interface AnyCall {
  params?: Record<string, string | number | boolean>;
  query?: Record<string, string | number | boolean>;
  input?: unknown;
  signal?: Cancel;
}

interface FetchLike {
  (
    url: string,
    init: { method: string; headers: Record<string, string>; body?: string; signal?: Cancel },
  ): Promise<AnswerLike>;
}

interface AnswerLike {
  readonly ok: boolean;
  readonly status: number;
  json(): Promise<unknown>;
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

/** Reads the error body of a service; whatever is not one becomes `unavailable` or `internal`. */
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

/** One function per route; rejects with AppError, also when the server cannot be reached. */
export function createClient<C extends Contract>(contract: C, fetch: FetchLike, base = ''): Client<C> {
  const call = (route: Route) => async (options: AnyCall) => {
    const answer = await send(route, options);
    const body = await answer.json().catch(() => null);
    if (!answer.ok) throw errorOf(answer.status, body);
    return body;
  };
  const send = async (route: Route, { params, query, input, signal }: AnyCall) => {
    const search = query
      ? `?${Object.entries(query)
          .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
          .join('&')}`
      : '';
    const init = {
      method: route.method,
      headers: {
        accept: 'application/json',
        ...(input === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input === undefined ? {} : { body: JSON.stringify(input) }),
      ...(signal ? { signal } : {}),
    };
    try {
      return await fetch(base + pathOf(route, params) + search, init);
    } catch (cause) {
      throw new AppError(
        signal?.aborted ? 'cancelled' : 'unavailable',
        'Cairn cannot be reached. Check the connection and try again.',
        { cause },
      );
    }
  };
  return Object.fromEntries(
    Object.entries(contract).map(([name, route]) => [name, call(route)]),
  ) as unknown as Client<C>;
}
