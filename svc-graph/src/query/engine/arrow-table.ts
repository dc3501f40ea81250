import { createReadStream } from 'node:fs';
import { DataType, RecordBatchReader } from 'apache-arrow';
import type { RecordBatch, Vector as ArrowVector } from 'apache-arrow';
import { breather } from '../breath.ts';
import { UUID_BYTES } from '../table.ts';
import type { Table, Vector } from '../table.ts';
import type { Validity } from '../words.ts';

type Breathe = ReturnType<typeof breather>;
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

/** The numbers as they lie in memory, part after part. */
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

/** Uuids part after part, which leave nothing where one is missing. */
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

async function each<T>(parts: Parts, breathe: Breathe, read: (value: unknown) => T): Promise<T[]> {
  const values: T[] = [];
  for (const part of parts) {
    for (let index = 0; index < part.length; index++) {
      values.push(read(part.get(index)));
      if (index % 1_000 === 0) await breathe();
    }
  }
  return values;
}

const textOf = (value: unknown): string | null => (value === null ? null : String(value));

/** A missing list comes as a list of one missing element. */
function listOf(value: unknown): readonly (string | null)[] | null {
  const items = value === null ? [] : [...(value as Iterable<unknown>)].map(textOf);
  return items.length === 1 && items[0] === null ? null : items;
}

async function vectorOf(parts: Parts, type: DataType, rows: number, breathe: Breathe): Promise<Vector> {
  if (DataType.isFloat(type)) {
    return { type: 'number', values: raw(parts, new Float64Array(rows)), valid: validityOf(parts, rows) };
  }
  if (DataType.isTimestamp(type)) {
    return { type: 'datetime', values: raw(parts, new BigInt64Array(rows)), valid: validityOf(parts, rows) };
  }
  if (DataType.isBool(type)) {
    const values = Uint8Array.from(await each(parts, breathe, (value) => (value === true ? 1 : 0)));
    return { type: 'boolean', values, valid: validityOf(parts, rows) };
  }
  if (DataType.isFixedSizeBinary(type) && type.byteWidth === UUID_BYTES) {
    return { type: 'uuid', bytes: uuidBytes(parts, rows), valid: validityOf(parts, rows) };
  }
  if (DataType.isList(type)) return { type: 'list', values: await each(parts, breathe, listOf) };
  if (DataType.isUtf8(type)) return { type: 'text', values: await each(parts, breathe, textOf) };
  throw new Error(`a column of type ${String(type)} has no physical form`);
}

async function tableOfBatches(
  batches: readonly RecordBatch[],
  types: readonly DataType[],
  breathe: Breathe,
): Promise<Table> {
  const rowCount = batches.reduce((sum, { numRows }) => sum + numRows, 0);
  const vectors: Vector[] = [];
  for (const [column, type] of types.entries()) {
    const parts = batches.map((batch) => batch.getChildAt(column)).filter((part) => part !== null);
    vectors.push(await vectorOf(parts, type, rowCount, breathe));
  }
  return { rowCount, vectors };
}

/** Reads an Arrow stream into columns, and lets others breathe while it does. */
export async function tableOfArrow(bytes: Uint8Array): Promise<Table> {
  const reader = RecordBatchReader.from(bytes);
  reader.open();
  const types = reader.schema.fields.map(({ type }): DataType => type);
  return tableOfBatches([...reader], types, breather());
}

/** Reads an Arrow stream that lies in a file, a part at a time. */
export async function* tablesOfFile(file: string): AsyncGenerator<Table> {
  const reader = await RecordBatchReader.from(createReadStream(file));
  await reader.open();
  const types = reader.schema.fields.map(({ type }): DataType => type);
  const breathe = breather();
  for await (const batch of reader) yield tableOfBatches([batch], types, breathe);
}

/** How many rows an Arrow stream in a file has. */
export async function rowsInFile(file: string): Promise<number> {
  let rows = 0;
  for await (const { numRows } of await RecordBatchReader.from(createReadStream(file))) rows += numRows;
  return rows;
}
