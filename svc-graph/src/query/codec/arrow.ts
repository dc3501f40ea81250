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
import type { Validity, Vector } from '../table.ts';
import type { Answer } from './answer.ts';

const encoder = new TextEncoder();

/** Text repeats enough for a dictionary when there are at least twice as many rows as distinct values. */
const REPEATS = 2;

function bitsOf(values: readonly unknown[]): Uint8Array | undefined {
  if (!values.includes(null)) return undefined;
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, row) => {
    if (value !== null) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  });
  return bits;
}

function utf8(values: readonly (string | null)[]): Data<Utf8> {
  const offsets = new Int32Array(values.length + 1);
  const whole = values.map((value) => value ?? '');
  let bytes = new Uint8Array(whole.reduce((sum, text) => sum + text.length, 0) * 3);
  let at = 0;
  whole.forEach((text, index) => {
    at += encoder.encodeInto(text, bytes.subarray(at)).written;
    offsets[index + 1] = at;
  });
  bytes = bytes.slice(0, at);
  const nullBitmap = bitsOf(values);
  return makeData({
    type: new Utf8(),
    length: values.length,
    valueOffsets: offsets,
    data: bytes,
    ...(nullBitmap ? { nullBitmap } : {}),
  });
}

function text(values: readonly (string | null)[]): Data<Utf8 | Dictionary<Utf8, Int32>> {
  const places = new Map<string, number>();
  const most = values.length / REPEATS;
  const indices = new Int32Array(values.length);
  for (const [row, value] of values.entries()) {
    if (value === null) continue;
    let place = places.get(value);
    if (place === undefined) {
      place = places.size;
      places.set(value, place);
      if (places.size > most) return utf8(values);
    }
    indices[row] = place;
  }
  const nullBitmap = bitsOf(values);
  return makeData({
    type: new Dictionary(new Utf8(), new Int32()),
    length: values.length,
    data: indices,
    dictionary: makeVector(utf8([...places.keys()])),
    ...(nullBitmap ? { nullBitmap } : {}),
  });
}

function lists(values: readonly (readonly (string | null)[] | null)[]): Data<List<Utf8>> {
  const offsets = new Int32Array(values.length + 1);
  values.forEach((items, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + (items?.length ?? 0);
  });
  const nullBitmap = bitsOf(values);
  return makeData({
    type: new List(new Field('item', new Utf8(), true)),
    length: values.length,
    valueOffsets: offsets,
    child: utf8(values.flatMap((items) => items ?? [])),
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

function dataOf(vector: Vector): Data<DataType> {
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
      return text(vector.values);
    case 'list':
      return lists(vector.values);
  }
}

/** The answer as an Arrow IPC stream; the schema's metadata `cairn` holds `{columns, meta}` as JSON. */
export function toArrow({ columns, table, meta }: Answer): Uint8Array {
  const children = table.vectors.map(dataOf);
  const fields = children.map((data, index) => new Field(columns[index]?.key ?? '', data.type, true));
  const schema = new Schema(fields, new Map([['cairn', JSON.stringify({ columns, meta })]]));
  const struct = makeData({ type: new Struct(fields), length: table.rowCount, nullCount: 0, children });
  const writer = new RecordBatchStreamWriter();
  writer.write(new RecordBatch(schema, struct));
  writer.finish();
  return writer.toUint8Array(true);
}
