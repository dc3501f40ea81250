import {
  Bool,
  Dictionary,
  Field,
  FixedSizeBinary,
  Float64,
  Int32,
  List,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampMicrosecond,
  Utf8,
  makeData,
  makeVector,
} from 'apache-arrow';
import type { Data, DataType } from 'apache-arrow';
import { yielder } from '../event-loop.ts';
import { UUID_BYTES, partsOf } from '../table.ts';
import type { Table, StreamedTable, Vector } from '../table.ts';
import type { Utf8Column, Validity, StringDictionary } from '../string-dictionary.ts';
import type { QueryAnswer } from './answer.ts';
import { Coder, bitsOf, newWords, textsOf } from './arrow-texts.ts';

/** A multiple of eight, so that each batch's validity bitmap starts on a byte. */
const ROWS_A_BATCH = 32_768;

type Pause = ReturnType<typeof yielder>;
type Column = Data<DataType>;

/** Encodes a column, one part of rows after the other, for the record batches. */
interface Encoder {
  readonly type: DataType;
  /** Schema metadata of the column, beyond its type. */
  readonly metadata?: Map<string, string>;
  batch(vector: Vector, length: number): Column | Promise<Column>;
}

const missing = (valid: Validity) => (valid ? { nullBitmap: valid } : {});

function utf8({ offsets, bytes, valid }: Utf8Column, length: number): Data<Utf8> {
  const first = offsets[0] ?? 0;
  const valueOffsets = offsets.slice(0, length + 1);
  if (first > 0) for (let row = 0; row <= length; row++) valueOffsets[row] = (valueOffsets[row] ?? 0) - first;
  const data = bytes.subarray(first, offsets[length]);
  return makeData({ type: new Utf8(), length, valueOffsets, data, ...missing(valid) });
}

const NO_TEXTS: Utf8Column = {
  type: 'utf8',
  offsets: new Int32Array(1),
  bytes: Buffer.alloc(0),
  valid: null,
};

async function textsIn(vector: Vector, pause: Pause): Promise<Utf8Column> {
  if (vector.type === 'utf8') return vector;
  return vector.type === 'text' ? textsOf(vector.values, pause) : NO_TEXTS;
}

/** Dictionary-encodes a part. New dictionary entries are sent with the part that first uses them. */
function wordEncoder(
  words: StringDictionary,
  placesIn: (part: Vector, length: number) => Promise<Places>,
): Encoder {
  const type = new Dictionary(new Utf8(), new Int32());
  const more = newWords(words);
  const sent: Data<Utf8>[] = [];
  return {
    type,
    batch: async (part, length) => {
      const { data, valid } = await placesIn(part, length);
      const added = more();
      if (added) sent.push(utf8(added, added.offsets.length - 1));
      return makeData({ type, length, data, dictionary: makeVector([...sent]), ...missing(valid) });
    },
  };
}

interface Places {
  readonly data: Int32Array;
  readonly valid: Validity;
}

async function textEncoder(vector: Vector, rows: number, pause: Pause): Promise<Encoder> {
  const coder = await Coder.of(await textsIn(vector, pause), rows, pause);
  if (!coder)
    return { type: new Utf8(), batch: async (part, length) => utf8(await textsIn(part, pause), length) };
  return wordEncoder(coder.words, async (part, length) => {
    const texts = await textsIn(part, pause);
    return { data: await coder.places(texts, length), valid: texts.valid };
  });
}

const NO_PLACES: Places = { data: new Int32Array(), valid: null };

const codedEncoder = (words: StringDictionary): Encoder =>
  wordEncoder(words, (part) =>
    Promise.resolve(part.type === 'coded' ? { data: part.codes, valid: part.valid } : NO_PLACES),
  );

const UUID_METADATA = new Map([
  ['ARROW:extension:name', 'arrow.uuid'],
  ['ARROW:extension:metadata', ''],
]);

function uuidEncoder(): Encoder {
  const type = new FixedSizeBinary(UUID_BYTES);
  return {
    type,
    metadata: UUID_METADATA,
    batch: (part, length) => {
      const { bytes, valid } = part.type === 'uuid' ? part : { bytes: Buffer.alloc(0), valid: null };
      return makeData({ type, length, data: bytes, ...missing(valid) });
    },
  };
}

function listEncoder(pause: Pause): Encoder {
  const type = new List(new Field('item', new Utf8(), true));
  return {
    type,
    batch: async (vector, length) => {
      const rows = vector.type === 'list' ? vector.values : [];
      const valueOffsets = new Int32Array(length + 1);
      for (const [index, items] of rows.entries())
        valueOffsets[index + 1] = (valueOffsets[index] ?? 0) + (items?.length ?? 0);
      const items = rows.flatMap((each) => each ?? []);
      const child = utf8(await textsOf(items, pause), items.length);
      return makeData({ type, length, valueOffsets, child, ...missing(bitsOf(rows)) });
    },
  };
}

