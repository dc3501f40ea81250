import type { EntityDetail } from '@cairn/contracts';
import { lazyComponent } from '@cairn/ui';
import { FileCode } from 'lucide-react';
import { COMMITS_BY_PERSON, COMMITS_OVER_TIME } from '../../charts/commit-charts.ts';
import { textOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated } from '../../kind-page/facts.tsx';
import { flagChip } from '../../kind-page/state-chips.ts';
import { panelWithoutCommits, whyNoCommits } from '../../kind-page/no-commits.ts';
import { rowsSection } from '../../sections/list-sections.tsx';
import { CopyText } from '../../text/copy-text.tsx';
import { CoChangedFiles } from './co-changed-files.tsx';
import { FormerNames, formerPathsOf } from './former-names.tsx';

const ContentTab = lazyComponent(async () => (await import('./content-tab.tsx')).ContentTab);

/** The path that it had before; null for one that never moved. */
function formerly(entity: EntityDetail): string | null {
  const [last] = formerPathsOf(entity);
  return last === undefined ? null : `formerly ${last}`;
}

export const SOURCE_FILE_PAGE = defineKindPage({
  kind: 'SourceFile',
  icon: FileCode,
  partOf: ['Repository'],
  header: {
    chips: (entity) => flagChip(entity, 'removed', { label: 'Removed', tone: 'bad' }),
    facts: (entity) => {
      const path = textOf(entity, 'path');
      return [
        path && <CopyText text={path} label="Copy path" />,
        formerly(entity),
        dated(entity, 'updatedAt', 'last changed on any branch'),
      ];
    },
  },
  tabs: ['overview', { id: 'content', label: 'Content', Body: ContentTab }, 'work', 'history'],
  overview: {
    sections: [
      FormerNames,
      CoChangedFiles,
      rowsSection({
        title: 'Latest changes',
        relation: 'Commit',
        across: 'RenamedFile',
        person: 'Person',
        at: 'committedAt',
        most: 6,
      }),
    ],
    charts: [COMMITS_OVER_TIME, COMMITS_BY_PERSON].map((chart) => ({ ...chart, across: 'RenamedFile' })),
    startsOnDefaultBranch: true,
    insteadOfCharts: panelWithoutCommits(),
  },
  rail: { leaveOut: () => ['path', 'formerPaths'] },
  work: { whyEmpty: whyNoCommits() },
  explore: { attribute: 'path', relation: 'Commit' },
});
