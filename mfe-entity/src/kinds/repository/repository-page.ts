import { FolderGit2 } from 'lucide-react';
import { COMMITS_AND_RELEASES, COMMITS_BY_FOLDER, COMMITS_BY_PERSON } from '../../charts/commit-charts.ts';
import { textOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated } from '../../kind-page/facts.tsx';
import { panelWithoutCommits, whyNoCommits } from '../../kind-page/no-commits.ts';

export const REPOSITORY_PAGE = defineKindPage({
  kind: 'Repository',
  icon: FolderGit2,
  partOf: ['Project'],
  header: {
    facts: (entity) => [
      textOf(entity, 'defaultBranch'),
      dated(entity, 'createdAt', 'first commit'),
      dated(entity, 'updatedAt', 'last commit'),
    ],
  },
  tabs: ['overview', 'history', 'work'],
  overview: {
    charts: [COMMITS_AND_RELEASES, COMMITS_BY_FOLDER, COMMITS_BY_PERSON],
    startsOnDefaultBranch: true,
    insteadOfCharts: panelWithoutCommits(),
  },
  rail: { leaveOut: () => ['fullName'], relations: ['Branch', 'Release', 'Project', 'Team'] },
  work: { whyEmpty: whyNoCommits() },
  explore: { attribute: 'name', relation: 'Commit' },
});
