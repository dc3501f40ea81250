import type { OrgId } from '@cairn/contracts';
import type { EncodedAnswer, EncodedChunks } from '../query/codec/encode.ts';
import { yielder } from '../query/event-loop.ts';
import type { Outcome } from './answer-cache.ts';
import { isKnown, unchanged } from './etag.ts';
import type { StreamingAnswers } from './streaming-answers.ts';

/** Up to this many rows an answer is encoded at once, and may be cached. */
const ROWS_AT_ONCE = 20_000;

const encoder = new TextEncoder();

async function bytesOf(chunks: EncodedChunks): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  const pause = yielder();
  for await (const chunk of chunks) {
    pieces.push(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
    await pause();
  }
  return Buffer.concat(pieces);
}

/**
 * Turns an encoded answer into an outcome: small ones as bytes that may be cached, large ones as a stream.
 */
export async function outcomeOf(
  orgId: OrgId,
  answer: EncodedAnswer,
  { etag, keep }: { readonly etag: string; readonly keep: boolean },
  streaming: StreamingAnswers,
): Promise<Outcome> {
  const { headers } = answer;
  if (answer.rowCount > ROWS_AT_ONCE) {
    const response = new Response(streaming.body(orgId, answer), { headers: { ...headers, etag } });
    return { kind: 'once', response };
  }
  return { kind: 'cacheable', keep, answer: { body: await bytesOf(answer.chunks), etag, headers } };
}

/** The response of an outcome; 304 when the caller has the tag. */
export function respond(outcome: Outcome, request: Request): Response {
  if (outcome.kind === 'once') return outcome.response;
  const { body, etag, headers } = outcome.answer;
  if (isKnown(request, etag)) return unchanged(etag);
  return new Response(body, { headers: { ...headers, etag } });
}
