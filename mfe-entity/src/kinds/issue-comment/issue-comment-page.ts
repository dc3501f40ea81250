import { MessageSquare } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const ISSUE_COMMENT_PAGE = defineKindPage({
  kind: 'IssueComment',
  icon: MessageSquare,
  partOf: ['Issue'],
  author: 'Person',
});
