import { GitPullRequest } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { pullRequestChips } from '../../kind-page/state-chips.ts';
import { whyNoCommits } from '../../kind-page/no-commits.ts';
import { Stages } from './stages.tsx';

export const PULL_REQUEST_PAGE = defineKindPage({
  kind: 'PullRequest',
  story: ['progress', 'lineage', 'statusTimes', 'timeline', 'contributors'],
  icon: GitPullRequest,
  partOf: ['Repository'],
  author: 'Person',
  header: { chips: pullRequestChips },
  overview: { sections: [Stages] },
  rail: { leaveOut: () => ['additions', 'deletions', 'changedFiles'], relations: ['Release'] },
  work: { whyEmpty: whyNoCommits() },
  explore: { relation: 'Commit' },
});
