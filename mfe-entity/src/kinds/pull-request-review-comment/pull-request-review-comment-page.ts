import { MessageSquareCode } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const PULL_REQUEST_REVIEW_COMMENT_PAGE = defineKindPage({
  kind: 'PullRequestReviewComment',
  icon: MessageSquareCode,
  partOf: ['PullRequest'],
  author: 'Person',
  rail: { leaveOut: () => ['path'] },
});
