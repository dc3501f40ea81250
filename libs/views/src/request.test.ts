import { Query, type QueryInput } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { requestOf } from './request.ts';
import { resolveView } from './views.ts';

const reader = { timezone: 'Europe/Berlin' };
const additions = (reducer: 'sum' | 'median' | 'count') => [
  { target: 'Commit', attribute: 'additions', reducer },
];
const queryOf = (rest: QueryInput = {}) => Query.parse({ orgId: 'acme', select: ['Commit'], ...rest });
const requestFor = (value: string, rest: QueryInput = {}, page?: { page: number; pageSize: number }) => {
  const query = queryOf(rest);
  return requestOf(query, resolveView({ value, config: {} }, query), page, reader);
};

describe('the request of a query', () => {
  it('goes to the route that the view asks for', () => {
    expect(requestFor('unifiedTable').kind).toBe('entities');
    expect(requestFor('unifiedTable', { groupBys: ['Person.name'] }).kind).toBe('groups');
    expect(requestFor('overTime').kind).toBe('series');
  });

  it('has the page that is shown, where the view pages', () => {
    const page = { page: 3, pageSize: 50 };
    expect(requestFor('unifiedTable', {}, page).query).toMatchObject(page);
    expect(requestFor('unifiedTable').query).toMatchObject({ page: 1, pageSize: 20 });
    expect(requestFor('barChart', { groupBys: ['Person.name'] }, page).query).not.toHaveProperty('page');
  });

  it("is in the reader's zone where the query names none", () => {
    expect(requestFor('unifiedTable').query.timezone).toBe('Europe/Berlin');
    expect(requestFor('unifiedTable', { timezone: 'UTC' }).query.timezone).toBe('UTC');
  });

  it('has the order and the limit of the view', () => {
    expect(requestFor('barChart', { groupBys: ['SourceFile.path'] }).query).toMatchObject({
      order: [{ by: 'count(Commit.uuid)', direction: 'descending' }],
      limit: 1_000,
    });
    expect(requestFor('overTime', { limit: 5 }).query).toMatchObject({ timeUnit: 'auto', order: [] });
  });

  it('draws a series by the unit of the view, of the query, of its groups, or of its window', () => {
    const weekly = { target: 'Commit', attribute: 'committedAt', unit: 'week' as const };
    expect(requestFor('overTime', { timeUnit: 'weeks' }).query.timeUnit).toBe('weeks');
    expect(requestFor('overTime', { groupBys: [weekly] }).query.timeUnit).toBe('weeks');
    expect(requestFor('overTime', { groupBys: [weekly], timeUnit: 'months' }).query.timeUnit).toBe('months');
    const query = queryOf({ timeUnit: 'weeks' });
    const daily = resolveView({ value: 'overTime', config: { unit: 'days' } }, query);
    expect(requestOf(query, daily, undefined, reader).query.timeUnit).toBe('days');
  });

  it('asks for sample sizes where a measure is not a count', () => {
    expect(requestFor('metric', { aggregations: additions('median') }).query.counts).toBe(true);
    expect(requestFor('metric', { aggregations: additions('count') }).query).not.toHaveProperty('counts');
    expect(requestFor('metric').query).not.toHaveProperty('counts');
  });

  it('names no org in its body, and leaves the query as it is', () => {
    const query = queryOf({ aggregations: additions('sum') });
    const before = structuredClone(query);
    const { query: body } = requestOf(
      query,
      resolveView({ value: 'metric', config: {} }, query),
      undefined,
      reader,
    );
    expect(body).not.toHaveProperty('orgId');
    expect(query).toEqual(before);
  });
});
