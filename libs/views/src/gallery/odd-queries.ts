import { Query, type QueryInput } from '@cairn/query';
import { shapeOf, type ViewDefinition } from '../view.ts';

const measured = [{ target: 'PullRequest', attribute: 'cycleTime', reducer: 'median' as const }];
const repository = { target: 'Repository', attribute: 'name' };
const status = { target: 'PullRequest', attribute: 'status' };
const week = { target: 'PullRequest', attribute: 'createdAt', unit: 'week' as const };

/** Questions of every shape, from the one that most views draw best. */
const QUERIES: readonly Query[] = (
  [
    { groupBys: [week, repository], aggregations: measured },
    { groupBys: [repository], aggregations: measured },
    { groupBys: [repository, status] },
    { groupBys: [repository] },
    { aggregations: measured },
    { select: ['Issue'] },
    {},
  ] satisfies QueryInput[]
).map((query) => Query.parse({ select: ['PullRequest'], ...query }));

/** A question that a view draws, as full as it can take. */
export function queryFor(view: ViewDefinition): Query {
  return QUERIES.find((query) => view.fits(shapeOf(query)).ok) ?? Query.parse({ select: ['PullRequest'] });
}
