import { STANDARD_VIEWS, type View } from '@cairn/contracts';
import { Query, type QueryInput } from '@cairn/query';

const LAST_DAYS = 'P90D';

const count = (target: string) => ({ target, attribute: 'uuid', reducer: 'count' }) as const;
const TEAM_UUID = { target: 'Team', attribute: 'uuid' };

/** Who is in which team now and as what, one row a membership. */
export function membershipsQuery(timezone: string): Query {
  return Query.parse({
    select: ['Person'],
    timezone,
    asOf: 'now',
    groupBys: [
      TEAM_UUID,
      { target: 'Team', attribute: 'role' },
      { target: 'Person', attribute: 'uuid' },
      { target: 'Person', attribute: 'name' },
    ],
    aggregations: [count('Person')],
    filters: [{ ...TEAM_UUID, comparison: { 'NOT IN': [null] } }],
    limit: 1_000,
  });
}

/** How many repositories each team looks after. */
export function repositoriesQuery(timezone: string): Query {
  return Query.parse({
    select: ['Repository'],
    timezone,
    groupBys: [TEAM_UUID],
    aggregations: [count('Repository')],
    limit: 1_000,
  });
}

/** A figure of a team, or a chart of it: a question about things that lead to a team by a path. */
export interface TeamMeasure {
  readonly id: string;
  readonly title: string;
  /** The kind that must have rows in the org. */
  readonly kind: string;
  /** The path from the kind to the team. */
  readonly path: string;
  readonly aggregation: { target: string; attribute: string; reducer: 'count' | 'median' };
  /** Where the team stands in the week chart of the measure. */
  readonly chart: string;
}

const AUTHORS = 'PullRequest.Person.Team';
const ASSIGNEES = 'Issue.CurrentAssignee.Team';

/** What a team's page measures of the last 90 days. People are never measured one by one (ruling 11). */
export const TEAM_MEASURES: readonly TeamMeasure[] = [
  {
    id: 'pulls',
    title: 'Pull requests',
    kind: 'PullRequest',
    path: AUTHORS,
    aggregation: count('PullRequest'),
    chart: 'Pull requests a week',
  },
  {
    id: 'cycle',
    title: 'Median working cycle time',
    kind: 'PullRequest',
    path: AUTHORS,
    aggregation: { target: 'PullRequest', attribute: 'cycleTime', reducer: 'median' },
    chart: 'Median working cycle time a week',
  },
  {
    id: 'issues',
    title: 'Issues assigned',
    kind: 'Issue',
    path: ASSIGNEES,
    aggregation: count('Issue'),
    chart: 'Issues assigned a week',
  },
  {
    id: 'commits',
    title: 'Commits',
    kind: 'Commit',
    path: 'Commit.Person.Team',
    aggregation: count('Commit'),
    chart: 'Commits a week',
  },
];

/** The name of a measure's column in an answer. */
export const columnOf = ({ aggregation: { reducer, target, attribute } }: TeamMeasure): string =>
  `${reducer}(${target}.${attribute})`;

function ofLastDays({ kind, aggregation }: TeamMeasure, timezone: string, part: QueryInput): Query {
  return Query.parse({
    select: [kind],
    timezone,
    duration: LAST_DAYS,
    aggregations: [aggregation],
    ...part,
  });
}

/** A measure of every team. */
export function measureOfTeams(measure: TeamMeasure, timezone: string): Query {
  const groupBys = [{ target: measure.path, attribute: 'uuid' }];
  return ofLastDays(measure, timezone, { groupBys, limit: 1_000 });
}

/** A measure of one team, a point a week. */
export function weeksOfTeam(
  measure: TeamMeasure,
  teamId: string,
  timezone: string,
): { query: Query; view: View } {
  const filters = [{ target: measure.path, attribute: 'uuid', comparison: { IN: [teamId] } }];
  return {
    query: ofLastDays(measure, timezone, { filters, timeUnit: 'weeks' }),
    view: { value: STANDARD_VIEWS.time, config: { unit: 'weeks' } },
  };
}
