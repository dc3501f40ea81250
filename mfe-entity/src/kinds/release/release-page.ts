import { Tag } from 'lucide-react';
import { COMMITS_BY_PERSON } from '../../charts/commit-charts.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated, totalOf } from '../../kind-page/facts.tsx';
import { flagChip, statusChip, textChip } from '../../kind-page/state-chips.ts';
import { rowsSection } from '../../sections/list-sections.tsx';
import { ISSUE_ROWS, PULL_ROWS } from '../row-specs.ts';
import { SinceBefore } from './since-before.tsx';
import { panelWithoutCommits, whyNoCommits } from '../../kind-page/no-commits.ts';

export const RELEASE_PAGE = defineKindPage({
  kind: 'Release',
  story: ['lineage', 'timeline', 'contributors'],
  icon: Tag,
  partOf: ['Repository'],
  author: 'Person',
  header: {
    chips: (entity) => [
      ...textChip(entity, 'tagName').filter(({ label }) => label !== entity.name),
      ...statusChip(entity),
      ...flagChip(entity, 'draft', { label: 'Draft' }),
      ...flagChip(entity, 'preRelease', { label: 'Pre-release', tone: 'warn' }),
    ],
    facts: (entity) => [dated(entity, 'publishedAt', 'published'), totalOf(entity, 'Commit', 'commit')],
  },
  tabs: ['overview', 'history', 'work'],
  overview: {
    range: undefined,
    sections: [
      SinceBefore,
      rowsSection({ title: 'Pull requests', relation: 'PullRequest', ...PULL_ROWS }),
      rowsSection({ title: 'Issues', relation: 'Issue', ...ISSUE_ROWS }),
    ],
    charts: [COMMITS_BY_PERSON],
    insteadOfCharts: panelWithoutCommits(),
  },
  rail: { leaveOut: () => ['releaseName', 'publishedAt'], relations: ['Tagged'] },
  work: { whyEmpty: whyNoCommits() },
  explore: { attribute: 'name', relation: 'Commit' },
});
