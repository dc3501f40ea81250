import { entityContract, queryContract, Rows } from '@cairn/contracts';
import { REDUCERS } from '@cairn/entities';
import { DATE_UNITS, FUNCTIONS, Query, operatorsFor, parseQuery, serialiseQuery } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asksClickhouse } from '../test/chdb/chdb-graphs.ts';
import { INTERNAL_SECRET, HOSTILE_MARKS, corpusService } from '../test/corpus-service.ts';
import type { CorpusService } from '../test/corpus-service.ts';
import type { CorpusCase } from '../test/corpus/case.ts';
import { CORPUS } from '../test/corpus/corpus.ts';
import { some } from '../test/runs.ts';
import { CORPUS_ORG, HOSTILE_ORG, HOSTILE_TEXT, uuidOf } from '../test/corpus/org.ts';
import { duckdbGraphs } from './query/graph.ts';
import type { Rollups } from './query/rollup/rollups.ts';

let service: CorpusService;
beforeAll(async () => {
  service = await corpusService();
});
afterAll(() => service.close());

interface RequestOptions {
  readonly org?: string;
  readonly accept?: string;
  readonly known?: string | null;
  readonly of?: CorpusService;
}

async function answerOf({ endpoint, query }: CorpusCase, options: RequestOptions = {}): Promise<Response> {
  const { org = CORPUS_ORG, accept = 'application/json', known, of = service } = options;
  return of.app.request(`/api/${org}/graph-search/${endpoint}`, {
    method: 'POST',
    headers: {
      ...(await of.tokens.headers({ orgId: org })),
      accept,
      ...(known ? { 'if-none-match': known } : {}),
    },
    body: JSON.stringify(query),
  });
}

/** The whole of an answer as text, headers too, in which no marker of the other org may stand. */
async function innocent(answer: Response): Promise<string> {
  // As bytes one by one, so that text is found in Arrow too.
  const body = Buffer.from(await answer.arrayBuffer());
  const all = body.toString('latin1') + JSON.stringify([...answer.headers]);
  for (const marker of HOSTILE_MARKS) expect(all).not.toContain(marker);
  return body.toString('utf8');
}

/** The values of an answer in the order of its columns, without the id of entities. */
function valuesOf({ endpoint }: CorpusCase, body: unknown): unknown[][] {
  if (endpoint === 'facet-options') {
    const { data } = queryContract.facetOptions.output.parse(body);
    return data.map(({ value, count }) => [value, count]);
  }
  const { data, columns } = Rows.parse(body);
  const keys = columns.map(({ key }) => key).filter((key) => endpoint !== 'entities' || key !== 'uuid');
  return data.map((row) => keys.map((key) => row[key]));
}

