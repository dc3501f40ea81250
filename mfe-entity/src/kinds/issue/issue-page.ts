import { CircleDot } from 'lucide-react';
import { aggregate, BARS, type ChartSpec, groupBy } from '../../charts/chart-spec.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated, person } from '../../kind-page/facts.tsx';
import { relatedQuery } from '../../entity/related-query.ts';
import { countOf, type RelatedItem, relatedOne, textOf } from '../../entity/read-entity.ts';
import { issueLook } from '../../kind-page/issue-look.ts';
import { whyNoCommits } from '../../kind-page/no-commits.ts';
import { isIncident, issueChips } from '../../kind-page/state-chips.ts';
import { linksSection, rowsSection } from '../../sections/list-sections.tsx';
import { measureCards } from '../../sections/metric-cards.tsx';
import { rowsTab } from '../../sections/rows-tab.tsx';
import { analyticsTab } from '../../sections/analytics-tab.tsx';
import type { OthersSpec } from '../../sections/others-query.ts';
import { COMMENT_ROWS, ISSUE_ROWS, MEETING_ROWS, PULL_ROWS, RUN_ROWS } from '../row-specs.ts';
import { REPORTS } from '../../reports/reports.ts';
import { EpicProgress } from './epic-progress.tsx';

/** How long an issue was in each status that it left. */
export const TIME_IN_STATUS: ChartSpec = {
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

const COMMUNICATION = rowsTab('communication', 'Communication', [
  { title: 'Comments', relation: 'IssueComment', ...COMMENT_ROWS },
  { title: 'Meetings', relation: 'CalendarEntry', ...MEETING_ROWS },
  { title: 'Messages', relation: 'Message', ...COMMENT_ROWS },
]);

/** Shown by the header and the sections. */
const SHOWN_ELSEWHERE = [
  'cycleTime',
  'leadTime',
  'flowEfficiency',
  'detectedAt',
  'resolvedAt',
  'completedAt',
  'epicTitle',
  'assignee',
  'reporter',
  'statusChangeDate',
  'Person',
  'CurrentReporter',
  'CausedBy',
];

/** The issues within an issue; those of an epic are listed as its issues. */
const SUB_ISSUES = rowsSection({
  title: 'Sub-issues',
  relation: 'Child',
  listed: (entity) => {
    const isListed = (countOf(entity, 'Child') ?? 0) > 0 && (countOf(entity, 'EpicIssue') ?? 0) === 0;
    const query = isListed ? relatedQuery('Issue', 'Child', entity.uuid, {}) : null;
    return query && { kind: 'Issue', filters: [...query.filters] };
  },
  ...ISSUE_ROWS,
  most: 20,
});

const isSame = (one: RelatedItem | null, other: RelatedItem | null) =>
  one?.uuid === other?.uuid && one?.name === other?.name;

const OTHERS: OthersSpec = {
  within: 'Project',
  same: 'issueType',
  ended: 'completedAt',
  measures: ['cycleTime', 'leadTime', 'flowEfficiency', 'storyPoints'],
  words: 'of this type completed in the same project',
};

export const ISSUE_PAGE = defineKindPage({
  kind: 'Issue',
  story: ['progress', 'lineage', 'statusTimes', 'timeline', 'contributors'],
  icon: CircleDot,
  partOf: ['Project'],
  header: {
    look: (entity) => issueLook(textOf(entity, 'issueType') ?? ''),
    chips: issueChips,
    facts: (entity) => [
      person(entity, 'Person', 'assigned to'),
      person(entity, 'CurrentReporter', 'reported by'),
      ...(isIncident(entity)
        ? [dated(entity, 'detectedAt', 'detected'), dated(entity, 'resolvedAt', 'resolved')]
        : [dated(entity, 'createdAt', 'created'), dated(entity, 'completedAt', 'completed')]),
    ],
  },
  tabs: [
    'overview',
    REPORTS,
    { standard: 'work', label: 'Related work' },
    { ...analyticsTab([TIME_IN_STATUS], OTHERS), forSuperuser: true },
    COMMUNICATION,
    'history',
  ],
  overview: {
    sections: [
      EpicProgress,
      linksSection('Cause', ['CausedBy']),
      measureCards(['cycleTime', 'leadTime', 'flowEfficiency']),
      rowsSection({ title: 'Issues of this epic', relation: 'EpicIssue', ...ISSUE_ROWS, most: 20 }),
      SUB_ISSUES,
      rowsSection({ title: 'Pull requests', relation: 'PullRequest', ...PULL_ROWS }),
      rowsSection({ title: 'Deployments', relation: 'CicdPipeline', ...RUN_ROWS }),
      rowsSection({ title: 'Blocked by', relation: 'BlockedBy', ...ISSUE_ROWS }),
    ],
  },
  rail: {
    leaveOut: (entity) => [
      ...SHOWN_ELSEWHERE,
      ...(relatedOne(entity, 'Epic') ? ['epic'] : []),
      ...(isSame(relatedOne(entity, 'CreatedBy'), relatedOne(entity, 'CurrentReporter'))
        ? ['CreatedBy']
        : []),
      ...(isSame(relatedOne(entity, 'Parent'), relatedOne(entity, 'Epic')) ? ['Parent'] : []),
    ],
    relations: ['Parent', 'Release'],
  },
  work: { whyEmpty: whyNoCommits() },
  explore: { relation: 'Commit' },
});
