import { Avatar, lazyComponent } from '@cairn/ui';
import { User } from 'lucide-react';
import { COMMITS_BY_FOLDER } from '../../charts/commit-charts.ts';
import { countOf, isTrue, textOf, titleOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated } from '../../kind-page/facts.tsx';
import { whyNoCommits } from '../../kind-page/no-commits.ts';
import { REPORTS } from '../../reports/reports.ts';
import { rowsSection } from '../../sections/list-sections.tsx';
import { totalCards } from '../../sections/metric-cards.tsx';
import {
  ACTIVITY_RANGE,
  COMMUNICATION_ACTIVITY,
  COMMUNICATION_RELATIONS,
  WORK_ACTIVITY,
} from './activity.ts';

const CommunicationsTab = lazyComponent(
  async () => (await import('./communications-tab.tsx')).CommunicationsTab,
);
const TimeTab = lazyComponent(async () => (await import('./time-tab.tsx')).TimeTab);

export const PERSON_PAGE = defineKindPage({
  kind: 'Person',
  story: ['timeline'],
  icon: User,
  header: {
    picture: (entity) => <Avatar name={titleOf(entity)} size={40} />,
    chips: (entity) => (isTrue(entity, 'isBot') ? [{ label: 'Bot' }] : []),
    facts: (entity) => [
      textOf(entity, 'title'),
      textOf(entity, 'email'),
      textOf(entity, 'timezone')?.replaceAll('_', ' '),
      dated(entity, 'createdAt', 'first active'),
      dated(entity, 'updatedAt', 'last active'),
    ],
  },
  tabs: [
    'overview',
    REPORTS,
    {
      id: 'communications',
      label: 'Communications',
      Body: CommunicationsTab,
      isFilled: (entity) => COMMUNICATION_RELATIONS.some((name) => countOf(entity, name) !== undefined),
    },
    'work',
    {
      id: 'time',
      label: 'Time',
      Body: TimeTab,
      isFilled: (entity) => countOf(entity, 'Flow') !== undefined,
    },
    'history',
  ],
  overview: {
    sections: [
      totalCards(['Commit', 'PullRequest', 'PullRequestReview', 'Issue']),
      rowsSection({
        title: 'Issues in progress',
        relation: 'Issue',
        key: 'issueKey',
        badges: [{ attribute: 'status', of: 'status' }],
        within: 'Project',
        at: 'updatedAt',
        filters: [{ target: 'Issue', attribute: 'statusCategory', comparison: { IN: ['inProgress'] } }],
        empty: 'No issue of this person is in progress.',
      }),
      rowsSection({
        title: 'Open pull requests',
        relation: 'PullRequest',
        key: 'prNumber',
        badges: [{ attribute: 'status', of: 'status' }],
        within: 'Repository',
        at: 'createdAt',
        filters: [{ target: 'PullRequest', attribute: 'closedAt', comparison: { 'IS EMPTY': [] } }],
        most: 5,
      }),
      rowsSection({
        title: 'Latest reviews',
        relation: 'PullRequestReview',
        badges: [{ attribute: 'state', of: 'result' }],
        at: 'submittedAt',
        most: 5,
      }),
    ],
    charts: [WORK_ACTIVITY, COMMUNICATION_ACTIVITY, COMMITS_BY_FOLDER],
    range: ACTIVITY_RANGE,
    startsOnDefaultBranch: true,
  },
  rail: {
    leaveOut: ({ properties: { emails } }) =>
      Array.isArray(emails) && emails.length < 2
        ? ['email', 'emails', 'title', 'timezone']
        : ['email', 'title', 'timezone'],
    relations: ['Release', 'Team'],
    isShort: true,
  },
  work: { whyEmpty: whyNoCommits() },
  explore: { attribute: 'name', relation: 'Commit' },
});
