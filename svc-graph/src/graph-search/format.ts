import { createHash } from 'node:crypto';
import type { Query } from '@cairn/query';
import { breather } from '../query/breath.ts';
import type { Answer } from '../query/codec/answer.ts';
import { arrowParts } from '../query/codec/arrow.ts';
import { csvParts } from '../query/codec/csv.ts';
import { jsonParts } from '../query/codec/json.ts';
import type { Outcome } from './answer-cache.ts';

export type Format = NonNullable<Query['format']>;

type Body = ReadableStream<Uint8Array>;

interface Encoding {
  readonly type: string;
  readonly encode: (answer: Answer) => Generator<string> | AsyncGenerator<Uint8Array>;
}

const encoder = new TextEncoder();

/** Bytes that are made before the reader has taken those before, so that both have something to do. */
const AHEAD = 2 ** 22;

/** Parts of an answer; a small one is one of them. */
function streamed(parts: Generator<string> | AsyncGenerator<Uint8Array>, release: () => void): Body {
  const breathe = breather();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await breathe();
        const { value, done } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
      },
      async cancel() {
        // A part that is still read would be waited for.
        release();
        await parts.return(undefined);
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: AHEAD }),
  );
}

const ENCODINGS: Record<Format, Encoding> = {
  arrow: {
    type: 'application/vnd.apache.arrow.stream',
    encode: arrowParts,
  },
  json: { type: 'application/json', encode: jsonParts },
  csv: { type: 'text/csv; charset=utf-8; header=present', encode: csvParts },
};

/** The format that is asked for by name, else JSON where only that is accepted, else Arrow. */
export function formatOf(query: Query, accept: string | null): Format {
  if (query.format) return query.format;
  return /^application\/json\b/i.test(accept?.trim() ?? '') ? 'json' : 'arrow';
}

/** The tag of an answer: the same question on the same data has the same one. */
export function etagOf(parts: readonly unknown[]): string {
  return `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}"`;
}

/** Whether the caller already has the answer with this tag. */
export function isKnown(request: Request, etag: string): boolean {
  return (request.headers.get('if-none-match') ?? '').split(/\s*,\s*/).includes(etag);
}

/** Rows up to which an answer is encoded at once, and may be kept. */
const ROWS_AT_ONCE = 20_000;

/** What stands above a csv: its name, which says when it was cut, and how many rows it has of how many there are. */
export function csvHeaders(rows: number, total: number, truncated: boolean): Record<string, string> {
  const cut = truncated ? `-first-${rows}` : '';
  return {
    'content-type': ENCODINGS.csv.type,
    'content-disposition': `attachment; filename="cairn${cut}.csv"`,
    'cairn-rows': String(rows),
    'cairn-total': String(total),
  };
}

function headersOf({ table, meta }: Answer, format: Format): Record<string, string> {
  if (format === 'csv') return csvHeaders(table.rowCount, meta.total, meta.truncated);
  return { 'content-type': ENCODINGS[format].type };
}

async function gathered(
  parts: Generator<string> | AsyncGenerator<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  const breathe = breather();
  for await (const part of parts) {
    pieces.push(typeof part === 'string' ? encoder.encode(part) : part);
    await breathe();
  }
  return Buffer.concat(pieces);
}

/** The answer in a format, under its tag; a large one is for this caller alone. */
export async function encoded(answer: Answer, format: Format, etag: string, keep: boolean): Promise<Outcome> {
  const headers = headersOf(answer, format);
  const parts = ENCODINGS[format].encode(answer);
  if (answer.table.rowCount > ROWS_AT_ONCE) {
    const { table } = answer;
    const body = streamed(parts, () => 'parts' in table && table.release());
    return { kind: 'once', response: new Response(body, { headers: { ...headers, etag } }) };
  }
  return { kind: 'kept', keep, answer: { body: await gathered(parts), etag, headers } };
}

/** What a caller gets of an outcome: nothing new when the tag is known. */
export function respond(outcome: Outcome, request: Request): Response {
  if (outcome.kind === 'once') return outcome.response;
  const { body, etag, headers } = outcome.answer;
  if (isKnown(request, etag)) return unchanged(etag);
  return new Response(body, { headers: { ...headers, etag } });
}

/** Says that the caller has the answer with this tag. */
export function unchanged(etag: string): Response {
  return new Response(null, { status: 304, headers: { etag } });
}
