import { MessagesSquare } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated, linked } from '../../kind-page/facts.tsx';
import { linksSection, rowsSection } from '../../sections/list-sections.tsx';
import { COMMENT_ROWS } from '../row-specs.ts';
import { rowsOfSame } from '../rows-of-same.ts';

export const DISCUSSION_COMMENT_PAGE = defineKindPage({
  kind: 'DiscussionComment',
  icon: MessagesSquare,
  partOf: ['Repository', 'PullRequest'],
  author: 'Person',
  header: { facts: (entity) => [linked(entity, 'PullRequest', 'on'), dated(entity, 'createdAt', '')] },
  overview: {
    sections: [
      linksSection('Answers', ['ReplyTo']),
      rowsSection({ title: 'Replies', relation: 'Reply', ...COMMENT_ROWS }),
      rowsSection({
        title: 'The discussion',
        relation: 'PullRequest',
        listed: rowsOfSame('DiscussionComment', 'PullRequest'),
        ...COMMENT_ROWS,
      }),
    ],
  },
  rail: { leaveOut: () => ['ReplyTo', 'PullRequest'] },
});
