import { describe, expect, it } from 'vitest';
import { fieldsOf, selectKind } from '../graph/fields.ts';
import { SAMPLE_CONFIGURATION } from '../../test/sample-configuration.ts';
import { suggestionsOf } from './suggestions.ts';
import { DEFAULT_BRANCH, hasDefaultBranch, Query } from '@cairn/query';

describe('suggested questions', () => {
  const END = '2026-11-20T00:00:00.000Z';
  const after = (days: number) => Date.parse(END) + days * 86_400_000;
  const suggestionsAfter = (days: number) =>
    suggestionsOf({ ...SAMPLE_CONFIGURATION, latest: END }, after(days));
  const suggestions = suggestionsAfter(1);

  it('begin with the commits, in plain words', () => {
    expect(suggestions.slice(0, 4).map(({ title }) => title)).toEqual([
      'Commits per week, past year',
      'Commits by file top folder, past year',
      'Commits by repository per month, past year',
      'Commits by author, last 90 days',
    ]);
  });

  it.each([
    [100, 'Commits per week, past year', 'Commits by author, past year'],
    [400, 'Commits per week', 'Commits by author'],
  ])('reach back to data that ended %s days ago', (days, first, last) => {
    const titles = suggestionsAfter(days).map(({ title }) => title);
    expect([titles[0], titles[3]]).toEqual([first, last]);
  });

  it('of commits begin with the default branch, and so does a new selection of commits', () => {
    for (const { query } of suggestions) expect(hasDefaultBranch(query)).toBe(query.select[0] === 'Commit');
    const chosen = selectKind(Query.parse({}), 'Commit', SAMPLE_CONFIGURATION);
    expect(chosen).toMatchObject({ lost: 0, query: { filters: [DEFAULT_BRANCH] } });
    const kept = selectKind(Query.parse({ select: ['SourceFile'] }), 'Commit', SAMPLE_CONFIGURATION);
    expect(kept.query.filters).toEqual([]);
  });

  it('name only what a source provides', () => {
    for (const { query } of suggestions) {
      const fields = fieldsOf(SAMPLE_CONFIGURATION, query.select[0] ?? '');
      for (const group of query.groupBys) {
        expect(fields).toContainEqual(
          expect.objectContaining({ target: group.target, attribute: group.attribute }),
        );
      }
    }
  });

  it('are none when nothing is provided', () => {
    const kinds = SAMPLE_CONFIGURATION.kinds.map((kind) => ({ ...kind, provided: false }));
    expect(suggestionsOf({ ...SAMPLE_CONFIGURATION, kinds })).toEqual([]);
  });
});

describe('another selection', () => {
  it('keeps the clauses it has and lets go of the others', () => {
    const query = Query.parse({
      select: ['Commit'],
      groupBys: [
        { target: 'Repository', attribute: 'name' },
        { target: 'Release', attribute: 'tagName' },
      ],
      aggregations: [{ target: 'Commit', attribute: 'uuid', reducer: 'count' }],
      duration: 'P30D',
    });
    const { query: next, lost } = selectKind(query, 'SourceFile', SAMPLE_CONFIGURATION);
    expect(lost).toBe(1);
    expect(next).toMatchObject({ select: ['SourceFile'], duration: 'P30D' });
    expect(next.groupBys).toEqual([{ target: 'Repository', attribute: 'name' }]);
  });
});
