import type { Query } from '@cairn/query';

/** The columns of a person's commits: how many, and when the latest was written. */
export const COUNT = 'count(Commit.uuid)';
export const LATEST = 'max(Commit.authoredAt)';

/** The authors of the commits of a question, one group for each person and not for each name, the latest first. */
export function peopleAtWork(query: Query, limit: number): Query {
  return {
    ...query,
    groupBys: [
      { target: 'Person', attribute: 'uuid' },
      { target: 'Person', attribute: 'name' },
    ],
    aggregations: [
      { target: 'Commit', attribute: 'uuid', reducer: 'count' },
      { target: 'Commit', attribute: 'authoredAt', reducer: 'max' },
    ],
    order: [
      { by: LATEST, direction: 'descending' },
      { by: 'Person.name', direction: 'ascending' },
    ],
    limit,
  };
}
