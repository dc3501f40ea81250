import { Users } from 'lucide-react';
import type { ChartSpec } from '../../charts/chart-spec.ts';
import { COMMITS_BY_FOLDER, COMMITS_BY_REPOSITORY, COMMITS_OVER_TIME } from '../../charts/commit-charts.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

/** A commit counts for the team of which its author was a member at that time. */
const ofMembers = (chart: ChartSpec): ChartSpec => ({
  ...chart,
  through: { path: 'Person.Team', relation: 'Person' },
  least: 1,
});

export const TEAM_PAGE = defineKindPage({
  kind: 'Team',
  icon: Users,
  overview: { charts: [COMMITS_OVER_TIME, COMMITS_BY_FOLDER, COMMITS_BY_REPOSITORY].map(ofMembers) },
  rail: { relations: ['Parent', 'Project'] },
});
