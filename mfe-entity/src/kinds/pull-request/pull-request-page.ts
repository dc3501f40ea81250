import { lazyComponent } from '@cairn/ui';
import { GitPullRequest } from 'lucide-react';
import type { KindTab } from '../../kind-page/kind-page.ts';
import { FilesAtAGlance } from '../commit/change-set/files-at-a-glance.tsx';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated, joined, person } from '../../kind-page/facts.tsx';
import { whichCommitsAreMissing, whyNoCommits } from '../../kind-page/no-commits.ts';
import { pullRequestChips } from '../../kind-page/state-chips.ts';
import { linksSection, peopleSection, rowsSection } from '../../sections/list-sections.tsx';
import { measureCards } from '../../sections/metric-cards.tsx';
import { analyticsTab } from '../../sections/analytics-tab.tsx';
import type { OthersSpec } from '../../sections/others-query.ts';
import { COMMENT_ROWS, ISSUE_ROWS, RUN_ROWS } from '../row-specs.ts';
import { branches, size } from './pull-request-facts.tsx';
import { Stages } from './stages.tsx';

const CHANGES: KindTab = {
  id: 'change-set',
  label: 'Files changed',
  Body: lazyComponent(async () => (await import('../commit/change-set/change-set-tab.tsx')).ChangeSetTab),
};

const OTHERS: OthersSpec = {
  within: 'Repository',
  ended: 'mergedAt',
  measures: ['cycleTime', 'pickupTime', 'reviewTime', 'leadTimeForChanges', 'additions', 'mergeTime'],
  words: 'merged in the same repository',
};

export const PULL_REQUEST_PAGE = defineKindPage({
  kind: 'PullRequest',
  story: ['progress', 'lineage', 'statusTimes', 'timeline', 'contributors'],
  icon: GitPullRequest,
  partOf: ['Repository'],
  author: 'Person',
  header: {
    chips: pullRequestChips,
    facts: (entity) => [
      branches(entity),
      size(entity),
      dated(entity, 'createdAt', 'opened'),
      joined(dated(entity, 'mergedAt', 'merged'), person(entity, 'MergedBy', 'by')) ??
        dated(entity, 'closedAt', 'closed'),
    ],
  },
  tabs: ['overview', CHANGES, 'work', { ...analyticsTab([], OTHERS), forSuperuser: true }, 'history'],
  overview: {
    sections: [
      measureCards(['cycleTime', 'reviewTime', 'leadTimeForChanges']),
      peopleSection({
        title: 'Reviewers',
        relation: 'Reviewer',
        says: { property: 'verdict', of: 'result' },
        otherwise: 'no review yet',
      }),
      Stages,
      rowsSection({ title: 'Closes', relation: 'Issue', ...ISSUE_ROWS }),
      FilesAtAGlance,
      rowsSection({ title: 'Checks', relation: 'CicdPipeline', ...RUN_ROWS }),
      linksSection('Deployment', ['Deployment', 'TakenBack']),
      rowsSection({ title: 'Discussion', relation: 'DiscussionComment', ...COMMENT_ROWS }),
      rowsSection({
        title: 'Comments on its lines',
        relation: 'PullRequestReviewComment',
        ...COMMENT_ROWS,
        figures: ['path', { name: 'line', before: 'line' }],
      }),
    ],
  },
  rail: {
    leaveOut: () => [
      'additions',
      'deletions',
      'changedFiles',
      'cycleTime',
      'reviewTime',
      'leadTimeForChanges',
      'baseBranch',
      'branch',
      'base',
      'head',
      'merged',
      'draft',
      'mergedAt',
      'number',
      'reviewers',
      'state',
      'codingTime',
      'pickupTime',
      'mergeTime',
      'clockCodingTime',
      'clockPickupTime',
      'clockReviewTime',
      'clockMergeTime',
      'MergedBy',
      'Deployment',
      'TakenBack',
      'Branch',
    ],
    relations: ['Release'],
  },
  work: { whyEmpty: whyNoCommits(), whatIsMissing: whichCommitsAreMissing },
  explore: { relation: 'Commit' },
});
