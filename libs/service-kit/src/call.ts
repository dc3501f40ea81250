import type { Caller, Contract, InputOf, OrgId, ParamsOf, QueryOf, Role, Route } from '@cairn/contracts';
import type { z } from 'zod';
import type { Logger } from './log.ts';

/** A caller whose token names the org of the path. */
export type OrgCaller = Caller & { readonly orgId: OrgId; readonly role: Role };

/** The caller by the route's access: null, a signed-in user, or a member with at least the route's role. */
export type CallerOf<R extends Route> = R['access'] extends 'public' | 'internal'
  ? null
  : R['access'] extends 'session'
    ? Caller
    : OrgCaller;

/** The argument of a handler: parsed parts, and the raw `request`. */
export interface RouteCall<R extends Route> {
  readonly caller: CallerOf<R>;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly input: InputOf<R>;
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal;
  readonly request: Request;
  readonly requestId: string;
  readonly log: Logger;
  /** Headers to add to the answer. */
  readonly headers: Headers;
}

type HandlerAnswer<R extends Route> = R['answer'] extends
  'kept' | 'rows' | 'stream' | 'file' | 'picture' | 'redirect'
  ? z.input<R['output']> | Response
  : z.input<R['output']>;

/** One function per route of a contract; a missing one does not compile. */
export type Handlers<C extends Contract> = {
  readonly [K in keyof C]: (call: RouteCall<C[K]>) => HandlerAnswer<C[K]> | Promise<HandlerAnswer<C[K]>>;
};
