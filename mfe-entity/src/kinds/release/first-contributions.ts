import { Query, type QueryInput } from '@cairn/query';
import { queryOf } from '../../entity/related-query.ts';

const MOST_AUTHORS = 1_000;

const BY_PERSON: QueryInput = {
  groupBys: [
    { target: 'Person', attribute: 'uuid' },
    { target: 'Person', attribute: 'name' },
  ],
  aggregations: [{ target: 'Commit', attribute: 'uuid', reducer: 'count' }],
  order: [{ by: 'Person.name', direction: 'ascending' }],
  limit: MOST_AUTHORS,
};

/** The authors of the commits of this release. */
export const authorsQuery = (release: string): Query => queryOf('Commit', 'Release', release, BY_PERSON);

/** Those of some people whose commits are in an earlier release; what no release ever had counts for none. */
export const releasedBeforeQuery = (
  repository: string,
  authors: readonly string[],
  publishedAt: string,
): Query =>
  Query.parse({
    ...BY_PERSON,
    select: ['Commit'],
    filters: [
      { target: 'Repository', attribute: 'uuid', comparison: { IN: [repository] } },
      { target: 'Person', attribute: 'uuid', comparison: { IN: [...authors] } },
      {
        target: 'Release',
        attribute: 'publishedAt',
        comparison: { WITHIN: [null, new Date(Date.parse(publishedAt) - 1).toISOString()] },
      },
    ],
  });
