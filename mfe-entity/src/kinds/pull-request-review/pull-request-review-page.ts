import { ScanEye } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated } from '../../kind-page/facts.tsx';
import { wordChip } from '../../kind-page/state-chips.ts';
import { rowsSection } from '../../sections/list-sections.tsx';
import { COMMENT_ROWS } from '../row-specs.ts';
import { rowsOfSame } from '../rows-of-same.ts';

export const PULL_REQUEST_REVIEW_PAGE = defineKindPage({
  kind: 'PullRequestReview',
  icon: ScanEye,
  partOf: ['PullRequest'],
  author: 'Person',
  header: {
    chips: (entity) => wordChip(entity, 'state', 'result'),
    facts: (entity) => [dated(entity, 'submittedAt', 'reviewed')],
  },
  overview: {
    sections: [
      rowsSection({
        title: 'Comments on lines',
        relation: 'PullRequestReviewComment',
        ...COMMENT_ROWS,
        figures: ['path', { name: 'line', before: 'line' }],
        empty: 'This review has no comments on lines.',
      }),
      rowsSection({
        title: 'All reviews of this pull request',
        relation: 'PullRequest',
        listed: rowsOfSame('PullRequestReview', 'PullRequest'),
        badges: [{ attribute: 'state', of: 'result' }],
        person: 'Person',
        at: 'submittedAt',
        order: { by: 'submittedAt', direction: 'ascending' },
      }),
    ],
  },
  rail: { leaveOut: () => ['submittedAt'] },
});
