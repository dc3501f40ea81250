import { NULL_MARKER } from '@cairn/query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QueryAnswer } from './answer.ts';
import { csvParts, sheetParts } from './csv.ts';

const numbers = (values: (number | null)[]) => ({
  type: 'number' as const,
  values: Float64Array.from(values, (value) => value ?? 0),
  valid: Uint8Array.of(
    values.reduce<number>((bits, value, row) => bits | (value === null ? 0 : 1 << row), 0),
  ),
});

function answer(names: string[], current: (number | null)[], comparison: (number | null)[]): QueryAnswer {
  const measure = { label: 'Total', type: 'number' as const, role: 'measure' as const };
  return {
    columns: [
      { key: 'name', label: 'Name', type: 'string', role: 'group' },
      { key: 'sum', ...measure, period: 'current' },
      { key: 'comparison(sum)', ...measure, period: 'comparison' },
    ],
    table: {
      rowCount: names.length,
      vectors: [{ type: 'text', values: names }, numbers(current), numbers(comparison)],
    },
    meta: {
      limit: names.length,
      total: names.length,
      truncated: false,
      timezone: 'UTC',
      start: null,
      end: null,
      dataVersion: 1,
    },
  };
}

const lines = (of: QueryAnswer) => [...csvParts(of)].join('').trimEnd().split('\r\n').slice(1);

/** Parses csv by RFC 4180. */
function records(csv: string): string[][] {
  const all: string[][] = [[]];
  for (const [, quoted, bare, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    all.at(-1)?.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    if (end !== ',') all.push([]);
  }
  return all.slice(0, -1);
}

describe('csv', () => {
  it('makes plain text of what a spreadsheet would run', () => {
    expect(lines(answer(['=1+1', '-2,3 and more'], [1, 1], [1, 1]))).toEqual([
      `'=1+1,"1,1"`,
      `"'-2,3 and more","1,1"`,
    ]);
    expect(lines(answer(['\u{feff}=1+1', '\u{feff}plain'], [1, 1], [1, 1]))).toEqual([
      `'\u{feff}=1+1,"1,1"`,
      `\u{feff}plain,"1,1"`,
    ]);
  });

  it('leaves a negative number beside the one before it as it is', () => {
    expect(lines(answer(['a', 'b', 'c'], [-3, -1e-7, null], [2, null, -4]))).toEqual([
      'a,"-3,2"',
      `b,"-1e-7,${NULL_MARKER}"`,
      `c,"${NULL_MARKER},-4"`,
    ]);
  });

  it('gives every text back as it was, and none that a spreadsheet would run', () => {
    const risky = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', '"', ',', "'", ' ');
    const text = fc.array(fc.oneof(risky, fc.string()), { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (texts) => {
        const written = [
          ...csvParts(
            answer(
              texts,
              texts.map(() => 1),
              texts.map(() => null),
            ),
          ),
        ].join('');
        const read = records(written)
          .slice(1)
          .map(([name = '']) => name);
        expect(read).toHaveLength(texts.length);
        for (const [index, name] of read.entries()) {
          expect([texts[index], `'${texts[index]}`]).toContain(name);
          expect(/^[=+\-@\t\r\n＝＋－＠]/.test(name) && !/^-?[\d.e-]+,/.test(name)).toBe(false);
        }
      }),
    );
  });
});

describe('a sheet for people', () => {
  const base = answer(['Ada', 'Ben'], [30_600, 0.5], [61_200, null]);
  const sheet = (of: QueryAnswer) => records([...sheetParts(of)].join(''));
  const [name, ...measures] = base.columns;

  it('has labels as headers, and a column of its own for what is compared', () => {
    expect(sheet(base)).toEqual([
      ['Name', 'Total', 'Total, before'],
      ['Ada', '30600', '61200'],
      ['Ben', '0.5', ''],
    ]);
  });

  it.each([
    ['businesssecond:30600', ['1 wd', '1s']],
    ['businesssecond', ['8h 30m', '1s']],
    ['second', ['8h 30m', '500ms']],
    ['fraction', ['3060000%', '50%']],
  ])('writes values of %s as screens do', (unit, values) => {
    const columns = [...(name ? [name] : []), ...measures.map((each) => ({ ...each, unit }))];
    const rows = sheet({ ...base, columns }).slice(1);
    expect(rows.map(([, value]) => value)).toEqual(values);
  });

  it('tells moments and periods by the wall clock of its zone, which the header names', () => {
    const at = BigInt(Date.UTC(2026, 7, 12, 22, 30)) * 1_000n;
    const vector = { type: 'datetime' as const, values: BigInt64Array.of(at), valid: null };
    const column = { key: 'at', label: 'Merged at', type: 'datetime' as const, role: 'attribute' as const };
    const units = [undefined, 'day', 'week', 'month', 'quarter', 'year'];
    const columns = units.map((dateUnit) => ({ ...column, ...(dateUnit ? { dateUnit } : {}) }));
    const table = { rowCount: 1, vectors: units.map(() => vector) };
    const meta = { ...base.meta, timezone: 'Europe/Berlin' };
    expect(sheet({ columns, table, meta })).toEqual([
      ['Merged at (Europe/Berlin)', ...units.slice(1).map(() => 'Merged at')],
      ['2026-08-13 00:30', '2026-08-13', '2026-08-13', '2026-08', '2026 Q3', '2026'],
    ]);
  });

  it('leaves out ids, and still runs no text as a formula', () => {
    const { columns, table, meta } = answer(['=1+1'], [1], [1]);
    const [first, ...rest] = columns;
    const id = { key: 'uuid', label: 'Id', type: 'string' as const, role: 'id' as const };
    const [names, ...numbersOf] = table.vectors;
    const vectors = names ? [names, names, ...numbersOf] : [];
    const all = first ? [id, first, ...rest] : [];
    expect(sheet({ columns: all, table: { ...table, vectors } as QueryAnswer['table'], meta })[1]).toEqual([
      "'=1+1",
      '1',
      '1',
    ]);
  });
});
