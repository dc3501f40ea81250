import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const PULL_REQUEST_REVIEW_PAGE = defineKindPage({
  kind: 'PullRequestReview',
  partOf: ['PullRequest'],
  author: 'Person',
});
