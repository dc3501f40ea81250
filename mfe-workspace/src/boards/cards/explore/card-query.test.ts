import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { narrowedBehind, narrowedTo } from './card-query.ts';

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

describe('a card of a board that is narrowed to an entity', () => {
  const UUID = '00000000-0000-4000-8000-000000000001';
  const on = (kind: string) => ({ entity: { kind, uuid: UUID } });
  const only = (target: string) => ({ target, attribute: 'uuid', comparison: { IN: [UUID] } });

  it('asks for the entity itself where it asks for that kind', () => {
    expect(narrowedBehind(card, on('Issue'))).toMatchObject({
      duration: 'P1Y',
      filters: [of('priority', 'High'), only('Issue')],
    });
  });

  it('asks for what leads to it, by the relation that is called as the kind before others', () => {
    expect(narrowedBehind(card, on('Project'))?.filters.at(-1)).toEqual(only('Project'));
    const commits = Query.parse({ select: ['Commit'] });
    expect(narrowedBehind(commits, on('Person'))?.filters).toEqual([only('Person')]);
    const teams = Query.parse({ select: ['TimeInStatus'] });
    expect(narrowedBehind(teams, on('Issue'))?.filters).toEqual([only('Issue')]);
  });

  it('asks nothing where nothing leads to it, rather than for the whole organization', () => {
    expect(narrowedBehind(Query.parse({ select: ['Channel'] }), on('Release'))).toBeNull();
  });

  it('takes rows too', () => {
    const rows = Query.parse({ select: ['Issue'], filters: [of('issueType', 'Bug')] });
    expect(narrowedBehind(card, { rows, ...on('Project') })?.filters).toEqual([
      of('priority', 'High'),
      of('issueType', 'Bug'),
      only('Project'),
    ]);
    expect(narrowedBehind(card, { rows })).toEqual(narrowedTo(card, rows));
  });
});
