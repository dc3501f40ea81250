import { Tag } from 'lucide-react';
import { COMMITS_BY_FOLDER, COMMITS_BY_PERSON } from '../../charts/commit-charts.ts';
import { isTrue } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated } from '../../kind-page/facts.tsx';
import { panelWithoutCommits, whyNoCommits } from '../../kind-page/no-commits.ts';

export const RELEASE_PAGE = defineKindPage({
  kind: 'Release',
  story: ['lineage', 'timeline', 'contributors'],
  icon: Tag,
  partOf: ['Repository'],
  author: 'Person',
  header: {
    chips: (entity) => (isTrue(entity, 'preRelease') ? [{ label: 'Pre-release', tone: 'warn' }] : []),
    facts: (entity) => [dated(entity, 'publishedAt', 'published')],
  },
  tabs: ['overview', 'history', 'work'],
  overview: {
    charts: [COMMITS_BY_FOLDER, COMMITS_BY_PERSON],
    startsOnDefaultBranch: true,
    insteadOfCharts: panelWithoutCommits(),
  },
  rail: { leaveOut: () => ['releaseName', 'publishedAt'], relations: ['Tagged'] },
  work: { whyEmpty: whyNoCommits() },
  explore: { attribute: 'name', relation: 'Commit' },
});
