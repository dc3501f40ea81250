import { FileCode } from 'lucide-react';
import { COMMITS_BY_PERSON, COMMITS_OVER_TIME } from '../../charts/commit-charts.ts';
import { textOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated } from '../../kind-page/facts.tsx';
import { panelWithoutCommits, whyNoCommits } from '../../kind-page/no-commits.ts';
import { CopyText } from '../../text/copy-text.tsx';

export const SOURCE_FILE_PAGE = defineKindPage({
  kind: 'SourceFile',
  icon: FileCode,
  partOf: ['Repository'],
  header: {
    facts: (entity) => {
      const path = textOf(entity, 'path');
      return [path && <CopyText text={path} label="Copy path" />, dated(entity, 'updatedAt', 'last changed')];
    },
  },
  overview: {
    charts: [COMMITS_OVER_TIME, COMMITS_BY_PERSON].map((chart) => ({ ...chart, across: 'RenamedFile' })),
    startsOnDefaultBranch: true,
    insteadOfCharts: panelWithoutCommits(),
  },
  rail: { leaveOut: () => ['path'] },
  work: { whyEmpty: whyNoCommits() },
  explore: { attribute: 'path', relation: 'Commit' },
});
