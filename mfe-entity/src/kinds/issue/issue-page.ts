import { CircleDot } from 'lucide-react';
import { aggregate, BARS, type ChartSpec, groupBy } from '../../charts/chart-spec.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { issueChips } from '../../kind-page/state-chips.ts';
import { whyNoCommits } from '../../kind-page/no-commits.ts';

const TIME_IN_STATUS: ChartSpec = {
  title: 'Time in each status that it left',
  of: 'TimeInStatus',
  view: BARS,
  // It is still in its last status.
  least: 2,
  filters: [{ target: 'TimeInStatus', attribute: 'leftAt', comparison: { 'IS NOT EMPTY': [] } }],
  query: {
    groupBys: groupBy('TimeInStatus', 'status'),
    aggregations: aggregate('TimeInStatus', 'clockSeconds', 'sum'),
  },
};

export const ISSUE_PAGE = defineKindPage({
  kind: 'Issue',
  story: ['progress', 'lineage', 'statusTimes', 'timeline', 'contributors'],
  icon: CircleDot,
  partOf: ['Project'],
  header: { chips: issueChips },
  overview: { charts: [TIME_IN_STATUS] },
  rail: { relations: ['Parent', 'Project', 'Release'] },
  work: { whyEmpty: whyNoCommits() },
  explore: { relation: 'Commit' },
});
