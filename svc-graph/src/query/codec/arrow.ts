import {
  Bool,
  Dictionary,
  Field,
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
import { breather } from '../breath.ts';
import type { Table, Validity, Vector } from '../table.ts';
import type { Answer } from './answer.ts';
import { bitsOf, coded, textsOf } from './arrow-texts.ts';
import type { Texts } from './arrow-texts.ts';

/** A multiple of eight, so that bits of missing values begin with a byte. */
const ROWS_A_BATCH = 32_768;

type Breathe = ReturnType<typeof breather>;

/** How rows from one on become a column of a record batch. */
interface Encoder {
  readonly type: DataType;
  batch(start: number, count: number): Data<DataType> | Promise<Data<DataType>>;
}

function missing(valid: Validity, start: number, count: number): { nullBitmap?: Uint8Array } {
  return valid ? { nullBitmap: valid.subarray(start / 8, Math.ceil((start + count) / 8)) } : {};
}

function utf8(texts: Texts, start: number, count: number): Data<Utf8> {
  const first = texts.offsets[start] ?? 0;
  const valueOffsets = texts.offsets.slice(start, start + count + 1);
  if (first > 0) for (let row = 0; row <= count; row++) valueOffsets[row] = (valueOffsets[row] ?? 0) - first;
  return makeData({
    type: new Utf8(),
    length: count,
    valueOffsets,
    data: texts.bytes.subarray(first, texts.offsets[start + count]),
    ...missing(texts.valid, start, count),
  });
}

async function textEncoder(texts: Texts, rows: number, breathe: Breathe): Promise<Encoder> {
  const code = await coded(texts, rows, breathe);
  if (!code) return { type: new Utf8(), batch: (start, count) => utf8(texts, start, count) };
  const type = new Dictionary(new Utf8(), new Int32());
  const dictionary = makeVector(utf8(code.words, 0, code.words.offsets.length - 1));
  return {
    type,
    batch: (start, length) => {
      const data = code.indices.subarray(start, start + length);
      return makeData({ type, length, data, dictionary, ...missing(texts.valid, start, length) });
    },
  };
}

function listEncoder(values: readonly (readonly (string | null)[] | null)[], breathe: Breathe): Encoder {
  const type = new List(new Field('item', new Utf8(), true));
  return {
    type,
    batch: async (start, length) => {
      const rows = values.slice(start, start + length);
      const valueOffsets = new Int32Array(length + 1);
      for (const [index, items] of rows.entries())
        valueOffsets[index + 1] = (valueOffsets[index] ?? 0) + (items?.length ?? 0);
      const items = rows.flatMap((each) => each ?? []);
      const child = utf8(await textsOf(items, breathe), 0, items.length);
      const bits = bitsOf(rows);
      return makeData({ type, length, valueOffsets, child, ...(bits ? { nullBitmap: bits } : {}) });
    },
  };
}

function packed(values: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  for (const [row, value] of values.entries())
    if (value === 1) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  return bits;
}

async function encoderOf(vector: Vector, rows: number, breathe: Breathe): Promise<Encoder> {
  switch (vector.type) {
    case 'number': {
      const { values, valid } = vector;
      return fixed(new Float64(), valid, (start, end) => values.subarray(start, end));
    }
    case 'datetime': {
      const { values, valid } = vector;
      return fixed(new TimestampMicrosecond('UTC'), valid, (start, end) => values.subarray(start, end));
    }
    case 'boolean': {
      const { values, valid } = vector;
      return fixed(new Bool(), valid, (start, end) => packed(values.subarray(start, end)));
    }
    case 'utf8':
      return textEncoder(vector, rows, breathe);
    case 'text':
      return textEncoder(await textsOf(vector.values, breathe), rows, breathe);
    case 'list':
      return listEncoder(vector.values, breathe);
  }
}

function fixed<T extends Float64 | TimestampMicrosecond | Bool>(
  type: T,
  valid: Validity,
  part: (start: number, end: number) => T['TArray'],
): Encoder {
  return {
    type,
    batch: (start, length) => {
      const data = part(start, start + length);
      return makeData({
        type: type as Float64,
        length,
        data: data as Float64Array,
        ...missing(valid, start, length),
      });
    },
  };
}

/** Pieces shorter than this are sent with others. */
const ALONE = 65_536;

/** A writer whose bytes are taken batch by batch; long pieces are views of what was written, and not copied. */
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

/** Columns as an Arrow IPC stream in parts, made a record batch at a time. */
export async function* tableParts(
  table: Table,
  names: readonly string[],
  metadata = new Map<string, string>(),
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const breathe = breather();
  const encoders: Encoder[] = [];
  for (const vector of table.vectors) encoders.push(await encoderOf(vector, table.rowCount, breathe));
  const fields = encoders.map(({ type }, index) => new Field(names[index] ?? '', type, true));
  const schema = new Schema(fields, metadata);
  const writer = new Batches();
  for (let start = 0; start === 0 || start < table.rowCount; start += ROWS_A_BATCH) {
    const length = Math.min(ROWS_A_BATCH, table.rowCount - start);
    const children: Data<DataType>[] = [];
    for (const encoder of encoders) children.push(await encoder.batch(start, length));
    const struct = makeData({ type: new Struct(fields), length, nullCount: 0, children });
    writer.write(new RecordBatch(schema, struct));
    await breathe();
    yield* writer.take();
  }
  writer.finish();
  yield* writer.take();
}

/** The answer as an Arrow IPC stream in parts; the schema's metadata `cairn` holds `{columns, meta}` as JSON. */
export function arrowParts({ columns, table, meta }: Answer): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const names = columns.map(({ key }) => key);
  return tableParts(table, names, new Map([['cairn', JSON.stringify({ columns, meta })]]));
}
