import { Avatar } from '@cairn/ui';
import { User } from 'lucide-react';
import { COMMITS_BY_FOLDER, COMMITS_BY_REPOSITORY, COMMITS_OVER_TIME } from '../../charts/commit-charts.ts';
import { isTrue, textOf, titleOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated } from '../../kind-page/facts.tsx';
import { panelWithoutCommits, whyNoCommits } from '../../kind-page/no-commits.ts';

export const PERSON_PAGE = defineKindPage({
  kind: 'Person',
  story: ['timeline'],
  icon: User,
  header: {
    picture: (entity) => <Avatar name={titleOf(entity)} size={40} />,
    chips: (entity) => (isTrue(entity, 'isBot') ? [{ label: 'Bot' }] : []),
    facts: (entity) => [
      textOf(entity, 'email'),
      dated(entity, 'createdAt', 'first active'),
      dated(entity, 'updatedAt', 'last active'),
    ],
  },
  tabs: ['overview', 'work'],
  overview: {
    charts: [COMMITS_OVER_TIME, COMMITS_BY_FOLDER, COMMITS_BY_REPOSITORY],
    startsOnDefaultBranch: true,
    insteadOfCharts: panelWithoutCommits(),
  },
  rail: {
    leaveOut: ({ properties: { emails } }) =>
      Array.isArray(emails) && emails.length < 2 ? ['email', 'emails'] : ['email'],
    relations: ['Release', 'Team'],
  },
  work: { whyEmpty: whyNoCommits() },
  explore: { attribute: 'name', relation: 'Commit' },
});
