import { MessagesSquare } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated, linked } from '../../kind-page/facts.tsx';
import { linksSection, rowsSection } from '../../sections/list-sections.tsx';
import { COMMENT_ROWS } from '../row-specs.ts';
import { sectionsTab } from '../../sections/sections-tab.tsx';
import { rowsOfSame } from '../rows-of-same.ts';

const REPLIES = rowsSection({ title: 'Replies', relation: 'Reply', ...COMMENT_ROWS });
const DISCUSSION = rowsSection({
  title: 'The discussion',
  relation: 'PullRequest',
  listed: rowsOfSame('DiscussionComment', 'PullRequest'),
  ...COMMENT_ROWS,
});

export const DISCUSSION_COMMENT_PAGE = defineKindPage({
  kind: 'DiscussionComment',
  icon: MessagesSquare,
  partOf: ['Repository', 'PullRequest'],
  author: 'Person',
  header: { facts: (entity) => [linked(entity, 'PullRequest', 'on'), dated(entity, 'createdAt', '')] },
  tabs: ['overview', sectionsTab('comment', 'Comment overview', [REPLIES, DISCUSSION]), 'work', 'history'],
  overview: { sections: [linksSection('Answers', ['ReplyTo']), DISCUSSION] },
  rail: { leaveOut: () => ['ReplyTo', 'PullRequest'] },
});
