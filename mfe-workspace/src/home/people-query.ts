import type { Query } from '@cairn/query';
import type { DateRange } from '@cairn/ui';
import { COMMITS, HUMANS, askCommits } from './questions.ts';

const MOST_PEOPLE = 200;

/**
 * The people who committed, by their latest commit: nobody is ranked (ruling 11). Their addresses tell people of one
 * name apart, so there are as many groups as people.
 */
export function peopleQuery(range: DateRange, timezone: string): Query {
  return askCommits(range, timezone, {
    aggregations: [COMMITS, { target: 'Commit', attribute: 'authoredAt', reducer: 'max' }],
    groupBys: [
      { target: 'Person', attribute: 'name' },
      { target: 'Person', attribute: 'email' },
    ],
    filters: HUMANS,
    order: [
      { by: 'max(Commit.authoredAt)', direction: 'descending' },
      { by: 'Person.email', direction: 'ascending' },
    ],
    limit: MOST_PEOPLE,
  });
}
