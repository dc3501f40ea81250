import { FolderKanban } from 'lucide-react';
import { BARS, groupBy, LINE } from '../../charts/chart-spec.ts';
import { ISSUES_BY_STATUS } from '../../charts/issue-charts.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const PROJECT_PAGE = defineKindPage({
  kind: 'Project',
  icon: FolderKanban,
  overview: {
    charts: [
      { title: 'Issues created over time', of: 'Issue', view: LINE, query: {} },
      ISSUES_BY_STATUS,
      {
        title: 'Issues by type',
        of: 'Issue',
        view: BARS,
        query: { groupBys: groupBy('Issue', 'issueType') },
      },
    ],
  },
  rail: { relations: ['Team'] },
});
