import { Users } from 'lucide-react';
import { aggregate, type ChartSpec, METRIC } from '../../charts/chart-spec.ts';
import { COMMITS_BY_FOLDER, COMMITS_BY_REPOSITORY, COMMITS_OVER_TIME } from '../../charts/commit-charts.ts';
import type { Filter } from '@cairn/query';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { totalOf } from '../../kind-page/facts.tsx';
import { peopleSection, rowsSection } from '../../sections/list-sections.tsx';
import { askedCards } from '../../sections/metric-cards.tsx';
import type { RowSpec } from '../../rows/row-spec.ts';
import { PULL_ROWS } from '../row-specs.ts';

/** What people make counts for the team of which they were members at that time. */
const ofMembers = (chart: ChartSpec): ChartSpec => ({
  ...chart,
  through: { path: 'Person.Team', relation: 'Person' },
  least: 1,
});

const MERGED_LATELY: Filter = {
  target: 'PullRequest',
  attribute: 'mergedAt',
  comparison: { 'IN LAST': ['P90D'] },
};
const merged = (title: string, query: ChartSpec['query']): ChartSpec =>
  ofMembers({ title, of: 'PullRequest', view: METRIC, query, filters: [MERGED_LATELY] });

/** How the pull requests that members opened went. */
export const MERGED_PULLS: readonly ChartSpec[] = [
  merged('Merged pull requests', {}),
  merged('Median cycle time', { aggregations: aggregate('PullRequest', 'cycleTime', 'median') }),
  merged('Median review time', { aggregations: aggregate('PullRequest', 'reviewTime', 'median') }),
];

/** The open pull requests of those who are members now. */
export const OPEN_PULLS_OF_MEMBERS: RowSpec = {
  title: 'Open pull requests of its members',
  relation: 'Person',
  listed: ({ uuid }) => ({
    kind: 'PullRequest',
    // Who left since is no member.
    asOf: 'now',
    filters: [
      { target: 'Person.Team', attribute: 'uuid', comparison: { IN: [uuid] } },
      { target: 'PullRequest', attribute: 'closedAt', comparison: { 'IS EMPTY': [] } },
    ],
  }),
  ...PULL_ROWS,
  empty: 'No pull request of a member is open.',
};

export const TEAM_PAGE = defineKindPage({
  kind: 'Team',
  icon: Users,
  header: { facts: (entity) => [totalOf(entity, 'Person', 'member')] },
  overview: {
    sections: [
      peopleSection({ title: 'Members', relation: 'Person', says: { property: 'role' } }),
      askedCards(MERGED_PULLS, 'Opened by members, merged in the last 90 days.'),
      rowsSection(OPEN_PULLS_OF_MEMBERS),
      rowsSection({ title: 'Repositories', relation: 'Repository', at: 'updatedAt' }),
    ],
    charts: [COMMITS_OVER_TIME, COMMITS_BY_FOLDER, COMMITS_BY_REPOSITORY].map(ofMembers),
  },
  rail: { relations: ['Parent', 'Project'] },
});
