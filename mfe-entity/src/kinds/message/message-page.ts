import { MessageCircle } from 'lucide-react';
import { textOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated } from '../../kind-page/facts.tsx';
import { flagChip } from '../../kind-page/state-chips.ts';
import { linksSection, peopleSection, rowsSection } from '../../sections/list-sections.tsx';
import { sectionsTab } from '../../sections/sections-tab.tsx';
import { COMMENT_ROWS } from '../row-specs.ts';

const THREAD = rowsSection({
  title: 'The thread',
  relation: 'Reply',
  listed: (entity) => {
    const thread = textOf(entity, 'thread') ?? textOf(entity, 'externalId');
    const of = (attribute: string) => ({
      target: 'Message',
      attribute,
      comparison: { IN: [thread ?? ''] },
    });
    return thread ? { kind: 'Message', filters: [{ any: [of('thread'), of('externalId')] }] } : null;
  },
  ...COMMENT_ROWS,
});
const MENTIONS = peopleSection({ title: 'Mentions', relation: 'Mentioned' });

export const MESSAGE_PAGE = defineKindPage({
  kind: 'Message',
  icon: MessageCircle,
  partOf: ['Channel'],
  author: 'Person',
  header: {
    chips: (entity) => flagChip(entity, 'isHuddle', { label: 'Huddle', tone: 'accent' }),
    facts: (entity) => [dated(entity, 'createdAt', '')],
  },
  tabs: ['overview', sectionsTab('message', 'Message overview', [THREAD, MENTIONS]), 'work', 'history'],
  overview: { sections: [linksSection('About', ['ReplyTo', 'Issue', 'PullRequest']), THREAD, MENTIONS] },
  rail: { leaveOut: () => ['thread', 'isHuddle', 'ReplyTo'] },
});
