import { IterationCw } from 'lucide-react';
import { aggregate, BARS, groupBy } from '../../charts/chart-spec.ts';
import { ISSUES_BY_STATUS } from '../../charts/issue-charts.ts';
import { textOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { lasting, totalOf } from '../../kind-page/facts.tsx';
import { statusChip } from '../../kind-page/state-chips.ts';
import { rowsSection } from '../../sections/list-sections.tsx';
import { ISSUE_ROWS } from '../row-specs.ts';
import { Burndown } from './burndown-section.tsx';

export const SPRINT_PAGE = defineKindPage({
  kind: 'Sprint',
  story: ['statusTimes', 'timeline', 'contributors'],
  icon: IterationCw,
  partOf: ['Project'],
  header: {
    chips: (entity) => statusChip(entity, 'state'),
    facts: (entity) => [
      lasting(entity, 'startDate', 'endDate', true),
      textOf(entity, 'goal'),
      totalOf(entity, 'Issue', 'issue'),
    ],
  },
  tabs: ['overview', 'history', 'work'],
  overview: {
    range: undefined,
    sections: [
      Burndown,
      rowsSection({
        title: 'Issues that are not done',
        relation: 'Issue',
        ...ISSUE_ROWS,
        figures: [{ name: 'storyPoints', words: 'points', one: 'point' }],
        filters: [
          { target: 'Issue', attribute: 'statusCategory', comparison: { 'NOT IN': ['done', 'cancelled'] } },
        ],
        most: 12,
        empty: 'No issue of this sprint is open.',
      }),
    ],
    charts: [
      ISSUES_BY_STATUS,
      {
        title: 'Story points by status',
        of: 'Issue',
        view: BARS,
        query: {
          groupBys: groupBy('Issue', 'status'),
          aggregations: aggregate('Issue', 'storyPoints', 'sum'),
        },
      },
    ],
  },
  rail: { leaveOut: () => ['goal', 'state', 'status', 'startDate', 'endDate'] },
});
