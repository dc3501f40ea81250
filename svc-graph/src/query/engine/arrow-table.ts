import { createReadStream } from 'node:fs';
import { DataType, RecordBatchReader } from 'apache-arrow';
import type { Data, List, RecordBatch, Utf8, Vector as ArrowVector } from 'apache-arrow';
import { yielder } from '../event-loop.ts';
import { UUID_BYTES } from '../table.ts';
import type { Table, Vector } from '../table.ts';
import type { Validity } from '../string-dictionary.ts';

type Pause = ReturnType<typeof yielder>;
type Parts = readonly ArrowVector[];

function validityOf(parts: Parts, rows: number): Validity {
  if (parts.every(({ nullCount }) => nullCount === 0)) return null;
  const bits = new Uint8Array(Math.ceil(rows / 8));
  let row = 0;
  for (const part of parts) {
    for (let index = 0; index < part.length; index++, row++) {
      if (part.isValid(index)) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
    }
  }
  return bits;
}

/** Copies the numbers of all chunks in memory order. */
function raw<A extends Float64Array | BigInt64Array>(parts: Parts, into: A): A {
  let row = 0;
  for (const part of parts) {
    for (const data of part.data) {
      (into as Float64Array).set(data.values as Float64Array, row);
      row += data.length;
    }
  }
  return into;
}

/** The bytes of uuids of all parts; a missing uuid has none. */
function uuidBytes(parts: Parts, rows: number): Buffer {
  const bytes = Buffer.alloc(rows * UUID_BYTES);
  let row = 0;
  for (const part of parts) {
    for (let index = 0; index < part.length; index++, row++) {
      if (part.isValid(index)) bytes.set(part.get(index) as Uint8Array, row * UUID_BYTES);
    }
  }
  return bytes;
}

async function flagsOf(parts: Parts, pause: Pause): Promise<Uint8Array> {
  const values: number[] = [];
  for (const part of parts) {
    for (let index = 0; index < part.length; index++) values.push(part.get(index) === true ? 1 : 0);
    await pause();
  }
  return Uint8Array.from(values);
}

/** Decodes texts by itself, because the library drops a leading byte order mark. */
async function textsOf(data: Data<Utf8>, pause: Pause): Promise<(string | null)[]> {
  const { values: bytes, valueOffsets } = data;
  const from = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: (string | null)[] = [];
  for (let row = 0; row < data.length; row++) {
    const isThere = data.getValid(row);
    texts.push(isThere ? from.toString('utf8', valueOffsets[row], valueOffsets[row + 1]) : null);
    if (row % 1_000 === 0) await pause();
  }
  return texts;
}

async function texts(parts: Parts, pause: Pause): Promise<(string | null)[]> {
  const all: (string | null)[][] = [];
  for (const part of parts) {
    for (const data of part.data as readonly Data<Utf8>[]) all.push(await textsOf(data, pause));
  }
  return all.flat();
}

type Items = readonly (string | null)[] | null;

/** Lists of texts; a missing one comes as a list of one missing element. */
async function lists(parts: Parts, pause: Pause): Promise<Items[]> {
  const all: Items[] = [];
  for (const { data } of parts) {
    for (const { children, valueOffsets = new Int32Array(1), length } of data as readonly Data<
      List<Utf8>
    >[]) {
      const [child] = children as readonly Data<Utf8>[];
      const items = child ? await textsOf(child, pause) : [];
      for (let row = 0; row < length; row++) {
        const list = items.slice(valueOffsets[row], valueOffsets[row + 1]);
        all.push(list.length === 1 && list[0] === null ? null : list);
      }
    }
  }
  return all;
}

async function vectorOf(parts: Parts, type: DataType, rows: number, pause: Pause): Promise<Vector> {
  if (DataType.isFloat(type)) {
    return { type: 'number', values: raw(parts, new Float64Array(rows)), valid: validityOf(parts, rows) };
  }
  if (DataType.isTimestamp(type)) {
    return { type: 'datetime', values: raw(parts, new BigInt64Array(rows)), valid: validityOf(parts, rows) };
  }
  if (DataType.isBool(type)) {
    return { type: 'boolean', values: await flagsOf(parts, pause), valid: validityOf(parts, rows) };
  }
  if (DataType.isFixedSizeBinary(type) && type.byteWidth === UUID_BYTES) {
    return { type: 'uuid', bytes: uuidBytes(parts, rows), valid: validityOf(parts, rows) };
  }
  if (DataType.isList(type)) return { type: 'list', values: await lists(parts, pause) };
  if (DataType.isUtf8(type)) return { type: 'text', values: await texts(parts, pause) };
  throw new Error(`a column of type ${String(type)} has no physical form`);
}

async function tableOfBatches(
  batches: readonly RecordBatch[],
  types: readonly DataType[],
  pause: Pause,
): Promise<Table> {
  const rowCount = batches.reduce((sum, { numRows }) => sum + numRows, 0);
  const vectors: Vector[] = [];
  for (const [column, type] of types.entries()) {
    const parts = batches.map((batch) => batch.getChildAt(column)).filter((part) => part !== null);
    vectors.push(await vectorOf(parts, type, rowCount, pause));
  }
  return { rowCount, vectors };
}

/** Reads an Arrow stream into columns, and yields to the event loop meanwhile. */
export async function tableOfArrow(bytes: Uint8Array): Promise<Table> {
  const reader = RecordBatchReader.from(bytes);
  reader.open();
  const types = reader.schema.fields.map(({ type }): DataType => type);
  return tableOfBatches([...reader], types, yielder());
}

/** Reads an Arrow stream from a file, a batch at a time. */
export async function* tablesOfFile(file: string): AsyncGenerator<Table> {
  const reader = await RecordBatchReader.from(createReadStream(file));
  await reader.open();
  const types = reader.schema.fields.map(({ type }): DataType => type);
  const pause = yielder();
  for await (const batch of reader) yield tableOfBatches([batch], types, pause);
}

/** How many rows an Arrow stream in a file has. */
export async function rowsInFile(file: string): Promise<number> {
  let rows = 0;
  for await (const { numRows } of await RecordBatchReader.from(createReadStream(file))) rows += numRows;
  return rows;
}
