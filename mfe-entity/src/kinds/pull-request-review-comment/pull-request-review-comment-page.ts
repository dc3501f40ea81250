import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const PULL_REQUEST_REVIEW_COMMENT_PAGE = defineKindPage({
  kind: 'PullRequestReviewComment',
  partOf: ['PullRequest'],
  author: 'Person',
  rail: { leaveOut: () => ['path'] },
});
