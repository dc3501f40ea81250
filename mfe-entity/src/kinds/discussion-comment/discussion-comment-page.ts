import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const DISCUSSION_COMMENT_PAGE = defineKindPage({
  kind: 'DiscussionComment',
  partOf: ['Repository', 'PullRequest'],
  author: 'Person',
});
