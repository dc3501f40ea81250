import { describe, expect, it } from 'vitest';
import { addPart, isAbout, pivotBy } from './parts.ts';
import { Query } from './schema.ts';

const byAuthor = { target: 'Person', attribute: 'name' };
const byRepository = { target: 'Repository', attribute: 'name' };
const lines = { target: 'Commit', attribute: 'additions', reducer: 'sum' } as const;
const main = { target: 'Repository', attribute: 'name', comparison: { IN: ['cairn'] } };
const query = Query.parse({
  select: ['Commit'],
  groupBys: [byAuthor],
  filters: [main],
  search: 'fix',
  duration: 'P30D',
});

describe('a part of a query', () => {
  it('is added to what is asked, which keeps its dates', () => {
    const asked = addPart(query, { groupBys: [byRepository], aggregations: [lines], search: 'parser' });
    expect(asked).toMatchObject({
      select: ['Commit'],
      groupBys: [byAuthor, byRepository],
      aggregations: [lines],
      filters: [main],
      search: 'fix parser',
      duration: 'P30D',
    });
  });

  it('does not repeat what is there', () => {
    const asked = addPart(query, { groupBys: [byAuthor], filters: [main] });
    expect([asked.groupBys, asked.filters]).toEqual([[byAuthor], [main]]);
  });

  it('says what an empty query is about', () => {
    const part = { select: ['Commit'], filters: [main] };
    expect(addPart(Query.parse({}), part)).toMatchObject(part);
    expect([isAbout(Query.parse({}), part), isAbout(query, part)]).toEqual([true, true]);
    expect(isAbout(query, { select: ['Issue'] })).toBe(false);
  });

  it('takes the place of groups and measures where the question is asked another way', () => {
    const measured = {
      ...query,
      aggregations: [lines],
      order: [{ by: 'x', direction: 'ascending' as const }],
    };
    expect(pivotBy(measured, { groupBys: [byRepository] })).toMatchObject({
      groupBys: [byRepository],
      aggregations: [lines],
      filters: [main],
      order: [],
    });
    expect(pivotBy(measured, { filters: [main] })).toMatchObject({
      groupBys: [byAuthor],
      aggregations: [lines],
    });
  });
});
