import { Timer } from 'lucide-react';
import { relatedOne } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated, took } from '../../kind-page/facts.tsx';
import { rowsSection } from '../../sections/list-sections.tsx';
import { rowsOfSame } from '../rows-of-same.ts';

export const WORKLOG_PAGE = defineKindPage({
  kind: 'Worklog',
  icon: Timer,
  partOf: ['Issue'],
  author: 'Person',
  header: {
    facts: (entity) => [took(entity, 'timeSpent', 'logged'), dated(entity, 'recordedAt', '')],
  },
  tabs: ['overview', 'history', 'work'],
  overview: {
    sections: [
      rowsSection({
        title: 'All work logged on this issue',
        relation: 'Issue',
        listed: rowsOfSame('Worklog', 'Issue'),
        person: 'Person',
        figures: ['timeSpent'],
        at: 'recordedAt',
      }),
      rowsSection({
        title: 'Work that this person logged elsewhere',
        relation: 'Person',
        listed: (entity) => {
          const same = rowsOfSame('Worklog', 'Person')(entity);
          const issue = relatedOne(entity, 'Issue');
          if (!same || !issue) return same;
          const others = { target: 'Issue', attribute: 'uuid', comparison: { 'NOT IN': [issue.uuid] } };
          return { ...same, filters: [...same.filters, others] };
        },
        figures: ['timeSpent'],
        at: 'recordedAt',
        most: 5,
      }),
    ],
  },
  rail: { leaveOut: () => ['timeSpent', 'recordedAt'] },
});