const close = (value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? (expect.closeTo(value, 9) as number) : value;

describe('the corpus', () => {
  it.each(CORPUS.map((each) => [each.endpoint, each.name, each] as const))('%s: %s', async (_, __, each) => {
    // The other org asks first and hands on the tag of its answer: neither may be taken for ours.
    const others = await answerOf(each, { org: HOSTILE_ORG });
    const answer = await answerOf(each, { known: others.headers.get('etag') });
    const text = await innocent(answer);
    expect(answer.status, text).toBe(200);
    expect(valuesOf(each, JSON.parse(text))).toEqual(each.expected.map((row) => row.map(close)));
  });

  it('uses every reducer, operator, function and unit of the language', () => {
    const asked = JSON.stringify(CORPUS);
    const operators = (['string', 'number', 'datetime'] as const).flatMap(operatorsFor);
    const words = [...REDUCERS, ...operators, ...Object.keys(FUNCTIONS), ...DATE_UNITS];
    expect(words.filter((word) => !asked.includes(`"${word}"`))).toEqual([]);
    expect(CORPUS.length).toBeGreaterThanOrEqual(250);
  });

  it('is carried by an address as it is', () => {
    for (const each of CORPUS) {
      if (each.endpoint === 'facet-options') continue;
      const query = Query.parse(each.query);
      // Dates win over a duration, which is not kept beside them (X§4).
      if (query.startDate && query.duration) continue;
      expect(parseQuery(serialiseQuery(query)), each.name).toEqual(query);
    }
  });

  it('names every query once', () => {
    const names = CORPUS.map(({ endpoint, name, query }) => `${endpoint} ${query.select?.[0]} ${name}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

/** A rollup is made for every question that could be told from one, however few rows there are. */
const EAGER = { atLeast: 0, fewer: 0, few: 0, settled: 0, most: 1_000 };

describe.skipIf(asksClickhouse())('from rollups', () => {
  it('every question is answered the same', async () => {
    let rollups: Promise<Rollups | null> | undefined;
    const hasty = await corpusService({
      searched: (stores) => {
        const graphs = duckdbGraphs(stores, { rollups: EAGER, fewer: 0 });
        rollups = graphs.rollups(CORPUS_ORG);
        return graphs;
      },
    });
    try {
      // Asked once, it is not at hand yet; as csv, so that the answer itself is not kept.
      for (const each of CORPUS) {
        if (each.endpoint === 'facet-options') continue;
        await answerOf({ ...each, query: { ...each.query, format: 'csv' } } as CorpusCase, { of: hasty });
        await (await rollups)?.idle();
      }
      const graph = await hasty.stores.open(CORPUS_ORG);
      const [made] = await graph.rows<{ n: number }>(
        `SELECT count(*)::INT AS n FROM duckdb_tables() WHERE database_name = 'rollups'`,
      );
      expect(made?.n).toBeGreaterThan(20);
      for (const each of CORPUS) {
        const text = await (await answerOf(each, { of: hasty })).text();
        const expected = each.expected.map((row) => row.map(close));
        expect(valuesOf(each, JSON.parse(text)), `${each.endpoint} ${each.name}`).toEqual(expected);
      }
    } finally {
      await hasty.close();
    }
  }, 120_000);
});

it('tells on a page of its own the same age of what is open', async () => {
  const ageOf = async (name: string) => {
    const answer = await service.app.request(`/api/${CORPUS_ORG}/entity-detail`, {
      method: 'POST',
      headers: await service.tokens.headers(),
      body: JSON.stringify({ entityUuid: uuidOf(name) }),
    });
    const { data } = entityContract.entityDetail.output.parse(await answer.json());
    return data.properties['Age'] ?? data.properties['age'];
  };
  expect(await ageOf('CAI-2')).toBe(19_105_200);
  expect(await ageOf('p6')).toBe(191_700);
  expect(await ageOf('CAI-1')).toBeUndefined();
});

describe('the other org', () => {
  it('has something to give away', async () => {
    const answer = await service.app.request(`/api/${HOSTILE_ORG}/graph-search/group-bys`, {
      method: 'POST',
      headers: await service.tokens.headers({ orgId: HOSTILE_ORG }),
      body: JSON.stringify({
        select: ['Commit'],
        groupBys: ['Commit.message'],
        aggregations: [{ target: 'Commit', attribute: 'additions', reducer: 'sum' }],
        format: 'json',
      }),
    });
    const text = await answer.text();
    for (const marker of HOSTILE_MARKS) expect(text).toContain(marker);
  });

  // What an answer is written as does not depend on who found it.
  it.skipIf(asksClickhouse()).each(['csv', 'arrow'] as const)(
    'is in no answer as %s',
    async (format) => {
      for (const each of some(CORPUS)) {
        if (each.endpoint === 'facet-options') continue;
        const asked = { ...each, query: { ...each.query, format } } as CorpusCase;
        await answerOf(asked, { org: HOSTILE_ORG });
        const answer = await answerOf(asked);
        expect(answer.status, each.name).toBe(200);
        await innocent(answer);
      }
    },
    120_000,
  );

  it('is in nothing that is said of a question or of a thing that both have', async () => {
    const entityUuid = uuidOf('Ann');
    const named = { select: ['Commit'], groupBys: [`Person.${HOSTILE_TEXT.toLowerCase()}`] };
    const posts: [string, object][] = [
      ['entity-detail', { entityUuid }],
      ['entity-history', { entityUuid: uuidOf('CAI-1') }],
      ['graph-search/empty-reasons', { select: ['Commit'], search: 'nothing like it' }],
      ['graph-search/explain', { select: ['Commit'], groupBys: ['Person.name'] }],
      ['graph-search/group-bys', named],
    ];
    const signedIn = await service.tokens.headers({ role: 'super' });
    const headers = { ...signedIn, 'x-cairn-internal': INTERNAL_SECRET };
    for (const [path, body] of posts) {
      const request = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await service.app.request(`/api/${CORPUS_ORG}/${path}`, request);
      expect(answer.status, path).toBe(path.endsWith('group-bys') ? 400 : 200);
      await innocent(answer);
    }
    for (const path of [`/api/${CORPUS_ORG}/graph-search/configuration`, '/readyz', '/openapi.json']) {
      const answer = await service.app.request(path, { headers });
      expect(answer.status, path).toBe(200);
      await innocent(answer);
    }
  });

  it('is in no metric, neither its values nor its name', async () => {
    const metrics = await innocent(
      await service.app.request('/metrics', { headers: { 'x-cairn-internal': INTERNAL_SECRET } }),
    );
    expect(metrics).toContain('http_request_duration_seconds');
    expect(metrics.toLowerCase()).not.toContain('hostile');
    expect(metrics).not.toContain(CORPUS_ORG);
  });
});
