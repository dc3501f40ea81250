import { MessagesSquare } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const DISCUSSION_COMMENT_PAGE = defineKindPage({
  kind: 'DiscussionComment',
  icon: MessagesSquare,
  partOf: ['Repository', 'PullRequest'],
  author: 'Person',
});
