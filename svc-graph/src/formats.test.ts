import { uuidText } from '@cairn/contracts';
import type { Column } from '@cairn/contracts';
import { NULL_MARKER } from '@cairn/query';
import { tableFromIPC } from '@uwdata/flechette';
import { assert, asyncProperty, constantFrom } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusService } from '../test/corpus-service.ts';
import type { CorpusService } from '../test/corpus-service.ts';
import { CORPUS } from '../test/corpus/corpus.ts';

let service: CorpusService;
beforeAll(async () => {
  service = await corpusService();
});
afterAll(() => service.close());

/** Questions of the corpus that are answered with rows. */
const QUESTIONS = CORPUS.flatMap((each) => (each.endpoint === 'facet-options' ? [] : [each]));

function plain(value: unknown, type: Column['type']): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return uuidText(value);
  if (type === 'datetime') return new Date(value as number).toISOString().replace('.000Z', 'Z');
  if (type === 'json') return JSON.parse(value as string) as unknown;
  return type === 'string[]' ? Array.from(value as Iterable<string>) : value;
}

/** Cells of csv (RFC 4180), whatever stands between quotes. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

const written = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join('; ');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
};

/** What csv has of a row: a measure and its comparison are one cell. */
function csvRow(columns: readonly Column[], row: Record<string, unknown>): string[] {
  return columns.flatMap(({ key, period }) => {
    if (period === 'comparison') return [];
    if (period === undefined) return [written(row[key])];
    return [[row[key], row[`comparison(${key})`]].map((each) => String(each ?? NULL_MARKER)).join(',')];
  });
}

describe('csv, JSON and Arrow', () => {
  it('hold the same values of one question', async () => {
    await assert(
      asyncProperty(constantFrom(...QUESTIONS), async ({ endpoint, query, name }) => {
        // A page of its own, since csv gives all rows at once where the others give a page.
        const asked =
          endpoint === 'entities' ? { ...query, limit: query.limit ?? 100, page: query.page ?? 1 } : query;
        const { data, columns, meta } = await service.ask(endpoint, asked);
        const arrow = await service.post(endpoint, { ...asked, format: 'arrow' });
        const table = tableFromIPC(new Uint8Array(await arrow.arrayBuffer()));
        expect(JSON.parse(table.schema.metadata?.get('cairn') ?? 'null'), name).toEqual({ columns, meta });
        const fromArrow = Array.from({ length: table.numRows }, (_, row) =>
          Object.fromEntries(
            columns.map(({ key, type }) => [key, plain(table.getChild(key)?.at(row), type)]),
          ),
        );
        expect(fromArrow, name).toEqual(data);
        const csv = await (await service.post(endpoint, { ...asked, format: 'csv' })).text();
        const [head, ...rows] = cellsOf(csv);
        expect(head, name).toEqual(
          columns.filter(({ period }) => period !== 'comparison').map(({ key }) => written(key)),
        );
        expect(rows, name).toEqual(data.map((row) => csvRow(columns, row)));
      }),
      { numRuns: 80 },
    );
  });
});
