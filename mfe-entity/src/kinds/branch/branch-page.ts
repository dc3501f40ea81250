import { GitBranch } from 'lucide-react';
import { COMMITS_BY_FOLDER, COMMITS_BY_PERSON, COMMITS_OVER_TIME } from '../../charts/commit-charts.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { panelWithoutCommits, whyNoCommits } from '../../kind-page/no-commits.ts';

const NO_COMMITS = 'All commits of this branch are on other branches too, and are counted there.';

export const BRANCH_PAGE = defineKindPage({
  kind: 'Branch',
  icon: GitBranch,
  partOf: ['Repository'],
  overview: {
    charts: [COMMITS_OVER_TIME, COMMITS_BY_FOLDER, COMMITS_BY_PERSON],
    insteadOfCharts: panelWithoutCommits(NO_COMMITS),
  },
  rail: { relations: ['Head'] },
  work: { whyEmpty: whyNoCommits(NO_COMMITS) },
  explore: { attribute: 'name', relation: 'Commit' },
});
