import { NULL_MARKER } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import type { Answer } from './answer.ts';
import { csvParts } from './csv.ts';

const numbers = (values: (number | null)[]) => ({
  type: 'number' as const,
  values: Float64Array.from(values, (value) => value ?? 0),
  valid: Uint8Array.of(
    values.reduce<number>((bits, value, row) => bits | (value === null ? 0 : 1 << row), 0),
  ),
});

function answer(names: string[], current: (number | null)[], comparison: (number | null)[]): Answer {
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

const lines = (of: Answer) => [...csvParts(of)].join('').trimEnd().split('\r\n').slice(1);

describe('csv', () => {
  it('makes plain text of what a spreadsheet would run', () => {
    expect(lines(answer(['=1+1', '-2,3 and more'], [1, 1], [1, 1]))).toEqual([
      `'=1+1,"1,1"`,
      `"'-2,3 and more","1,1"`,
    ]);
  });

  it('leaves a negative number beside the one before it as it is', () => {
    expect(lines(answer(['a', 'b', 'c'], [-3, -1e-7, null], [2, null, -4]))).toEqual([
      'a,"-3,2"',
      `b,"-1e-7,${NULL_MARKER}"`,
      `c,"${NULL_MARKER},-4"`,
    ]);
  });
});
