import type { OrgId } from '@cairn/contracts';
import type { z } from 'zod';
import { readGraph } from '../query/read-graph.ts';
import type { AudienceCaller, ReadContext, ReaderDeps } from '../query/read-graph.ts';
import type { AnswerCache, Outcome } from './answer-cache.ts';
import { etagOf, isKnown, unchanged } from './etag.ts';
import { respond } from './respond.ts';

interface JsonCall {
  readonly caller: AudienceCaller;
  readonly params: { readonly orgId: OrgId };
  readonly request: Request;
  readonly signal: AbortSignal;
}

interface CachedJson<T extends z.ZodType> {
  /** All that the answer depends on, except the org, its data and the caller's role. */
  readonly identity: readonly unknown[];
  readonly output: T;
  readonly answer: (context: ReadContext) => Promise<z.input<T>>;
}

export interface CachedJsonDeps extends ReaderDeps {
  readonly answers: AnswerCache;
}

const encoder = new TextEncoder();

/** Lets the browser cache a response that it must revalidate each time. */
function revalidated(response: Response): Response {
  response.headers.set('cache-control', 'private, no-cache');
  return response;
}

/** Answers JSON that is made once per version of an org's data. A caller that already has it gets 304. */
export async function cachedJson<T extends z.ZodType>(
  deps: CachedJsonDeps,
  { caller, params: { orgId }, request, signal }: JsonCall,
  { identity, output, answer }: CachedJson<T>,
): Promise<Response> {
  const audience = await deps.audienceOf(orgId, caller);
  const version = await (await deps.graphs.open(orgId)).dataVersion();
  const tagOf = (dataVersion: number) => etagOf([orgId, caller.role, audience, ...identity, dataVersion]);
  const etag = tagOf(version);
  if (isKnown(request, etag)) return revalidated(unchanged(etag));
  const outcome = await deps.answers.answer(etag, signal, (stop) =>
    readGraph(deps, { orgId, audience }, stop, async (context): Promise<Outcome> => {
      const body = encoder.encode(JSON.stringify(output.parse(await answer(context))));
      const headers = { 'content-type': 'application/json' };
      const { dataVersion } = context;
      const cached = { body, etag: tagOf(dataVersion), headers };
      return { kind: 'cacheable', keep: dataVersion === version, answer: cached };
    }),
  );
  return revalidated(respond(outcome, request));
}
