import { queryContract } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Integration } from '@cairn/entities';
import type { SourceHealth } from '../sources/source-health.ts';
import { HOSTILE, searchFixture } from '../../test/search-fixture.ts';
import type { SearchFixture } from '../../test/search-fixture.ts';

let fixture: SearchFixture;
let sources: SourceHealth[] = [];
beforeAll(async () => {
  fixture = await searchFixture({ sources: async () => sources });
});
afterAll(() => fixture.close());

const source = (
  provides: Integration | readonly Integration[],
  status: SourceHealth['state']['status'],
  error: SourceHealth['state']['error'] = null,
): SourceHealth => ({
  provides: [provides].flat(),
  simulated: false,
  state: { status, error, lastIngestedAt: null },
});

async function reasons(query: QueryInput) {
  const answer = await fixture.post('empty-reasons', query);
  const text = await answer.text();
  expect([answer.status, text.includes(HOSTILE)]).toEqual([200, false]);
  return queryContract.emptyReasons.output.parse(JSON.parse(text));
}

const why = async (query: QueryInput) =>
  (await reasons(query)).data.map(({ entity, providable, reasons: each }) => [
    entity,
    providable,
    ...each.map(({ code, integration }) => `${integration}: ${code}`),
  ]);

describe('an entity that holds nothing', () => {
  it('cannot be provided while no integration is configured that could', async () => {
    sources = [source('git', 'active')];
    const { data } = await reasons({ select: ['PullRequest'] });
    expect(data).toEqual([
      {
        entity: 'PullRequest',
        providable: false,
        text: 'Pull request is not populated. No integration is configured to provide it.',
        reasons: [],
      },
    ]);
  });

  it.each([
    [source('git', 'active'), 'IngestingButEntityNotInUse'],
    [source('git', 'ingesting'), 'IngestionEarly'],
    [source('git', 'limited'), 'IngestionEarly'],
    [source('git', 'error'), 'ConfigurationError'],
    [source('git', 'active', { code: 'x', message: 'y' }), 'ConfigurationError'],
    [source('git', 'new'), 'IngestionNotStarted'],
  ])('has a reason from the state of its source: %j', async (state, code) => {
    sources = [state];
    expect(await why({ select: ['Release'] })).toEqual([['Release', true, `git: ${code}`]]);
  });

  it('has nothing ingested when its integration brought nothing at all', async () => {
    sources = [source('jira', 'active')];
    expect(await why({ select: ['Worklog'] })).toEqual([['Worklog', true, 'jira: NothingIngested']]);
  });

  it('names the role where a tool serves as several, with the words of the product', async () => {
    sources = [source('github', 'new'), source('jira', 'ingesting')];
    const { data } = await reasons({ select: ['Issue'] });
    expect(data[0]?.reasons).toEqual([
      {
        code: 'IngestionNotStarted',
        integration: 'github',
        role: 'project tracker',
        text: 'Integration github has not started ingesting yet. (relevant only if you use github as a project tracker).',
      },
      {
        code: 'IngestionEarly',
        integration: 'jira',
        text: 'Integration jira is ingesting and may not have populated the entity yet.',
      },
    ]);
  });

  it('is found among all that a question touches', async () => {
    sources = [source('git', 'active')];
    expect(await why({ select: ['Commit'], groupBys: ['PullRequest.name', 'Person.name'] })).toEqual([
      ['PullRequest', false],
    ]);
    const merged = { target: 'PullRequest', attribute: 'status', comparison: { IN: ['merged'] } };
    const measure = { target: 'Commit', attribute: 'uuid', reducer: 'count' as const, filters: [merged] };
    expect(await why({ select: ['Commit'], aggregations: [measure] })).toEqual([['PullRequest', false]]);
    expect(await why({ select: ['Commit'], groupBys: ['Repository.Project'] })).toEqual([['Project', false]]);
  });

  it('may be on its way from one source that provides several integrations', async () => {
    sources = [source(['github', 'jira'], 'ingesting')];
    expect(await why({ select: ['Worklog'] })).toEqual([['Worklog', true, 'jira: IngestionEarly']]);
  });
});

describe('a clause that keeps everything out', () => {
  const by = (name: string) => ({ target: 'Person', attribute: 'name', comparison: { IN: [name] } });

  it('is named with the rows there are without it', async () => {
    const query = { select: ['Commit'], filters: [by('Ann'), by('Bob')], search: 'bug' };
    expect((await reasons(query)).narrowing).toEqual([
      { clause: { type: 'filter-condition', index: 0 }, total: 1 },
      { clause: { type: 'filter-condition', index: 1 }, total: 1 },
    ]);
  });

  it('may be the search or the dates', async () => {
    const dates = { startDate: '2020-01-01', endDate: '2020-02-01' };
    expect((await reasons({ select: ['Commit'], ...dates })).narrowing).toEqual([
      { clause: { type: 'date-range' }, total: 7 },
    ]);
    expect((await reasons({ select: ['Commit'], search: 'nowhere' })).narrowing).toEqual([
      { clause: { type: 'search-term' }, total: 7 },
    ]);
  });

  it('is found in a question that compares, which is of its own window', async () => {
    const dates = { startDate: '2024-04-01', endDate: '2024-04-30' };
    const query = { select: ['Commit'], groupBys: ['Person.name'], compareWith: {}, ...dates };
    expect((await reasons(query)).narrowing).toEqual([{ clause: { type: 'date-range' }, total: 7 }]);
  });

  it('is not looked for where there are rows', async () => {
    expect(await reasons({ select: ['Commit'], filters: [by('Ann')] })).toMatchObject({
      data: [],
      narrowing: [],
    });
  });
});

describe('callers of empty-reasons', () => {
  it('without a session, of another org or with no query are refused', async () => {
    const ask = async (org: string, headers: Record<string, string>, body: string) =>
      (
        await fixture.app.request(`/api/${org}/graph-search/empty-reasons`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
        })
      ).status;
    const session = await fixture.tokens.headers();
    expect(await ask('acme', {}, '{}')).toBe(401);
    expect(await ask('hostile', session, '{}')).toBe(404);
    expect(await ask('acme', session, '{"select":["Comit"]}')).toBe(400);
    expect(await ask('acme', session, '{"select":')).toBe(400);
  });
});
