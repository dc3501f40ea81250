import {
  Activity,
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
  Hourglass,
  IterationCw,
  MessageCircle,
  MessageSquare,
  MessageSquareCode,
  MessagesSquare,
  ScanEye,
  Siren,
  ShieldAlert,
  Tag,
  Timer,
  User,
  Users,
  Workflow,
  Zap,
  type LucideIcon,
} from 'lucide-react';

/** How a kind of entity is called, several of it, and looks. */
type KindLook = readonly [plural: string, icon: LucideIcon];

/** The looks of kinds as the catalogue has them, which the shell does not load. */
export const KIND_LOOKS: Readonly<Record<string, KindLook>> = {
  Person: ['People', User],
  Team: ['Teams', Users],
  Repository: ['Repositories', FolderGit2],
  Project: ['Projects', FolderKanban],
  Issue: ['Issues', CircleDot],
  PullRequest: ['Pull requests', GitPullRequest],
  Release: ['Releases', Tag],
  Branch: ['Branches', GitBranch],
  Sprint: ['Sprints', IterationCw],
  SourceFile: ['Files', FileCode],
  Channel: ['Channels', Hash],
  CalendarEntry: ['Meetings', Calendar],
  CicdPipeline: ['Pipelines', Workflow],
  Commit: ['Commits', GitCommitHorizontal],
  PullRequestReview: ['Reviews', ScanEye],
  PullRequestReviewComment: ['Review comments', MessageSquareCode],
  DiscussionComment: ['Discussion comments', MessagesSquare],
  IssueComment: ['Issue comments', MessageSquare],
  Worklog: ['Worklogs', Timer],
  Vulnerability: ['Vulnerabilities', ShieldAlert],
  TimeInStatus: ['Times in status', Hourglass],
  Message: ['Messages', MessageCircle],
  Flow: ['Daily summaries', Activity],
  Event: ['Events', Zap],
};

/** The icons of badge kinds that look unlike the kind that they are of. */
const BADGE_ICONS: Readonly<Record<string, LucideIcon>> = { incident: Siren };

/** The name of a kind as words: `PullRequest` is "pull request". */
export const kindWords = (kind: string): string => kind.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** How several of a kind are called; an unknown kind keeps its name. */
export const kindPlural = (kind: string): string => KIND_LOOKS[kind]?.[0] ?? kindWords(kind);

/** The icon of a kind, or of a badge kind such as `incident`. */
export const kindIcon = (kind: string): LucideIcon => BADGE_ICONS[kind] ?? KIND_LOOKS[kind]?.[1] ?? Box;
