import type { OrgId, Role } from '@cairn/contracts';
import type { z } from 'zod';
import type { AnswerCache, Outcome } from './answer-cache.ts';
import { etagOf, isKnown, respond, unchanged } from './format.ts';
import { read } from '../query/graph-reader.ts';
import type { Reading, ReadingDeps } from '../query/graph-reader.ts';

interface Asked {
  readonly caller: { readonly role: Role };
  readonly params: { readonly orgId: OrgId };
  readonly request: Request;
  readonly signal: AbortSignal;
}

interface Kept<T extends z.ZodType> {
  /** All that the answer depends on beside the org, its data and the reader's rights. */
  readonly identity: readonly unknown[];
  readonly output: T;
  readonly answer: (reading: Reading) => Promise<z.input<T>>;
}

const encoder = new TextEncoder();

/** Lets the browser keep it, and ask each time whether it still holds. */
function mayBeKept(response: Response): Response {
  response.headers.set('cache-control', 'private, no-cache');
  return response;
}

/** A JSON answer that is made once for each version of an org's data; who has it already is told so at once. */
export async function keptJson<T extends z.ZodType>(
  deps: ReadingDeps & { readonly answers: AnswerCache },
  { caller, params: { orgId }, request, signal }: Asked,
  { identity, output, answer }: Kept<T>,
): Promise<Response> {
  const version = await (await deps.graphs.open(orgId)).dataVersion();
  const tagOf = (dataVersion: number) => etagOf([orgId, caller.role, ...identity, dataVersion]);
  const etag = tagOf(version);
  if (isKnown(request, etag)) return mayBeKept(unchanged(etag));
  const outcome = await deps.answers.answer(etag, signal, (stop) =>
    read(deps, orgId, stop, async (reading): Promise<Outcome> => {
      const body = encoder.encode(JSON.stringify(output.parse(await answer(reading))));
      const headers = { 'content-type': 'application/json' };
      const { dataVersion } = reading;
      const kept = { body, etag: tagOf(dataVersion), headers };
      return { kind: 'kept', keep: dataVersion === version, answer: kept };
    }),
  );
  return mayBeKept(respond(outcome, request));
}
