import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { narrowQuery } from './narrow-query.ts';

const about = (o: Record<string, string[]>) => ({ n: 'Monthly', d: [], o, tf: 'P30D' as const });
const issue = { Issue: ['CATALOG-392'] };

describe('a query of a topic in a narrowed report', () => {
  it('is about the issue, and of the range of the report instead of its own', () => {
    const whole = Query.parse({ select: ['Commit'], startDate: '2024-01-01', endDate: '2024-02-01' });
    const { query, left } = narrowQuery(whole, about(issue));
    expect(query).toMatchObject({
      select: ['Commit'],
      duration: 'P30D',
      filters: [{ target: 'Issue', attribute: 'issueKey', comparison: { IN: ['CATALOG-392'] } }],
    });
    expect([query.startDate, query.endDate, left]).toEqual([undefined, undefined, []]);
  });

  it('keeps its own filters, and finds an issue without a key by its uuid', () => {
    const filter = { target: 'Issue', attribute: 'status', comparison: { IN: ['Done'] } };
    const uuid = '00000000-0000-4000-8000-000000000001';
    const { query } = narrowQuery(
      Query.parse({ select: ['Issue'], filters: [filter] }),
      about({ Issue: [uuid] }),
    );
    expect(query.filters).toEqual([
      filter,
      { target: 'Issue', attribute: 'uuid', comparison: { IN: [uuid] } },
    ]);
  });

  it('tells what nothing leads to from what it asks for', () => {
    const { query, left } = narrowQuery(Query.parse({ select: ['Team'] }), about(issue));
    expect([query.filters, left]).toEqual([[], ['Issue']]);
  });
});
