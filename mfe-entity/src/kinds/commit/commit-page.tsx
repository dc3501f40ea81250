import type { EntityDetail } from '@cairn/contracts';
import { lazyComponent } from '@cairn/ui';
import { GitCommitHorizontal } from 'lucide-react';
import { isTrue, relatedOne, textOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { rowsSection } from '../../sections/list-sections.tsx';
import { CopyText } from '../../text/copy-text.tsx';
import { ISSUE_ROWS, PULL_ROWS, RUN_ROWS } from '../row-specs.ts';
import { FilesAtAGlance } from './change-set/files-at-a-glance.tsx';
import { changedLines, committed } from './commit-facts.tsx';
import { CommitMessage } from './message/commit-message.tsx';
import { Steps, stepCommands } from './steps.tsx';

const SHORT_SHA = 7;

const ChangeSetTab = lazyComponent(
  async () => (await import('./change-set/change-set-tab.tsx')).ChangeSetTab,
);

const FILE_LISTS = ['Added', 'Modified', 'Deleted'].flatMap((change) => [
  `files${change}`,
  `totalFiles${change}`,
]);
/** Shown by header, summary, Change set, or the Properties tab alone. */
const SHOWN_ELSEWHERE = [
  'sha',
  'message',
  'committedAt',
  'additions',
  'deletions',
  'changedFiles',
  'isMerge',
  'localHour',
  'localWeekday',
  'utcOffset',
  'totalFilesRenamed',
  ...FILE_LISTS,
];

/** Who committed and when is told where it differs from who authored it. */
function leaveOut(entity: EntityDetail): readonly string[] {
  const [author, committer] = [relatedOne(entity, 'Person'), relatedOne(entity, 'Committer')];
  const isOwn = author?.uuid === committer?.uuid && author?.name === committer?.name;
  const isAtOnce = textOf(entity, 'authoredAt') === textOf(entity, 'committedAt');
  return [...SHOWN_ELSEWHERE, ...(isOwn ? ['Committer'] : []), ...(isAtOnce ? ['authoredAt'] : [])];
}

export const COMMIT_PAGE = defineKindPage({
  kind: 'Commit',
  story: ['lineage', 'timeline', 'contributors'],
  icon: GitCommitHorizontal,
  partOf: ['Repository'],
  author: 'Person',
  header: {
    chips: (entity) => (isTrue(entity, 'isMerge') ? [{ label: 'Merge' }] : []),
    facts: (entity) => {
      const sha = textOf(entity, 'sha');
      return [
        committed(entity),
        sha && <CopyText text={sha} shown={sha.slice(0, SHORT_SHA)} label="Copy SHA" />,
        changedLines(entity),
      ];
    },
    Actions: Steps,
  },
  Summary: CommitMessage,
  tabs: ['overview', 'work', { id: 'change-set', label: 'Change set', Body: ChangeSetTab }, 'history'],
  overview: {
    sections: [
      FilesAtAGlance,
      rowsSection({ title: 'Pull requests', relation: 'PullRequest', ...PULL_ROWS }),
      rowsSection({ title: 'Issues that it names', relation: 'Issue', ...ISSUE_ROWS }),
      rowsSection({ title: 'Runs of pipelines', relation: 'CicdPipeline', ...RUN_ROWS }),
      rowsSection({ title: 'Deployed by', relation: 'DeployedBy', ...RUN_ROWS }),
    ],
  },
  rail: { leaveOut, relations: ['Branch', 'Release', 'Parent', 'Child'] },
  commands: stepCommands,
  explore: { attribute: 'sha' },
});
