import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { ApiScope, Role } from './identity.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: anybody; a part of Cairn that knows the internal secret (never through the gateway);
 * a signed-in user; a member of the org in the path with at least this role.
 */
export type Access = 'public' | 'internal' | 'session' | Role;

/**
 * `json` answers match `output`, `kept` ones too but carry a tag and may be answered by 304; `rows` answer Arrow, JSON or csv by the query's `format`; `stream` is server-sent; `file` is a csv to download; `picture` is a PNG; `redirect` leads on.
 */
type RouteAnswer = 'json' | 'kept' | 'rows' | 'stream' | 'file' | 'picture' | 'redirect';

/** One route as data: served by `serve`, called by `createClient`, printed by `/openapi.json`. */
export interface Route {
  readonly method: Method;
  /** The path, with parameters such as `{orgId}`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly answer?: RouteAnswer;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly input?: z.ZodType;
  readonly output: z.ZodType;
  /** The error codes beside those that its access and input imply. */
  readonly errors?: readonly ErrorCode[];
  /** Set on a read that pages may ask with others, in one request: by POST with an input, or by GET. */
  readonly batched?: true | undefined;
  /** Set when a success changes what tokens say about the org; the gateway then drops the tokens it keeps. */
  readonly changesOrg?: true;
  /** Set when a success changes what tokens say about the caller; the gateway then drops those it keeps of them. */
  readonly changesUser?: true;
  /** Set when a success ends sessions of the caller; the gateway then drops their tokens and checks their streams. */
  readonly endsSessions?: true;
  /** Bytes of the largest body, where they differ from those of the service. */
  readonly bodyLimit?: number;
  /** The scope of the API tokens that call it, and of nobody else; they call nothing else. */
  readonly scope?: ApiScope;
  /** The service also gets headers that a tool names itself (`x-…`), but none that say who is trusted. */
  readonly passesOwnHeaders?: true;
}

export type Contract = Readonly<Record<string, Route>>;

/** Declares a contract and keeps its exact types. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}

export type InputOf<R extends Route> = R['input'] extends z.ZodType ? z.output<R['input']> : undefined;
export type SentOf<R extends Route> = R['input'] extends z.ZodType ? z.input<R['input']> : undefined;
export type OutputOf<R extends Route> = z.output<R['output']>;
export type ParamsOf<R extends Route> = R['params'] extends z.ZodObject
  ? z.output<R['params']>
  : Record<never, never>;
export type QueryOf<R extends Route> = R['query'] extends z.ZodObject
  ? z.output<R['query']>
  : Record<never, never>;
