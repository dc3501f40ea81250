import { Users } from 'lucide-react';
import type { ChartSpec } from '../../charts/chart-spec.ts';
import { COMMITS_BY_FOLDER, COMMITS_BY_REPOSITORY, COMMITS_OVER_TIME } from '../../charts/commit-charts.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { totalOf } from '../../kind-page/facts.tsx';
import { peopleSection, rowsSection } from '../../sections/list-sections.tsx';
import type { RowSpec } from '../../rows/row-spec.ts';
import { PULL_ROWS } from '../row-specs.ts';

/** A commit counts for the team of which its author was a member at that time. */
const ofMembers = (chart: ChartSpec): ChartSpec => ({
  ...chart,
  through: { path: 'Person.Team', relation: 'Person' },
  least: 1,
});

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
      rowsSection(OPEN_PULLS_OF_MEMBERS),
      rowsSection({ title: 'Repositories', relation: 'Repository', at: 'updatedAt' }),
    ],
    charts: [COMMITS_OVER_TIME, COMMITS_BY_FOLDER, COMMITS_BY_REPOSITORY].map(ofMembers),
  },
  rail: { relations: ['Parent', 'Project'] },
});
