import { createHash } from 'node:crypto';
import type { Query } from '@cairn/query';
import type { Answer } from '../query/codec/answer.ts';
import { toArrow } from '../query/codec/arrow.ts';
import { toCsv } from '../query/codec/csv.ts';
import { toJson } from '../query/codec/json.ts';

export type Format = NonNullable<Query['format']>;

interface Encoding {
  readonly type: string;
  readonly encode: (answer: Answer) => string | Uint8Array<ArrayBuffer>;
}

const ENCODINGS: Record<Format, Encoding> = {
  arrow: {
    type: 'application/vnd.apache.arrow.stream',
    encode: (answer) => new Uint8Array(toArrow(answer)),
  },
  json: { type: 'application/json', encode: toJson },
  csv: { type: 'text/csv; charset=utf-8; header=present', encode: toCsv },
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

/** The answer in a format, under its tag. */
export function encoded(answer: Answer, format: Format, etag: string): Response {
  const { type, encode } = ENCODINGS[format];
  const headers: Record<string, string> = { 'content-type': type, etag };
  if (format === 'csv') {
    const cut = answer.meta.truncated ? `-first-${answer.table.rowCount}` : '';
    headers['content-disposition'] = `attachment; filename="cairn${cut}.csv"`;
  }
  return new Response(encode(answer), { headers });
}
