import { BARS, type ChartSpec, groupBy } from './chart-spec.ts';

export const ISSUES_BY_STATUS: ChartSpec = {
  title: 'Issues by status',
  of: 'Issue',
  view: BARS,
  query: { groupBys: groupBy('Issue', 'status') },
};
