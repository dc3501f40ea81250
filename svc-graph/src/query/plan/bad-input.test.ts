import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchFixture } from '../../../test/search-fixture.ts';
import type { SearchFixture } from '../../../test/search-fixture.ts';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
});
afterAll(() => fixture.close());

interface Refusal {
  status: number;
  code: string;
  message: string;
  details?: unknown;
}

async function refusal(body: unknown, path = 'group-bys'): Promise<Refusal> {
  const answer = await fixture.post(path, body, { accept: 'application/json' });
  const { error } = (await answer.json()) as { error: Omit<Refusal, 'status'> };
  return { status: answer.status, ...error };
}

const commits = { select: ['Commit'] };

/** Groups of alternative conditions, this many in all. */
function many(count: number, target: string, attribute = 'name') {
  const any = Array.from({ length: 50 }, () => ({ target, attribute, comparison: { CONTAINS: ['x'] } }));
  return { filters: Array.from({ length: count / 50 }, () => ({ any })) };
}

describe('names that the catalogue does not have', () => {
  it.each([
    [{ select: ['Comit'] }, '"Comit"', 'Commit'],
    [{ ...commits, groupBys: ['Person.nam'] }, '"nam"', 'name'],
    [{ ...commits, groupBys: ['Persn.name'] }, '"Persn"', 'Person'],
    [
      { ...commits, filters: [{ target: 'Commit', attribute: 'addtions', comparison: { IN: [1] } }] },
      '"addtions"',
      'additions',
    ],
    [
      { ...commits, aggregations: [{ target: 'Commit', attribute: 'shaa', reducer: 'count' }] },
      '"shaa"',
      'sha',
    ],
    [
      { ...commits, order: [{ by: 'count(Commit.uid)', direction: 'ascending' }] },
      '"count(Commit.uid)"',
      'count(Commit.uuid)',
    ],
  ])('are refused with the nearest that it has: %j', async (query, written, closest) => {
    const { status, code, message, details } = await refusal(query);
    expect([status, code]).toEqual([400, 'unknown_attribute']);
    expect(message).toContain(written);
    expect(message).toContain(`Did you mean ${closest}`);
    expect(details).toMatchObject({ closest: expect.arrayContaining([closest]) as string[] });
  });

  it('are refused as columns and orders of entities, and in facets', async () => {
    expect(await refusal({ ...commits, columns: ['shaa'] }, 'entities')).toMatchObject({
      code: 'unknown_attribute',
    });
    const order = [{ by: 'nothing like it', direction: 'ascending' }];
    expect(await refusal({ ...commits, order }, 'entities')).toMatchObject({ code: 'unknown_attribute' });
    expect(await refusal({ target: 'Commit', attribute: 'shaa' }, 'facet-options')).toMatchObject({
      code: 'unknown_attribute',
    });
  });
});

it.each([9, 1_000, 100_000])('a formula that is nested %i deep is refused', async (depth) => {
  const formula = `${'["abs",'.repeat(depth)}1${']'.repeat(depth)}`;
  const { status, message } = await refusal(
    `{"select":["Commit"],"formulas":[{"name":"f","formula":${formula}}]}`,
  );
  expect([status, message.includes('nested')]).toEqual([400, true]);
});

