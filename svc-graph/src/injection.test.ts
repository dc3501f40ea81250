import { queryContract } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_MARKS, corpusService } from '../test/corpus-service.ts';
import type { CorpusService } from '../test/corpus-service.ts';
import { CORPUS_ORG, HOSTILE_ORG, corpusTables } from '../test/corpus/org.ts';

let service: CorpusService;
beforeAll(async () => {
  service = await corpusService();
});
afterAll(() => service.close());

const ATTACKS = [
  `'; DROP TABLE "Commit"; --`,
  `" UNION SELECT * FROM "Person" --`,
  `Commit".uuid) FROM "Commit"; DELETE FROM "Commit"; --`,
  `' OR '1'='1`,
  `'); ATTACH '/etc/passwd' AS x; --`,
  `' || (SELECT getenv('CAIRN_SECRET')) || '`,
  `read_text('/etc/passwd')`,
  `x$1?{{7*7}}`,
  `__proto__`,
  `constructor`,
  `*/ 1 /* \\`,
  `=cmd|' /C calc'!A1`,
  `\u202e\u0000`,
  `toString\r\nx-injected: 1`,
];

const condition = { target: 'Commit', attribute: 'message', comparison: { CONTAINS: ['bug'] } };

/** A question that uses every clause that takes text. */
const WHOLE: QueryInput = {
  orgId: CORPUS_ORG,
  select: ['Commit'],
  filters: [
    { target: 'Person', attribute: 'name', key: 'Person.name', comparison: { IN: ['Ann'] } },
    {
      any: [
        condition,
        { all: [{ target: 'SourceFile', attribute: 'path', comparison: { 'STARTS WITH': ['src'] } }] },
      ],
    },
    { one: [{ target: 'SourceFile', attribute: 'topFolder', comparison: { 'NOT IN': ['docs'] } }] },
    { target: 'Commit', attribute: 'committedAt', unit: 'dayOfWeek', comparison: { IN: ['Sunday'] } },
    { target: 'Commit', attribute: 'committedAt', comparison: { WITHIN: ['2024-01-01', '2024-12-31'] } },
    { target: 'Commit', attribute: 'authoredAt', comparison: { 'IN LAST': ['P1Y'] } },
    { target: 'Commit', attribute: 'additions', comparison: { IN: ['10'] } },
    { target: 'Commit', attribute: 'isMerge', comparison: { IN: ['false'] } },
  ],
  search: 'parser OR bug',
  startDate: '2024-01-01',
  endDate: '2024-12-31',
  groupBys: [
    { target: 'Person', attribute: 'name', key: 'Person.name' },
    { target: 'Commit', attribute: 'committedAt', unit: 'month' },
  ],
  aggregations: [
    {
      key: 'k',
      field: 'f',
      target: 'Commit',
      attribute: 'additions',
      reducer: 'sum',
      title: 'Lines',
      filters: [{ target: 'Repository', attribute: 'name', comparison: { IN: ['cairn'] } }],
    },
  ],
  formulas: [{ name: 'twice', formula: ['multiply', 'sum(Commit.additions)', 2] }],
  having: [{ column: 'twice', comparison: { WITHIN: ['0', null] } }],
  compareWith: { ago: '1Y', method: 'tuple' },
  timezone: 'Europe/Berlin',
  order: [{ by: 'sum(Commit.additions)', direction: 'descending' }],
  columns: [],
  sort: '-twice',
  timeUnit: 'months',
  format: 'json',
};
const ROWS: QueryInput = {
  select: ['Commit'],
  columns: ['sha', 'Person.name'],
  order: [{ by: 'Commit.additions', direction: 'descending' }],
  sort: 'sha',
  format: 'csv',
};
const FACETS = {
  select: ['Commit'],
  filters: [condition],
  search: 'parser',
  startDate: '2024-01-01',
  endDate: '2024-12-31',
  timezone: 'Europe/Berlin',
  target: 'Person',
  attribute: 'name',
  contains: 'A',
};

type Path = readonly (string | number)[];

/** Where text stands in a question. */
function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    textsIn(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** The same question with another text in one place. */
function replaced(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(value))
    return value.map((each, index) => (index === key ? replaced(each, rest, text) : each));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, each]) => [
      name,
      name === key ? replaced(each, rest, text) : each,
    ]),
  );
}

/** What an engine would say of SQL that it cannot read, and what lies outside of the graph. */
const GIVEN_AWAY =
  /Parser Error|Binder Error|Catalog Error|Conversion Error|LINE 1|root:x:|CAIRN_SECRET=|SELECT .* FROM/;

