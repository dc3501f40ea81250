import { Hash } from 'lucide-react';
import { BARS, LINE, PEOPLE_BY_NAME } from '../../charts/chart-spec.ts';
import { textOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated } from '../../kind-page/facts.tsx';
import { flagChip } from '../../kind-page/state-chips.ts';
import { peopleSection, rowsSection } from '../../sections/list-sections.tsx';
import { COMMENT_ROWS } from '../row-specs.ts';

export const CHANNEL_PAGE = defineKindPage({
  kind: 'Channel',
  icon: Hash,
  header: {
    chips: (entity) => flagChip(entity, 'private', { label: 'Private' }),
    facts: (entity) => [textOf(entity, 'purpose'), dated(entity, 'createdAt', 'since')],
  },
  overview: {
    sections: [
      rowsSection({
        title: 'Latest messages',
        relation: 'Message',
        ...COMMENT_ROWS,
        order: { by: 'createdAt', direction: 'descending' },
        most: 8,
      }),
      peopleSection({ title: 'Members', relation: 'Person' }),
    ],
    charts: [
      { title: 'Messages over time', of: 'Message', view: LINE, query: {} },
      { title: 'Who writes here', of: 'Message', view: BARS, query: PEOPLE_BY_NAME },
    ],
  },
  rail: { leaveOut: () => ['purpose', 'private'] },
});
