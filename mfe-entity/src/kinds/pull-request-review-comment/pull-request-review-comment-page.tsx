import { MessageSquareCode } from 'lucide-react';
import { numberOf, textOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated, linked } from '../../kind-page/facts.tsx';
import { linksSection, rowsSection } from '../../sections/list-sections.tsx';
import { CopyText } from '../../text/copy-text.tsx';
import { COMMENT_ROWS } from '../row-specs.ts';
import { rowsOfSame } from '../rows-of-same.ts';
import { CommentedLines } from './commented-lines.tsx';

export const PULL_REQUEST_REVIEW_COMMENT_PAGE = defineKindPage({
  kind: 'PullRequestReviewComment',
  icon: MessageSquareCode,
  partOf: ['PullRequest'],
  author: 'Person',
  header: {
    facts: (entity) => {
      const path = textOf(entity, 'path');
      const line = numberOf(entity, 'line');
      const place = path && (line === null ? path : `${path}:${String(line)}`);
      return [
        place && <CopyText key="path" text={place} label="Copy path" />,
        linked(entity, 'PullRequestReview', 'in'),
        dated(entity, 'createdAt', ''),
      ];
    },
  },
  tabs: ['overview', 'history', 'work'],
  overview: {
    sections: [
      CommentedLines,
      linksSection('Answers', ['ReplyTo']),
      rowsSection({ title: 'Replies', relation: 'Reply', ...COMMENT_ROWS }),
      rowsSection({
        title: 'All comments on lines of this pull request',
        relation: 'PullRequest',
        listed: rowsOfSame('PullRequestReviewComment', 'PullRequest'),
        ...COMMENT_ROWS,
        figures: ['path', { name: 'line', before: 'line' }],
      }),
    ],
  },
  rail: { leaveOut: () => ['path', 'line', 'ReplyTo', 'PullRequestReview'] },
});
