import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { narrowedTo } from './card-query.ts';

const of = (attribute: string, value: string) => ({
  target: 'Issue',
  attribute,
  comparison: { IN: [value] },
});
const card = Query.parse({
  select: ['Issue'],
  duration: 'P1Y',
  filters: [of('priority', 'High')],
  groupBys: [{ target: 'Issue', attribute: 'status' }],
});

describe('a card of a board that is narrowed to rows', () => {
  it('keeps its question, and takes the filters, words and dates of the rows', () => {
    const rows = Query.parse({
      select: ['Issue'],
      filters: [of('issueType', 'Bug')],
      search: 'login',
      startDate: '2026-01-01',
      endDate: '2026-02-01',
    });
    const { duration, ...narrowed } = narrowedTo(card, rows);
    expect(duration).toBeUndefined();
    expect(narrowed).toMatchObject({
      groupBys: card.groupBys,
      filters: [of('priority', 'High'), of('issueType', 'Bug')],
      search: 'login',
      startDate: '2026-01-01',
      endDate: '2026-02-01',
    });
  });

  it('keeps its own dates and words where the rows have none', () => {
    const asked = { ...card, search: 'slow' };
    expect(narrowedTo(asked, Query.parse({ select: ['Issue'] }))).toEqual(asked);
  });

  it('stays as it is where it asks for another kind, or where there are no rows', () => {
    expect(narrowedTo(card, Query.parse({ select: ['Commit'], search: 'login' }))).toBe(card);
    expect(narrowedTo(card, null)).toBe(card);
  });
});
