import { BADGE_KINDS, KINDS } from '@cairn/entities';
import {
  Activity,
  Box,
  Calendar,
  CircleDot,
  CircleUser,
  Coins,
  FileCode,
  FolderGit2,
  FolderKanban,
  GitBranch,
  GitCommitHorizontal,
  GitPullRequest,
  Handshake,
  Hash,
  Hourglass,
  IterationCw,
  LayoutDashboard,
  MessageCircle,
  MessageSquare,
  MessageSquareCode,
  MessagesSquare,
  MonitorCheck,
  Package,
  Phone,
  ScanEye,
  Server,
  Siren,
  ShieldAlert,
  Tag,
  Target,
  Timer,
  TrendingUp,
  User,
  Users,
  Workflow,
  Zap,
  type LucideIcon,
} from 'lucide-react';

/** The icons that the catalogue names. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  activity: Activity,
  calendar: Calendar,
  'circle-dot': CircleDot,
  'circle-user': CircleUser,
  coins: Coins,
  'file-code': FileCode,
  'folder-git-2': FolderGit2,
  'folder-kanban': FolderKanban,
  'git-branch': GitBranch,
  'git-commit-horizontal': GitCommitHorizontal,
  'git-pull-request': GitPullRequest,
  handshake: Handshake,
  hash: Hash,
  hourglass: Hourglass,
  'iteration-cw': IterationCw,
  'layout-dashboard': LayoutDashboard,
  'message-circle': MessageCircle,
  'message-square': MessageSquare,
  'message-square-code': MessageSquareCode,
  'messages-square': MessagesSquare,
  'monitor-check': MonitorCheck,
  package: Package,
  phone: Phone,
  'scan-eye': ScanEye,
  server: Server,
  siren: Siren,
  'shield-exclamation-point': ShieldAlert,
  tag: Tag,
  target: Target,
  timer: Timer,
  'trending-up': TrendingUp,
  user: User,
  users: Users,
  workflow: Workflow,
  zap: Zap,
};

/** The colour of each kind, by the name that the catalogue gives it (W§3): a number of the palette. */
const COLORS: Readonly<Record<string, number>> = {
  repository: 8,
  branch: 3,
  commit: 1,
  sourcefile: 10,
  release: 2,
  cicdpipeline: 15,
  person: 7,
  team: 14,
  flow: 9,
  pr: 5,
  prrcomment: 19,
  discussioncomment: 21,
  issue: 4,
  issuecomment: 22,
  worklog: 11,
  sprint: 6,
  project: 12,
  timeinstatus: 20,
  channel: 13,
  message: 24,
  calendarentry: 16,
  event: 18,
  incident: 17,
  vulnerability: 23,
  board: 23,
  artifact: 12,
  monitor: 3,
  cost: 2,
  slo: 5,
  customer: 9,
  service: 10,
};

/** How a kind looks: its name, its icon and its colour. */
export interface EntityLook {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly color: string;
}

/** The colour of a kind as a token; null for one without. */
export function kindColor(name: string | undefined): string | null {
  const number = COLORS[name ?? ''];
  return number === undefined ? null : `var(--cn-chart-${String(number)})`;
}

const looks = [...KINDS, ...BADGE_KINDS].map(({ name, label, icon, color }) => {
  const look = { label, icon: ICONS[icon] ?? Box, color: kindColor(color) ?? 'var(--cn-text-muted)' };
  return { name: name.toLowerCase(), look, color };
});
/** Looks by the names of kinds; the names of W§3 lead to the first kind of that colour. */
const LOOKS: ReadonlyMap<string, EntityLook> = new Map([
  ...looks.toReversed().map(({ color, look }) => [color, look] as const),
  ...looks.map(({ name, look }) => [name, look] as const),
]);

/** The look of a kind of the catalogue, or of a badge kind of W§3; an unknown one keeps its name. */
export function entityLookOf(kind: string): EntityLook {
  return LOOKS.get(kind.toLowerCase()) ?? { label: kind, icon: Box, color: 'var(--cn-text-muted)' };
}
