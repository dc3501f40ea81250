import { FolderKanban } from 'lucide-react';
import { BARS, groupBy, LINE } from '../../charts/chart-spec.ts';
import { ISSUES_BY_STATUS } from '../../charts/issue-charts.ts';
import { textOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated } from '../../kind-page/facts.tsx';
import { textChip } from '../../kind-page/state-chips.ts';
import { rowsSection } from '../../sections/list-sections.tsx';
import { ISSUE_ROWS } from '../row-specs.ts';

export const PROJECT_PAGE = defineKindPage({
  kind: 'Project',
  icon: FolderKanban,
  header: {
    chips: (entity) => textChip(entity, 'projectKey'),
    facts: (entity) => [textOf(entity, 'projectTypeKey'), dated(entity, 'createdAt', 'since')],
  },
  tabs: ['overview', 'history', 'work'],
  overview: {
    sections: [
      rowsSection({
        title: 'Sprints',
        relation: 'Sprint',
        badges: [{ attribute: 'state', of: 'status' }],
        figures: ['goal'],
        at: 'startDate',
        most: 4,
      }),
      rowsSection({
        title: 'Epics',
        relation: 'Issue',
        ...ISSUE_ROWS,
        filters: [{ target: 'Issue', attribute: 'issueType', comparison: { IN: ['Epic'] } }],
        most: 6,
        empty: 'No epic belongs to this project.',
      }),
      rowsSection({
        title: 'Issues in progress',
        relation: 'Issue',
        ...ISSUE_ROWS,
        filters: [{ target: 'Issue', attribute: 'statusCategory', comparison: { IN: ['inProgress'] } }],
        empty: 'Nothing is in progress.',
      }),
    ],
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
  rail: { leaveOut: () => ['projectTypeKey'], relations: ['Team'] },
});
