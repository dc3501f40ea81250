import type { FoundEntity } from '@cairn/contracts';
import { formatNumber } from '@cairn/ui';
import {
  Box,
  CalendarDays,
  CircleDot,
  FileCode,
  FolderGit2,
  FolderKanban,
  GitBranch,
  GitCommitHorizontal,
  GitPullRequest,
  Hash,
  IterationCw,
  Siren,
  Tag,
  UserRound,
  UsersRound,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import type { Choice } from './choice.ts';
import type { FoundEntities } from './use-found-entities.ts';

/** How the kinds that a search finds are called, and look. */
const KINDS: Readonly<Record<string, readonly [plural: string, icon: LucideIcon]>> = {
  Person: ['People', UserRound],
  Team: ['Teams', UsersRound],
  Repository: ['Repositories', FolderGit2],
  Project: ['Projects', FolderKanban],
  Issue: ['Issues', CircleDot],
  PullRequest: ['Pull requests', GitPullRequest],
  Release: ['Releases', Tag],
  Branch: ['Branches', GitBranch],
  Sprint: ['Sprints', IterationCw],
  SourceFile: ['Files', FileCode],
  Channel: ['Channels', Hash],
  CalendarEntry: ['Calendar entries', CalendarDays],
  CicdPipeline: ['Pipelines', Workflow],
  Commit: ['Commits', GitCommitHorizontal],
};

/** The name of a kind as words: `PullRequest` is "pull request". */
const kindWords = (kind: string) => kind.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** The found entities as choices, grouped by kind, the kind of the best find first. */
export function entityChoices(
  { data, counts }: FoundEntities,
  open: (entity: FoundEntity) => void,
): Choice[] {
  const kinds = [...new Set(data.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const [plural, icon] = KINDS[kind] ?? [kindWords(kind), Box];
    const found = data.filter((entity) => entity.kind === kind);
    const group = `${plural} · ${formatNumber(counts[kind] ?? found.length)}`;
    return found.map((entity): Choice => {
      const { uuid, badge, name, hint } = entity;
      return {
        id: uuid,
        group,
        label: name,
        hint: [badge ? kindWords(badge) : '', hint].filter(Boolean).join(' · '),
        kind: 'entity',
        entity,
        icon: badge === 'incident' ? Siren : icon,
        run: () => open(entity),
      };
    });
  });
}
