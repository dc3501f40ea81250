import { CATALOGUE } from '@cairn/entities';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../rows/row-spec.ts';
import { factsOf } from './item-facts.ts';

describe('what a box of related entities says of them', () => {
  it('is how far they are, whose they are and when they were made', () => {
    expect(factsOf('Issue')).toEqual({
      badges: [{ attribute: 'status', of: 'status' }],
      person: 'Person',
      at: 'createdAt',
    });
    expect(factsOf('PullRequest').badges).toEqual([{ attribute: 'status', of: 'pullRequest' }]);
    expect(factsOf('CicdPipeline').badges).toEqual([{ attribute: 'result', of: 'result' }]);
    expect(factsOf('PullRequestReview').badges).toEqual([{ attribute: 'state', of: 'result' }]);
  });

  it('is nothing of people and of what lasts, whose names say enough', () => {
    for (const kind of ['Person', 'Team', 'Repository']) expect(factsOf(kind)).toEqual({});
  });

  it('asks for columns that the catalogue has, of every kind', () => {
    const missing = CATALOGUE.kinds.flatMap(({ name: kind }) =>
      columnsOf(factsOf(kind), kind).filter((column) => {
        const [target = kind, attribute = ''] = column.includes('.') ? column.split('.') : [kind, column];
        return !CATALOGUE.attributeAt(kind, target, attribute);
      }),
    );
    expect(missing).toEqual([]);
  });
});
