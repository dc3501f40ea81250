import { ScanEye } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const PULL_REQUEST_REVIEW_PAGE = defineKindPage({
  kind: 'PullRequestReview',
  icon: ScanEye,
  partOf: ['PullRequest'],
  author: 'Person',
});