/** Answers as if the text meant nothing: with rows, or that it is refused; never with anything else. */
async function harmless(path: string, body: unknown, label: string): Promise<number> {
  const answer = await service.post(path, body);
  const text = await answer.text();
  expect([200, 400], `${label}: ${answer.status} ${text}`).toContain(answer.status);
  // What was written may be said back where it is refused; nothing else may.
  const written = JSON.stringify(body);
  if (!GIVEN_AWAY.test(written)) expect(text, label).not.toMatch(GIVEN_AWAY);
  for (const mark of HOSTILE_MARKS) expect(text, label).not.toContain(mark);
  expect(answer.headers.has('x-injected'), label).toBe(false);
  return answer.status;
}

/** How many rows every table of both orgs has. */
async function everything(): Promise<unknown> {
  const counts: unknown[] = [];
  for (const org of [CORPUS_ORG, HOSTILE_ORG]) {
    const graph = await service.stores.open(org);
    for (const { name } of corpusTables())
      counts.push(
        await graph.rows(
          `SELECT '${name}', count(*)::INT, sum(hash(COLUMNS(*)::VARCHAR))::VARCHAR FROM "${name}"`,
        ),
      );
    counts.push(await graph.rows(`SELECT table_name FROM information_schema.tables ORDER BY ALL`));
    counts.push(await graph.rows(`SELECT database_name FROM duckdb_databases() ORDER BY ALL`));
  }
  return counts;
}

const EVERYWHERE: readonly (readonly [string, object])[] = [
  ['group-bys', WHOLE],
  ['time-series', WHOLE],
  ['empty-reasons', { ...WHOLE, format: undefined }],
  ['entities', ROWS],
  ['facet-options', FACETS],
  ['overview-highlights', { startDate: '2024-01-01', endDate: '2024-12-31', timezone: 'Europe/Berlin' }],
];

describe('text that would be SQL', () => {
  it.each(EVERYWHERE)(
    'is answered or refused wherever %s takes text, and gives nothing away',
    async (path, question) => {
      const places = textsIn(question);
      expect(places.length).toBeGreaterThan(2);
      for (const [index, place] of places.entries()) {
        // Each place meets several of them, and all of them are met in all places together.
        for (const step of [0, 5, 9]) {
          const attack = ATTACKS[(index + step) % ATTACKS.length] ?? '';
          await harmless(path, replaced(question, place, attack), `${path} ${place.join('.')} ${attack}`);
        }
      }
    },
  );

  it('is a value where a value may be any text', async () => {
    for (const attack of ATTACKS.filter((each) => !each.includes('\u0000'))) {
      const filters = [{ target: 'Commit', attribute: 'sha', comparison: { IN: [attack] } }];
      const { data } = await service.ask('entities', { select: ['Commit'], columns: ['sha'], filters });
      expect(data, attack).toEqual([]);
      const titled = { target: 'Commit', attribute: 'uuid', reducer: 'count' as const, title: attack };
      const answer = await service.ask('group-bys', { select: ['Commit'], aggregations: [titled] });
      expect([answer.columns[0]?.label, answer.data]).toEqual([attack, [{ 'count(Commit.uuid)': 12 }]]);
      const formulas = [{ name: attack, formula: ['add', 'count(Commit.uuid)', 1] }];
      if (attack === '__proto__') {
        expect(await harmless('group-bys', { select: ['Commit'], formulas }, attack)).toBe(400);
        continue;
      }
      const computed = await service.ask('group-bys', { select: ['Commit'], formulas, sort: `-${attack}` });
      expect(Object.entries(computed.data[0] ?? {}).find(([key]) => key === attack)?.[1], attack).toBe(13);
    }
  });

  it('is refused in the path, and as the name of anything', async () => {
    for (const attack of ATTACKS) {
      const headers = await service.tokens.headers();
      const path = `/api/${encodeURIComponent(attack)}/graph-search/group-bys`;
      const answer = await service.app.request(path, { method: 'POST', headers, body: '{}' });
      expect([400, 404], attack).toContain(answer.status);
      for (const query of [
        { select: [attack] },
        { groupBys: [{ target: 'Commit', attribute: attack }] },
        { timezone: attack },
        { columns: [attack] },
      ]) {
        expect(
          await harmless('entities', { select: ['Commit'], ...query }, attack),
          JSON.stringify(query),
        ).toBe(400);
      }
    }
  });

  it('leaves every row of both orgs as it was', async () => {
    const before = await everything();
    for (const [index, place] of textsIn(WHOLE).entries()) {
      await service.post('group-bys', replaced(WHOLE, place, ATTACKS[index % 6] ?? ''));
    }
    expect(await everything()).toEqual(before);
  });

  it('is tried on every route that takes a question', () => {
    const asked = Object.values(queryContract).filter(({ path }) => path.includes('/graph-search/'));
    const tried = new Set(EVERYWHERE.map(([path]) => path));
    const others = asked.map(({ path }) => path.split('/').at(-1) ?? '').filter((path) => !tried.has(path));
    // These take no text, or, for super administrators, the same question.
    expect(others.toSorted()).toEqual(['configuration', 'explain', 'versions']);
  });
});
