import { GitBranch } from 'lucide-react';
import { COMMITS_BY_FOLDER, COMMITS_BY_PERSON, COMMITS_OVER_TIME } from '../../charts/commit-charts.ts';
import { countOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated, linked } from '../../kind-page/facts.tsx';
import { statusChip } from '../../kind-page/state-chips.ts';
import { rowsSection } from '../../sections/list-sections.tsx';
import type { RowSpec } from '../../rows/row-spec.ts';
import { COMMIT_ROWS, PULL_ROWS, RUN_ROWS } from '../row-specs.ts';
import { panelWithoutCommits, whyNoCommits } from '../../kind-page/no-commits.ts';

const NO_COMMITS = 'All commits of this branch are on other branches too, and are counted there.';

const withoutCommits = panelWithoutCommits(NO_COMMITS);

/** The commits of the pull request of a branch that has none of its own, as after a merge. */
const MERGED_COMMITS: RowSpec = {
  title: 'Commits of its pull request',
  relation: 'PullRequest',
  listed: (entity) => {
    const pulls = entity.relations.find(({ name }) => name === 'PullRequest')?.items ?? [];
    if (pulls.length === 0 || (countOf(entity, 'Commit') ?? 0) > 0) return null;
    const comparison = { IN: pulls.map(({ uuid }) => uuid) };
    return { kind: 'Commit', filters: [{ target: 'PullRequest', attribute: 'uuid', comparison }] };
  },
  ...COMMIT_ROWS,
};

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
      rowsSection(MERGED_COMMITS),
    ],
    charts: [COMMITS_OVER_TIME, COMMITS_BY_FOLDER, COMMITS_BY_PERSON].map((chart) => ({
      ...chart,
      across: 'PullRequest.Branch',
    })),
    expectsBoard: true,
    // Those of its pull request are drawn.
    insteadOfCharts: (entity) => ((countOf(entity, 'PullRequest') ?? 0) > 0 ? null : withoutCommits(entity)),
  },
  rail: { leaveOut: () => ['status', 'Head'] },
  work: { whyEmpty: whyNoCommits(NO_COMMITS) },
  explore: { attribute: 'name', relation: 'Commit' },
});