function packed(values: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  for (const [row, value] of values.entries())
    if (value === 1) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  return bits;
}

function fixed(type: DataType, values: (vector: Vector) => unknown): Encoder {
  return {
    type,
    batch: (vector, length) => {
      const valid = 'valid' in vector ? vector.valid : null;
      // TypeScript cannot see that all parts of a column have values of its type.
      const data = values(vector) as Float64Array;
      return makeData({ type: type as Float64, length, data, ...missing(valid) });
    },
  };
}

const valuesOf = (vector: Vector): unknown => ('values' in vector ? vector.values : []);

async function encoderOf(vector: Vector, rows: number, pause: Pause): Promise<Encoder> {
  switch (vector.type) {
    case 'number':
      return fixed(new Float64(), valuesOf);
    case 'datetime':
      return fixed(new TimestampMicrosecond('UTC'), valuesOf);
    case 'boolean':
      return fixed(new Bool(), (part) => packed(valuesOf(part) as Uint8Array));
    case 'utf8':
    case 'text':
      return textEncoder(vector, rows, pause);
    case 'coded':
      return codedEncoder(vector.words);
    case 'uuid':
      return uuidEncoder();
    case 'list':
      return listEncoder(pause);
  }
}

/** Pieces shorter than this are merged before they are sent. */
const ALONE = 65_536;

/**
 * A stream writer whose bytes are taken batch by batch. Long pieces are views of the written buffer, not
 * copies.
 */
class Batches extends RecordBatchStreamWriter {
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #short: Uint8Array[] = [];

  protected override _write(chunk: ArrayBufferView<ArrayBuffer>): this {
    const { buffer, byteOffset, byteLength } = chunk;
    if (byteLength >= ALONE) {
      this.#gather();
      this.#parts.push(new Uint8Array(buffer, byteOffset, byteLength));
    } else if (byteLength > 0) this.#short.push(new Uint8Array(buffer, byteOffset, byteLength));
    return this;
  }

  #gather(): void {
    if (this.#short.length > 0) this.#parts.push(Buffer.concat(this.#short));
    this.#short = [];
  }

  take(): Uint8Array<ArrayBuffer>[] {
    this.#gather();
    return this.#parts.splice(0);
  }
}

interface Shape {
  readonly encoders: readonly Encoder[];
  readonly schema: Schema;
}

async function shapeOf(
  { vectors, rowCount }: Table,
  names: readonly string[],
  metadata: Map<string, string>,
  pause: Pause,
): Promise<Shape> {
  const encoders: Encoder[] = [];
  for (const vector of vectors) encoders.push(await encoderOf(vector, rowCount, pause));
  const fields = encoders.map(
    ({ type, metadata: known }, index) => new Field(names[index] ?? '', type, true, known),
  );
  return { encoders, schema: new Schema(fields, metadata) };
}

/**
 * Encodes columns as an Arrow IPC stream, one record batch at a time. Repeated texts are dictionary-encoded.
 * New entries of a dictionary are sent before the batch that first uses them.
 */
export async function* tableParts(
  table: Table | StreamedTable,
  names: readonly string[],
  metadata = new Map<string, string>(),
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const pause = yielder();
  const writer = new Batches();
  let shape = 'parts' in table ? null : await shapeOf(table, names, metadata, pause);
  for await (const part of 'parts' in table ? table.parts() : partsOf(table, ROWS_A_BATCH)) {
    shape ??= await shapeOf(part, names, metadata, pause);
    const { encoders, schema } = shape;
    const length = part.rowCount;
    const children: Column[] = [];
    for (const [index, encoder] of encoders.entries())
      children.push(await encoder.batch(part.vectors[index] as Vector, length));
    const struct = makeData({ type: new Struct(schema.fields), length, nullCount: 0, children });
    writer.write(new RecordBatch(schema, struct));
    await pause();
    yield* writer.take();
  }
  writer.finish();
  yield* writer.take();
}

/**
 * Encodes the answer as an Arrow IPC stream in parts. The schema's metadata `cairn` holds `{columns, meta}`
 * as JSON.
 */
export function arrowParts({ columns, table, meta }: QueryAnswer): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const names = columns.map(({ key }) => key);
  return tableParts(table, names, new Map([['cairn', JSON.stringify({ columns, meta })]]));
}
