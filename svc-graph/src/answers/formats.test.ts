import { uuidText } from '@cairn/contracts';
import type { Column } from '@cairn/contracts';
import { NULL_MARKER } from '@cairn/query';
import type { QueryInput } from '@cairn/query';
import { tableFromIPC } from '@uwdata/flechette';
import { assert, asyncProperty, constantFrom } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { corpusService } from '../../test/corpus-service.ts';
import type { CorpusService } from '../../test/corpus-service.ts';
import { CORPUS } from '../../test/corpus/corpus.ts';
import { runs } from '../../test/runs.ts';
import { searchFixture } from '../../test/search-fixture.ts';
import type { SearchFixture } from '../../test/search-fixture.ts';
import { PUBLISH } from '../store/load.ts';

let service: CorpusService;
let fixture: SearchFixture;
beforeAll(async () => {
  [service, fixture] = await Promise.all([corpusService(), searchFixture()]);
});
afterAll(() => Promise.all([service.close(), fixture.close()]));

/** Queries of the corpus that return rows. */
const QUESTIONS = CORPUS.flatMap((each) => (each.endpoint === 'facet-options' ? [] : [each]));

function plain(value: unknown, type: Column['type']): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return uuidText(value);
  if (type === 'datetime') return new Date(value as number).toISOString().replace('.000Z', 'Z');
  if (type === 'json') return JSON.parse(value as string) as unknown;
  return type === 'string[]' ? Array.from(value as Iterable<string>) : value;
}

/** Parses csv cells (RFC 4180), whatever the quotes contain. */
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

/** The csv cells of a row: a measure and its comparison share one cell. */
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
        // The query names a page, because csv returns all rows where other formats return a page.
        const asked =
          endpoint === 'entities' ? { ...query, limit: query.limit ?? 100, page: query.page ?? 1 } : query;
        const { data, columns, meta } = await service.ask(endpoint, asked);
        const arrow = await service.post(endpoint, { ...asked, format: 'arrow' });
        expect(arrow.headers.get('content-type')).toBe('application/vnd.apache.arrow.stream');
        const table = tableFromIPC(new Uint8Array(await arrow.arrayBuffer()));
        expect(table.schema.fields.map(({ name: field }) => field)).toEqual(columns.map(({ key }) => key));
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
      { numRuns: runs(320) },
    );
  }, 120_000);
});

async function arrowOf(path: string, query: QueryInput) {
  const answer = await fixture.post(path, query);
  return tableFromIPC(new Uint8Array(await answer.arrayBuffer()));
}

describe('the format', () => {
  const type = async (body: object, headers = {}) =>
    (await fixture.post('entities', { select: ['Commit'], ...body }, headers)).headers.get('content-type');

  it.each([
    ['arrow', {}, undefined],
    ['arrow', {}, '*/*'],
    ['json', {}, 'application/json'],
    ['json', {}, 'application/json, text/plain, */*'],
    ['csv', {}, 'text/csv'],
    ['csv', {}, 'application/json;q=0.1, Text/CSV; header=present; q=0.9'],
    ['arrow', {}, 'application/json;q=0'],
    ['arrow', { format: 'arrow' }, 'application/json'],
    ['json', { format: 'json' }, undefined],
    ['csv', { format: 'csv' }, '*/*'],
  ])('is %s where the query has %j and %s is accepted', async (format, body, accept) => {
    expect(await type(body, accept ? { accept } : {})).toContain(format);
  });
});

