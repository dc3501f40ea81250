import type { WithheldMeta } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import type { QueryAnswer } from './answer.ts';
import { arrowParts } from './arrow.ts';
import { csvParts, sheetParts } from './csv.ts';
import { jsonParts } from './json.ts';

export type Format = NonNullable<Query['format']>;

/** Whether a format is a csv, by keys or for people. */
export const isCsv = (format: Format | undefined): boolean => format === 'csv' || format === 'sheet';

/** The bytes or texts of an answer, a chunk at a time. */
export type EncodedChunks = Generator<string> | AsyncGenerator<Uint8Array>;

/** An encoded answer: its headers, and chunks that are made on demand. */
export interface EncodedAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: EncodedChunks;
  /** How many rows the answer has, and how many of them are in memory. */
  readonly rowCount: number;
  readonly rowsInMemory: number;
  /** Stops the engine when the reader is gone. */
  readonly release: () => void;
}

interface Encoding {
  readonly type: string;
  readonly encode: (answer: QueryAnswer) => EncodedChunks;
}

const ENCODINGS: Record<Format, Encoding> = {
  arrow: { type: 'application/vnd.apache.arrow.stream', encode: arrowParts },
  json: { type: 'application/json', encode: jsonParts },
  csv: { type: 'text/csv; charset=utf-8; header=present', encode: csvParts },
  sheet: { type: 'text/csv; charset=utf-8; header=present', encode: sheetParts },
};

interface CsvExtent {
  readonly rows: number;
  readonly total: number;
  readonly truncated: boolean;
  readonly withheld?: WithheldMeta | undefined;
}

/**
 * The headers of a csv. When rows are cut off, the file name says so, and how many of the total it has; it also
 * says when something is withheld, and a header says what.
 */
export function csvHeaders({ rows, total, truncated, withheld }: CsvExtent): Record<string, string> {
  const cut = truncated ? `-first-${rows}` : '';
  const partly = withheld ? '-partly-withheld' : '';
  return {
    'content-type': ENCODINGS.csv.type,
    'content-disposition': `attachment; filename="cairn${cut}${partly}.csv"`,
    'cairn-rows': String(rows),
    'cairn-total': String(total),
    // A header holds bytes alone, and a label of an org may be any text.
    ...(withheld ? { 'cairn-withheld': encodeURIComponent(withheld.words) } : {}),
  };
}

/** Encodes an answer in a format. Nothing is encoded before the first chunk is taken. */
export function encodeAnswer(answer: QueryAnswer, format: Format): EncodedAnswer {
  const { table, meta } = answer;
  const isStreamed = 'parts' in table;
  return {
    headers: isCsv(format)
      ? csvHeaders({ rows: table.rowCount, ...meta })
      : { 'content-type': ENCODINGS[format].type },
    chunks: ENCODINGS[format].encode(answer),
    rowCount: table.rowCount,
    rowsInMemory: isStreamed ? 0 : table.rowCount,
    release: isStreamed ? () => table.release() : () => {},
  };
}
