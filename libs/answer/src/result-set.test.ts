import type { Column } from '@cairn/contracts';
import {
  Bool,
  Field,
  FixedSizeBinary,
  Float64,
  List,
  RecordBatchStreamWriter,
  Schema,
  Table,
  TimestampMicrosecond,
  Utf8,
  vectorFromArray,
  type DataType,
} from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeArrow, decodeRows } from './result-set.ts';

const columns: Column[] = [
  { key: 'Person.name', label: 'Author', type: 'string', role: 'group' },
  { key: 'count(Commit.uuid)', label: 'Commits', type: 'number', role: 'measure' },
  { key: 'Commit.committedAt', label: 'Committed at', type: 'datetime', role: 'attribute' },
  { key: 'Commit.day', label: 'Day', type: 'date', role: 'attribute' },
  { key: 'Commit.isMerge', label: 'Merge', type: 'boolean', role: 'attribute' },
  { key: 'Commit.files', label: 'Files', type: 'string[]', role: 'attribute' },
  { key: 'uuid', label: 'Commit', type: 'string', role: 'id' },
];
const TYPES: DataType[] = [
  new Utf8(),
  new Float64(),
  new TimestampMicrosecond(),
  new Utf8(),
  new Bool(),
  new List(new Field('item', new Utf8(), true)),
  new FixedSizeBinary(16),
];
const meta = {
  limit: 10,
  total: 3,
  truncated: false,
  timezone: 'Europe/Berlin',
  start: null,
  end: null,
  dataVersion: 4,
};

const row = fc.tuple(
  fc.option(fc.string()),
  fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  fc.option(fc.date({ min: new Date(0), max: new Date('2050-01-01'), noInvalidDate: true })),
  fc.option(fc.constantFrom('2026-02-28', '2026-11-21')),
  fc.option(fc.boolean()),
  fc.option(fc.array(fc.string(), { maxLength: 3 })),
  fc.option(fc.uuid()),
);
type Row = [
  string | null,
  number | null,
  Date | null,
  string | null,
  boolean | null,
  string[] | null,
  string | null,
];

const bytesOf = (uuid: string | null) =>
  uuid && Uint8Array.from(Buffer.from(uuid.replaceAll('-', ''), 'hex'));

function arrowOf(rows: Row[]): Uint8Array {
  const vectors = columns.map(({ key }, place) => [
    key,
    vectorFromArray(
      rows.map((each) => (columns[place]?.role === 'id' ? bytesOf(each[6]) : each[place]) as never),
      TYPES[place] as DataType,
    ),
  ]);
  const { schema, batches } = new Table(Object.fromEntries(vectors));
  const described = new Map([['cairn', JSON.stringify({ columns, meta })]]);
  const writer = new RecordBatchStreamWriter();
  writer.reset(undefined, new Schema(schema.fields, described));
  for (const batch of batches) writer.write(batch);
  return writer.finish().toUint8Array(true);
}

function jsonOf(rows: Row[]) {
  const data = rows.map((each) =>
    Object.fromEntries(
      columns.map(({ key }, place) => {
        const value = each[place] ?? null;
        return [key, value instanceof Date ? value.toISOString() : value];
      }),
    ),
  );
  return { data, columns, meta };
}

describe('a result set', () => {
  it('is the same from Arrow and from JSON', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
        const [arrow, json] = [decodeArrow(arrowOf(rows)), decodeRows(jsonOf(rows))];
        expect([arrow.numRows, arrow.meta, arrow.columns]).toEqual([json.numRows, json.meta, json.columns]);
        for (let at = 0; at < rows.length; at += 1) {
          for (const { key } of columns) expect(arrow.get(key, at)).toEqual(json.get(key, at));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('gives nothing for a column or a row that is not there', () => {
    const answer = decodeRows(jsonOf([['Ada', 1, null, null, null, null, null]]));
    expect(answer.get('Person.email', 0)).toBeNull();
    expect(answer.get('Person.name', 7)).toBeNull();
  });

  it('is refused when it does not say what its columns mean', () => {
    const bare = new Table({ a: vectorFromArray([1], new Float64()) });
    const writer = RecordBatchStreamWriter.writeAll(bare.batches);
    expect(() => decodeArrow(writer.toUint8Array(true))).toThrow();
  });
});