describe('csv', () => {
  it('never hands a formula to a spreadsheet', async () => {
    const evil = [`=HYPERLINK("http://evil")`, '+1', '-1', '@x', '\tx', 'fine, "quoted"'];
    const values = evil.map((name, index) => `(uuid(), '${name}', TIMESTAMP '2024-01-0${index + 1}', false)`);
    await fixture.graph.run(
      `INSERT INTO "Branch" (uuid, name, "updatedAt", deleted) VALUES ${values.join()}`,
    );
    const query = {
      select: ['Branch'],
      columns: ['name'],
      order: [{ by: 'updatedAt', direction: 'ascending' }],
    };
    const csv = await (await fixture.post('entities', { ...query, format: 'csv' })).text();
    const names = cellsOf(csv).map(([, name]) => name);
    expect(names).toEqual([
      'Branch.name',
      ...evil.map((name) => (name.startsWith('fine') ? name : `'${name}`)),
    ]);
  });

  it('is cut at 1,000 rows, and its name says so', async () => {
    await fixture.graph.run(`INSERT INTO "Release" (uuid, name) SELECT uuid(), range FROM range(1500)`);
    const cut = await fixture.post('entities', { select: ['Release'], columns: ['name'], format: 'csv' });
    expect(cellsOf(await cut.text())).toHaveLength(1_001);
    expect(cut.headers.get('content-disposition')).toBe('attachment; filename="cairn-first-1000.csv"');
    const whole = await fixture.post('entities', { select: ['Release'], format: 'csv', limit: 5_000 });
    expect(cellsOf(await whole.text())).toHaveLength(1_501);
    expect(whole.headers.get('content-disposition')).toBe('attachment; filename="cairn.csv"');
  });
});

describe('Arrow', () => {
  it('keeps missing values and repeated texts over many rows', async () => {
    await fixture.graph.run(
      `INSERT INTO "Issue" (uuid, name, "createdAt", deleted) SELECT uuid(), CASE WHEN range % 3 = 0 THEN NULL WHEN range % 3 = 1 THEN 'même' ELSE 'x' || range END, TIMESTAMP '2024-01-01' + to_minutes(range), NULL FROM range(10000)`,
    );
    const query: QueryInput = {
      select: ['Issue'],
      columns: ['name', 'deleted'],
      order: [{ by: 'createdAt', direction: 'ascending' }],
      limit: 10_000,
    };
    const table = await arrowOf('entities', query);
    const name = table.getChild('Issue.name');
    const expected = (row: number) => [null, 'même', `x${row}`][row % 3];
    for (const row of [0, 1, 2, 2_047, 2_048, 2_049, 4_095, 9_997, 9_998, 9_999]) {
      expect(name?.at(row), String(row)).toBe(expected(row));
    }
    expect(table.getChild('Issue.deleted')?.at(5)).toBeNull();
  });
});

describe('the tag of an answer', () => {
  const ask = (query: object, tag?: string) =>
    fixture.post('group-bys', { select: ['Commit'], ...query }, tag ? { 'if-none-match': tag } : {});

  it('saves an answer that the caller has, until the data or the question changes', async () => {
    const tag = (await ask({})).headers.get('etag') ?? '';
    const again = await ask({}, tag);
    expect([again.status, await again.text()]).toEqual([304, '']);
    for (const known of [`"x" ,${tag}`, tag.replace('W/', '')])
      expect((await ask({}, known)).status).toBe(304);
    expect((await ask({ format: 'csv' }, tag)).status).toBe(200);
    expect((await ask({ groupBys: ['Person.name'] }, tag)).status).toBe(200);
    await fixture.graph.transaction((open) => open.run(PUBLISH));
    expect((await ask({}, tag)).status).toBe(200);
  });

  it('is another one once the service was started anew, which may answer in another way', async () => {
    const question = ['acme', 'a question', 1];
    const now = (await import('./etag.ts')).etagOf(question);
    expect((await import('./etag.ts')).etagOf(question)).toBe(now);
    vi.resetModules();
    expect((await import('./etag.ts')).etagOf(question)).not.toBe(now);
  });

  it('is another one where columns are called otherwise, or another page is spoken of', async () => {
    const count = { target: 'Commit', attribute: 'uuid', reducer: 'count' };
    const half = ['divide', 'count(Commit.uuid)', 2];
    const questions = [
      { aggregations: [count] },
      { aggregations: [{ ...count, title: 'Changes' }] },
      { aggregations: [{ ...count, title: 'Work' }] },
      { formulas: [{ name: 'half', formula: half }] },
      { formulas: [{ name: 'share', formula: half }] },
      { limit: 20 },
      { page: 1, pageSize: 20 },
    ];
    const tags = await Promise.all(questions.map(async (each) => (await ask(each)).headers.get('etag')));
    expect(new Set(tags).size).toBe(questions.length);
  });
});
