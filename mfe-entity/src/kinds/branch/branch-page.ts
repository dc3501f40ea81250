import { GitBranch } from 'lucide-react';
import { COMMITS_BY_FOLDER, COMMITS_BY_PERSON, COMMITS_OVER_TIME } from '../../charts/commit-charts.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated, linked } from '../../kind-page/facts.tsx';
import { statusChip } from '../../kind-page/state-chips.ts';
import { rowsSection } from '../../sections/list-sections.tsx';
import { COMMIT_ROWS, PULL_ROWS, RUN_ROWS } from '../row-specs.ts';
import { panelWithoutCommits, whyNoCommits } from '../../kind-page/no-commits.ts';

const NO_COMMITS = 'All commits of this branch are on other branches too, and are counted there.';

export const BRANCH_PAGE = defineKindPage({
  kind: 'Branch',
  icon: GitBranch,
  partOf: ['Repository'],
  header: {
    chips: (entity) => statusChip(entity),
    facts: (entity) => [linked(entity, 'Head', 'at'), dated(entity, 'updatedAt', 'last commit')],
  },
  overview: {
    sections: [
      rowsSection({ title: 'Pull requests', relation: 'PullRequest', ...PULL_ROWS }),
      rowsSection({ title: 'Latest runs of pipelines', relation: 'CicdPipeline', ...RUN_ROWS, most: 5 }),
      rowsSection({ title: 'Latest commits', relation: 'Commit', ...COMMIT_ROWS, most: 5 }),
    ],
    charts: [COMMITS_OVER_TIME, COMMITS_BY_FOLDER, COMMITS_BY_PERSON],
    expectsBoard: true,
    insteadOfCharts: panelWithoutCommits(NO_COMMITS),
  },
  rail: { leaveOut: () => ['status', 'Head'] },
  work: { whyEmpty: whyNoCommits(NO_COMMITS) },
  explore: { attribute: 'name', relation: 'Commit' },
});
