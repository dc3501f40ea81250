import type { Caller, Contract, InputOf, OrgId, ParamsOf, QueryOf, Role, Route } from '@cairn/contracts';
import type { z } from 'zod';
import type { Logger } from './log.ts';

/** A caller whose token names the org of the path. */
export type Member = Caller & { readonly orgId: OrgId; readonly role: Role };

/** Who a handler may count on: nobody, a signed-in user, or a member with at least the role of the route. */
export type CallerOf<R extends Route> = R['access'] extends 'public' | 'internal'
  ? null
  : R['access'] extends 'session'
    ? Caller
    : Member;

/** What a handler gets: everything parsed, nothing raw but `request`. */
export interface Call<R extends Route> {
  readonly caller: CallerOf<R>;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly input: InputOf<R>;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
  readonly request: Request;
  readonly requestId: string;
  readonly log: Logger;
  /** Headers to add to the answer. */
  readonly headers: Headers;
}

type Answered<R extends Route> = R['answer'] extends 'kept' | 'rows' | 'stream'
  ? z.input<R['output']> | Response
  : z.input<R['output']>;

/** One function per route of a contract; a missing one does not compile. */
export type Handlers<C extends Contract> = {
  readonly [K in keyof C]: (call: Call<C[K]>) => Answered<C[K]> | Promise<Answered<C[K]>>;
};
