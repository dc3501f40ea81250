import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const ISSUE_COMMENT_PAGE = defineKindPage({
  kind: 'IssueComment',
  partOf: ['Issue'],
  author: 'Person',
});
