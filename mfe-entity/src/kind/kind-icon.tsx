import {
  Box,
  Calendar,
  CircleDot,
  FileCode,
  FolderGit2,
  FolderKanban,
  GitBranch,
  GitCommitHorizontal,
  GitPullRequest,
  Hash,
  MessageSquare,
  Tag,
  User,
  Users,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  Branch: GitBranch,
  CalendarEntry: Calendar,
  Channel: Hash,
  CicdPipeline: Workflow,
  Commit: GitCommitHorizontal,
  Issue: CircleDot,
  Message: MessageSquare,
  Person: User,
  Project: FolderKanban,
  PullRequest: GitPullRequest,
  Release: Tag,
  Repository: FolderGit2,
  SourceFile: FileCode,
  Team: Users,
};

/** The picture of a kind; decoration beside its name. */
export function KindIcon({ kind, size = 16 }: { kind: string; size?: number }): ReactNode {
  const Icon = ICONS[kind] ?? Box;
  return <Icon size={size} strokeWidth={1.75} aria-hidden />;
}
