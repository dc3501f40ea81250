import { createHash, randomUUID } from 'node:crypto';
import type { Query } from '@cairn/query';
import { breather } from '../query/event-loop.ts';
import type { Answer } from '../query/codec/answer.ts';
import { arrowParts } from '../query/codec/arrow.ts';
import { csvParts } from '../query/codec/csv.ts';
import { jsonParts } from '../query/codec/json.ts';
import type { Outcome } from './answer-cache.ts';
import type { Parts } from './streaming-answers.ts';

export type Format = NonNullable<Query['format']>;

interface Encoding {
  readonly type: string;
  readonly encode: (answer: Answer) => Parts;
}

const encoder = new TextEncoder();

const ENCODINGS: Record<Format, Encoding> = {
  arrow: {
    type: 'application/vnd.apache.arrow.stream',
    encode: arrowParts,
  },
  json: { type: 'application/json', encode: jsonParts },
  csv: { type: 'text/csv; charset=utf-8; header=present', encode: csvParts },
};

const ACCEPTED: Readonly<Record<string, Format>> = {
  'application/vnd.apache.arrow.stream': 'arrow',
  'application/json': 'json',
  'text/csv': 'csv',
};

/** A media type as `Accept` lists it, and how much it is wanted. */
function rangeOf(range: string): { readonly format: Format | undefined; readonly wanted: number } {
  const [type = '', ...params] = range.toLowerCase().split(';');
  const weight = params
    .map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1])
    .find((each) => each !== undefined);
  return { format: ACCEPTED[type.trim()], wanted: weight === undefined ? 1 : Number(weight) };
}

/** The format that is asked for by name, else the one that is accepted the most, else Arrow. */
export function formatOf(query: Query, accept: string | null): Format {
  if (query.format) return query.format;
  const ranges = (accept ?? '').split(',').map(rangeOf);
  const known = ranges.filter(({ format, wanted }) => format !== undefined && wanted > 0);
  return known.toSorted((a, b) => b.wanted - a.wanted)[0]?.format ?? 'arrow';
}

/** A later process may know more kinds, plan in another way, or ask another engine, which counts versions by itself. */
const THIS_PROCESS = randomUUID();

/** The tag of an answer: the same question on the same data has the same one, as long as the service runs. */
export function etagOf(parts: readonly unknown[]): string {
  const text = JSON.stringify([THIS_PROCESS, ...parts]);
  return `W/"${createHash('sha256').update(text).digest('base64url')}"`;
}

/** Tags are compared weakly: something on the way may have left the mark of a weak one out. */
const opaque = (tag: string) => tag.replace(/^W\//, '');

/** Whether the caller already has the answer with this tag. */
export function isKnown(request: Request, etag: string): boolean {
  const known = (request.headers.get('if-none-match') ?? '').split(',');
  return known.some((tag) => opaque(tag.trim()) === opaque(etag));
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

async function gathered(parts: Parts): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  const breathe = breather();
  for await (const part of parts) {
    pieces.push(typeof part === 'string' ? encoder.encode(part) : part);
    await breathe();
  }
  return Buffer.concat(pieces);
}

/** The answer in a format, under its tag; a large one is for this caller alone, in a body that is made while it is read. */
export async function encoded(
  answer: Answer,
  format: Format,
  { etag, keep }: { readonly etag: string; readonly keep: boolean },
  bodyOf: (answer: Answer, parts: Parts) => ReadableStream<Uint8Array>,
): Promise<Outcome> {
  const headers = headersOf(answer, format);
  const parts = ENCODINGS[format].encode(answer);
  if (answer.table.rowCount > ROWS_AT_ONCE) {
    const response = new Response(bodyOf(answer, parts), { headers: { ...headers, etag } });
    return { kind: 'once', response };
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
