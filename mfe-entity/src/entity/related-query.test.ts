import { CATALOGUE } from '@cairn/entities';
import { describe, expect, it } from 'vitest';
import { backName, relatedQuery } from './related-query.ts';

describe('related query', () => {
  it.each([
    ['Repository', 'Commit', 'Repository'],
    ['Person', 'Commit', 'Person'],
    ['Person', 'Committed', 'Committer'],
    ['SourceFile', 'Commit', 'SourceFile'],
    ['Release', 'Commit', 'Release'],
    ['Commit', 'Child', 'Parent'],
    ['Commit', 'Parent', 'Child'],
    ['Branch', 'Commit', 'Branch'],
  ])('asks for the %s of a relation %s by its %s', (kind, relation, back) => {
    expect(backName(kind, relation)).toBe(back);
  });

  it('selects the other kind, narrowed to this entity', () => {
    expect(relatedQuery('Person', 'Commit', 'u-1')).toMatchObject({
      select: ['Commit'],
      filters: [{ target: 'Person', attribute: 'uuid', comparison: { IN: ['u-1'] } }],
    });
  });

  it('only names relations that the catalogue has', () => {
    for (const kind of CATALOGUE.kinds) {
      for (const relation of kind.relations) {
        const back = backName(kind.name, relation.name);
        if (back) expect(CATALOGUE.relation(relation.target, back)?.target).toBe(kind.name);
      }
    }
  });

  it('gives up where there is no way back', () => {
    expect(relatedQuery('Person', 'Weather', 'u-1')).toBeNull();
  });
});