describe('questions that make no sense', () => {
  const cases: [string, object, string][] = [
    [
      'a sum of text',
      { aggregations: [{ target: 'Commit', attribute: 'sha', reducer: 'sum' }] },
      'count, countDistinct',
    ],
    [
      'a range of text',
      { filters: [{ target: 'Commit', attribute: 'sha', comparison: { WITHIN: ['a', 'b'] } }] },
      'no order',
    ],
    [
      'a number that is none',
      {
        filters: [
          { target: 'Commit', attribute: 'additions', comparison: { IN: ['1; DROP TABLE "Commit"'] } },
        ],
      },
      'takes a number',
    ],
    [
      'a moment that is none',
      { filters: [{ target: 'Commit', attribute: 'committedAt', comparison: { IN: ['soon'] } }] },
      'takes an ISO date',
    ],
    [
      'a day that the calendar does not have',
      {
        select: ['Flow'],
        filters: [{ target: 'Flow', attribute: 'Date', comparison: { IN: ['2024-02-30'] } }],
      },
      'takes an ISO date',
    ],
    [
      'a range that ends on such a day',
      {
        select: ['Flow'],
        filters: [{ target: 'Flow', attribute: 'Date', comparison: { WITHIN: [null, '2023-02-29'] } }],
      },
      'takes an ISO date',
    ],
    [
      'a moment of such a day, which would else be one of the next month',
      {
        filters: [
          { target: 'Commit', attribute: 'committedAt', comparison: { IN: ['2024-02-30T12:00:00Z'] } },
        ],
      },
      'takes an ISO date',
    ],
    [
      'such a day as the end of what is measured',
      {
        select: ['Flow'],
        aggregations: [{ target: 'Flow', attribute: 'Date', reducer: 'max' }],
        having: [{ column: 'max(Flow.Date)', comparison: { WITHIN: ['2024-04-31', null] } }],
      },
      'takes an ISO date',
    ],
    [
      'a uuid that is none',
      { filters: [{ target: 'Person', attribute: 'uuid', comparison: { IN: ["' OR 1=1"] } }] },
      'takes a uuid',
    ],
    [
      'a boolean that is none',
      { filters: [{ target: 'Commit', attribute: 'isMerge', comparison: { IN: ['maybe'] } }] },
      'true or false',
    ],
    [
      'weeks of a text',
      { groupBys: [{ target: 'Commit', attribute: 'sha', unit: 'week' }] },
      'week needs one',
    ],
    [
      'a number of bins of a text',
      { groupBys: [{ target: 'Commit', attribute: 'sha', bins: { count: 5 } }] },
      'is no number, so it has no bins',
    ],
    ['more conditions than are planned in a while', many(1_050, 'Commit'), 'at most 1,000 conditions, not'],
    [
      'more lookups than are planned in a while',
      many(150, 'SourceFile'),
      'at most 100 conditions about what a commit has several of, not 150',
    ],
    ['as many conditions on lists', many(150, 'Commit', 'filesModified'), 'has several of, not 150'],
    ['groups of documents', { groupBys: ['Commit.diffData'] }, 'cannot be grouped by'],
    ['a zone that is none', { timezone: 'Middle/Earth' }, '"Middle/Earth" is not a time zone'],
    [
      'a range that ends before it starts',
      { startDate: '2024-05-01', endDate: '2024-04-01' },
      'ends before it starts',
    ],
  ];
  it('has many conditions where they cost little', async () => {
    for (const query of [many(1_000, 'Commit'), many(100, 'SourceFile'), many(150, 'Person')])
      expect((await fixture.post('group-bys', { ...commits, ...query })).status).toBe(200);
  });

  it.each(cases)('%s', async (_, query, message) => {
    const found = await refusal({ ...commits, ...query });
    expect([found.status, found.code]).toEqual([400, 'invalid_query']);
    expect(found.message).toContain(message);
  });

  it('a column that a row has many of', async () => {
    expect(await refusal({ ...commits, columns: ['SourceFile.path'] }, 'entities')).toMatchObject({
      code: 'invalid_query',
      message: expect.stringContaining('group by it') as string,
    });
  });

  it('a time series of minutes over years', async () => {
    const query = { ...commits, startDate: '2020-01-01', endDate: '2024-01-01', timeUnit: 'minutes' };
    expect(await refusal(query, 'time-series')).toMatchObject({ code: 'invalid_query', status: 400 });
  });
});

describe('what is computed from measures', () => {
  const dated = { ...commits, startDate: '2024-03-01', endDate: '2024-03-31' };
  const byName = { ...dated, groupBys: ['Person.name'] };
  const formula = (...node: unknown[]) => ({ formulas: [{ name: 'x', formula: node }] });
  it.each([
    [
      'no such function',
      { ...byName, ...formula('ad', 1, 2) },
      'There is no function "ad". Did you mean add?',
    ],
    ['no such column', { ...byName, ...formula('abs', 'count(Commit.uid)') }, 'There is no column'],
    ['too few parameters', { ...byName, ...formula('divide', 1) }, 'Divide takes 2 parameters, not 1.'],
    ['text for a number', { ...byName, ...formula('abs', 'Person.name') }, 'where a number is needed'],
    [
      'a change without a period',
      { ...byName, ...formula('difference', 'count(Commit.uuid)') },
      'compare with',
    ],
    [
      'a range of a group',
      { ...byName, having: [{ column: 'Person.name', comparison: { WITHIN: [1, 2] } }] },
      'Person.name',
    ],
    ['no dates to compare', { ...commits, groupBys: ['Person.name'], compareWith: {} }, 'date range'],
    ['no length', { ...byName, compareWith: { ago: 'soon' } }, 'no length to go back'],
    ['no such column to sort by', { ...byName, sort: '-nothing' }, 'The order key'],
  ])('is refused where it means nothing: %s', async (_, query, message) => {
    const found = await refusal(query, 'group-bys');
    expect(found).toMatchObject({ status: 400 });
    expect(found.message).toContain(message);
  });
});

describe('input that is no query', () => {
  it.each([-1, 0, 1e9, 1.5, '10'])('a limit of %s', async (limit) => {
    expect(await refusal({ ...commits, limit })).toMatchObject({ status: 400, code: 'invalid_input' });
  });

  it('a body that is not JSON', async () => {
    expect(await refusal('{"select": [')).toMatchObject({ status: 400, code: 'invalid_json' });
  });

  it('a body of 5 MB', async () => {
    expect(await refusal({ search: 'x'.repeat(5_000_000) })).toMatchObject({
      status: 413,
      code: 'too_large',
    });
  });

  it('fields that a query does not have', async () => {
    expect(await refusal({ ...commits, sql: 'SELECT 1' })).toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
  });
});

describe('callers', () => {
  const ask = async (org: string, headers: Record<string, string>) => {
    const answer = await fixture.app.request(`/api/${org}/graph-search/group-bys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify({ ...commits, orgId: 'hostile' }),
    });
    return { status: answer.status, text: await answer.text() };
  };

  it('without a session are refused', async () => {
    expect((await ask('acme', {})).status).toBe(401);
  });

  it('do not find another org, whatever the body says', async () => {
    const { status, text } = await ask('hostile', await fixture.tokens.headers());
    expect(status).toBe(404);
    expect(text).toContain('not_found');
    expect((await ask('acme', await fixture.tokens.headers())).text).toContain('"count(Commit.uuid)":7');
  });

  it('may be viewers', async () => {
    expect((await ask('acme', await fixture.tokens.headers({ role: 'viewer' }))).status).toBe(200);
  });
});
