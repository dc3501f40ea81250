import { IterationCw } from 'lucide-react';
import { aggregate, BARS, groupBy } from '../../charts/chart-spec.ts';
import { ISSUES_BY_STATUS } from '../../charts/issue-charts.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const SPRINT_PAGE = defineKindPage({
  kind: 'Sprint',
  story: ['statusTimes', 'timeline', 'contributors'],
  icon: IterationCw,
  partOf: ['Project'],
  overview: {
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
  rail: { relations: ['Project'] },
});
