import { MessageSquare } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated } from '../../kind-page/facts.tsx';
import { rowsSection } from '../../sections/list-sections.tsx';
import { COMMENT_ROWS } from '../row-specs.ts';
import { sectionsTab } from '../../sections/sections-tab.tsx';
import { rowsOfSame } from '../rows-of-same.ts';

const CONVERSATION = rowsSection({
  title: 'The conversation',
  relation: 'Issue',
  listed: rowsOfSame('IssueComment', 'Issue'),
  ...COMMENT_ROWS,
});

export const ISSUE_COMMENT_PAGE = defineKindPage({
  kind: 'IssueComment',
  icon: MessageSquare,
  partOf: ['Issue'],
  author: 'Person',
  header: { facts: (entity) => [dated(entity, 'createdAt', '')] },
  tabs: ['overview', sectionsTab('comment', 'Comment overview', [CONVERSATION]), 'work', 'history'],
  overview: { sections: [CONVERSATION] },
});
