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
import type { Validity, Vector } from '../table.ts';
import type { Answer } from './answer.ts';

const encoder = new TextEncoder();

/** Text repeats enough for a dictionary when there are at least twice as many rows as distinct values. */
const REPEATS = 2;
const ROWS_A_PART = 2_000;
/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const BYTES_A_UNIT = 3;

type Breathe = ReturnType<typeof breather>;

function bitsOf(values: readonly unknown[]): Uint8Array | undefined {
  if (!values.includes(null)) return undefined;
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, row) => {
    if (value !== null) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  });
  return bits;
}

async function utf8(values: readonly (string | null)[], breathe: Breathe): Promise<Data<Utf8>> {
  const offsets = new Int32Array(values.length + 1);
  const parts: Uint8Array[] = [];
  let at = 0;
  for (let start = 0; start < values.length; start += ROWS_A_PART) {
    const part = values.slice(start, start + ROWS_A_PART).map((value) => value ?? '');
    const bytes = new Uint8Array(part.reduce((sum, text) => sum + text.length, 0) * BYTES_A_UNIT);
    let used = 0;
    part.forEach((text, index) => {
      used += encoder.encodeInto(text, bytes.subarray(used)).written;
      offsets[start + index + 1] = at + used;
    });
    at += used;
    parts.push(bytes.subarray(0, used));
    await breathe();
  }
  const bytes = Buffer.concat(parts);
  const nullBitmap = bitsOf(values);
  return makeData({
    type: new Utf8(),
    length: values.length,
    valueOffsets: offsets,
    data: bytes,
    ...(nullBitmap ? { nullBitmap } : {}),
  });
}

async function text(
  values: readonly (string | null)[],
  breathe: Breathe,
): Promise<Data<Utf8 | Dictionary<Utf8, Int32>>> {
  const places = new Map<string, number>();
  const most = values.length / REPEATS;
  const indices = new Int32Array(values.length);
  for (const [row, value] of values.entries()) {
    if (value === null) continue;
    let place = places.get(value);
    if (place === undefined) {
      place = places.size;
      places.set(value, place);
      if (places.size > most) return utf8(values, breathe);
    }
    indices[row] = place;
    if (row % ROWS_A_PART === 0) await breathe();
  }
  const nullBitmap = bitsOf(values);
  return makeData({
    type: new Dictionary(new Utf8(), new Int32()),
    length: values.length,
    data: indices,
    dictionary: makeVector(await utf8([...places.keys()], breathe)),
    ...(nullBitmap ? { nullBitmap } : {}),
  });
}

async function lists(
  values: readonly (readonly (string | null)[] | null)[],
  breathe: Breathe,
): Promise<Data<List<Utf8>>> {
  const offsets = new Int32Array(values.length + 1);
  values.forEach((items, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + (items?.length ?? 0);
  });
  const nullBitmap = bitsOf(values);
  return makeData({
    type: new List(new Field('item', new Utf8(), true)),
    length: values.length,
    valueOffsets: offsets,
    child: await utf8(
      values.flatMap((items) => items ?? []),
      breathe,
    ),
    ...(nullBitmap ? { nullBitmap } : {}),
  });
}

function packed(values: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, row) => {
    if (value === 1) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  });
  return bits;
}

const validity = (valid: Validity) => (valid ? { nullBitmap: valid } : {});

async function dataOf(vector: Vector, breathe: Breathe): Promise<Data<DataType>> {
  const length = vector.values.length;
  switch (vector.type) {
    case 'number':
      return makeData({ type: new Float64(), length, data: vector.values, ...validity(vector.valid) });
    case 'datetime':
      return makeData({
        type: new TimestampMicrosecond('UTC'),
        length,
        data: vector.values,
        ...validity(vector.valid),
      });
    case 'boolean':
      return makeData({ type: new Bool(), length, data: packed(vector.values), ...validity(vector.valid) });
    case 'text':
      return text(vector.values, breathe);
    case 'list':
      return lists(vector.values, breathe);
  }
}

/** The answer as an Arrow IPC stream; the schema's metadata `cairn` holds `{columns, meta}` as JSON. */
export async function toArrow({ columns, table, meta }: Answer): Promise<Uint8Array> {
  const breathe = breather();
  const children: Data<DataType>[] = [];
  for (const vector of table.vectors) children.push(await dataOf(vector, breathe));
  const fields = children.map((data, index) => new Field(columns[index]?.key ?? '', data.type, true));
  const schema = new Schema(fields, new Map([['cairn', JSON.stringify({ columns, meta })]]));
  const struct = makeData({ type: new Struct(fields), length: table.rowCount, nullCount: 0, children });
  const writer = new RecordBatchStreamWriter();
  writer.write(new RecordBatch(schema, struct));
  writer.finish();
  return writer.toUint8Array(true);
}
