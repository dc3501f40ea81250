import { Timer } from 'lucide-react';
import { relatedOne } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated, linked, took } from '../../kind-page/facts.tsx';
import { rowsSection } from '../../sections/list-sections.tsx';
import { measureCards } from '../../sections/metric-cards.tsx';
import { rowsOfSame } from '../rows-of-same.ts';

export const WORKLOG_PAGE = defineKindPage({
  kind: 'Worklog',
  icon: Timer,
  partOf: ['Issue'],
  author: 'Person',
  header: {
    facts: (entity) => [
      took(entity, 'timeSpent', 'logged'),
      linked(entity, 'Issue', 'on'),
      dated(entity, 'recordedAt', ''),
    ],
  },
  tabs: ['overview', 'history', 'work'],
  overview: {
    sections: [
      measureCards(['timeSpent']),
      rowsSection({
        title: 'All work logged on this issue',
        relation: 'Issue',
        listed: rowsOfSame('Worklog', 'Issue'),
        person: 'Person',
        figures: ['timeSpent'],
        at: 'recordedAt',
      }),
      rowsSection({
        title: 'Other work logged by this person',
        relation: 'Person',
        listed: (entity) => (relatedOne(entity, 'Person') ? rowsOfSame('Worklog', 'Person')(entity) : null),
        figures: ['timeSpent'],
        at: 'recordedAt',
        most: 5,
      }),
    ],
  },
  rail: { leaveOut: () => ['timeSpent', 'recordedAt'] },
});
