import { atLeast, ORG_RIGHTS, type Role } from '@cairn/contracts';
import {
  Bell,
  BookOpen,
  Braces,
  Building2,
  Cable,
  CalendarDays,
  ChartColumn,
  Compass,
  CreditCard,
  FileText,
  Fingerprint,
  GitCommitHorizontal,
  House,
  IdCard,
  Images,
  Keyboard,
  KeyRound,
  LayoutDashboard,
  Library,
  ListChecks,
  MessageSquareText,
  MessagesSquare,
  Rocket,
  Rss,
  ScrollText,
  Search,
  Settings,
  Shapes,
  SlidersHorizontal,
  Sparkles,
  Tags,
  Target,
  Trash2,
  Users,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { createContext, useContext } from 'react';
import { actorOf } from './actor.ts';
import { useHost, type Host } from './host.ts';
import type { PartName } from './parts.ts';

/** One page. Router, sidebar, commands, tabs and the settings menu read it from here. */
export interface PageEntry {
  /**
   * Relative to the org: `library`, `settings/logins`. The last segment names the page's folder in its
   * remote.
   */
  readonly path: string;
  /** Parameters that follow in its address: `/:boardId`. */
  readonly rest?: string;
  /** The address for links to it, when its own address shows nothing. */
  readonly opens?: string;
  readonly part: PartName;
  /** The title of the tab and the document until the page sets its own. */
  readonly title: string;
  readonly icon: LucideIcon;
  /** A page with keys has the command "Go to …". */
  readonly keys?: string;
  /** The section of the sidebar that lists it. */
  readonly section?: 'main' | 'foot';
  /** The group of the settings menu that lists it. */
  readonly settingsGroup?: 'Personal' | 'Organization' | 'System' | 'Subscription';
  /** Whether menus list it for a user who may open it; they do by default. */
  readonly listed?: (host: Pick<Host, 'org' | 'user'>) => boolean;
  /** The least role that may open it; without one everybody may. */
  readonly role?: Role;
}

const TABLE = [
  { path: 'home', part: 'workspace/App', title: 'Home', icon: House, keys: 'g h', section: 'main' },
  {
    path: 'teams',
    rest: '/:teamId?',
    part: 'workspace/App',
    title: 'Teams',
    icon: UsersRound,
    keys: 'g t',
    section: 'main',
  },
  {
    path: 'competency',
    rest: '/:competencyId/*',
    opens: 'competency/dashboard',
    part: 'workspace/App',
    title: 'Competencies',
    icon: Target,
    keys: 'g c',
    section: 'main',
  },
  { path: 'feed', part: 'workspace/App', title: 'Feed', icon: Rss, keys: 'g f', section: 'main' },
  { path: 'library', part: 'workspace/App', title: 'Library', icon: Library, keys: 'g l', section: 'main' },
  { path: 'explore', part: 'explore/App', title: 'Explore', icon: ChartColumn, keys: 'g e', section: 'main' },
  {
    path: 'boards',
    rest: '/:boardId',
    opens: 'boards/start',
    part: 'workspace/App',
    title: 'Board',
    icon: LayoutDashboard,
  },
  { path: 'spaces', part: 'workspace/App', title: 'Spaces', icon: Shapes, keys: 'g p' },
  {
    path: 'space',
    rest: '/:spaceUuid/*',
    opens: 'spaces',
    part: 'workspace/App',
    title: 'Space',
    icon: Shapes,
  },
  { path: 'users', rest: '/:userId?', part: 'workspace/App', title: 'Users', icon: Users, keys: 'g u' },
  {
    path: 'topics',
    rest: '/:topicId/*',
    opens: 'topics/list',
    part: 'workspace/App',
    title: 'Topics',
    icon: BookOpen,
    keys: 'g a',
  },
  {
    path: 'reports',
    rest: '/:reportId',
    opens: 'reports/list',
    part: 'workspace/App',
    title: 'Reports',
    icon: FileText,
    keys: 'g r',
  },
  { path: 'onboarding', part: 'workspace/App', title: 'Getting started', icon: ListChecks },
  { path: 'entity', rest: '/:uuid', part: 'entity/App', title: 'Entity', icon: GitCommitHorizontal },
  { path: 'search', part: 'entity/App', title: 'Search', icon: Search },
  { path: 'ask', part: 'workspace/App', title: 'Ask', icon: Sparkles, keys: 'g q' },
  { path: 'chat', part: 'workspace/App', title: 'Chat', icon: MessagesSquare, keys: 'g m' },
  {
    path: 'wizard/workspace-setup',
    part: 'settings/App',
    title: 'Set up',
    icon: Compass,
    role: ORG_RIGHTS.manageSources,
  },
  {
    path: 'settings',
    opens: 'settings/preferences',
    part: 'settings/App',
    title: 'Settings',
    icon: Settings,
    keys: 'g s',
    section: 'foot',
  },
  {
    path: 'settings/preferences',
    part: 'settings/App',
    title: 'Preferences',
    icon: SlidersHorizontal,
    settingsGroup: 'Personal',
  },
  {
    path: 'settings/logins',
    part: 'settings/App',
    title: 'Logins',
    icon: KeyRound,
    settingsGroup: 'Personal',
  },
  {
    path: 'settings/notifications',
    part: 'settings/App',
    title: 'Notifications',
    icon: Bell,
    settingsGroup: 'Personal',
  },
  {
    path: 'settings/shortcuts',
    part: 'settings/App',
    title: 'Shortcuts',
    icon: Keyboard,
    settingsGroup: 'Personal',
  },
  {
    path: 'settings/general',
    part: 'settings/App',
    title: 'General',
    icon: Building2,
    settingsGroup: 'Organization',
  },
  {
    path: 'settings/working-calendars',
    part: 'settings/App',
    title: 'Working calendars',
    icon: CalendarDays,
    settingsGroup: 'Organization',
  },
  {
    path: 'settings/statuses',
    part: 'settings/App',
    title: 'Statuses',
    icon: ListChecks,
    settingsGroup: 'Organization',
  },
  {
    path: 'settings/delivery-rules',
    part: 'settings/App',
    title: 'Delivery rules',
    icon: Rocket,
    settingsGroup: 'Organization',
  },
  {
    path: 'settings/integrations',
    rest: '/:source?',
    part: 'settings/App',
    title: 'Integrations',
    icon: Cable,
    keys: 'g i',
    settingsGroup: 'Organization',
    role: ORG_RIGHTS.manageSources,
  },
  {
    path: 'settings/users',
    part: 'settings/App',
    title: 'Users',
    icon: Users,
    settingsGroup: 'Organization',
    role: ORG_RIGHTS.manageMembers,
  },
  {
    path: 'settings/identities',
    part: 'settings/App',
    title: 'Members',
    icon: IdCard,
    settingsGroup: 'Organization',
    role: ORG_RIGHTS.manageIdentities,
  },
  {
    path: 'settings/snippets',
    part: 'settings/App',
    title: 'Snippets',
    icon: Braces,
    settingsGroup: 'Organization',
    role: 'user',
  },
  {
    path: 'settings/deleted',
    part: 'settings/App',
    title: 'Deleted things',
    icon: Trash2,
    settingsGroup: 'Organization',
    // Viewers may restore nothing.
    role: 'user',
  },
  {
    path: 'settings/competencies',
    part: 'settings/App',
    title: 'Competency',
    icon: Target,
    settingsGroup: 'Organization',
    role: 'super',
  },
  {
    path: 'settings/audit-log',
    part: 'settings/App',
    title: 'Audit log',
    icon: ScrollText,
    settingsGroup: 'Organization',
    role: ORG_RIGHTS.readAudit,
  },
  {
    path: 'settings/system/categories',
    part: 'settings/App',
    title: 'Resource Categories',
    icon: Tags,
    settingsGroup: 'System',
    role: ORG_RIGHTS.setCategories,
  },
  {
    path: 'settings/system/reports',
    part: 'settings/App',
    title: 'Reports',
    icon: FileText,
    settingsGroup: 'System',
    role: 'super',
  },
  {
    path: 'settings/system/narrative-prefix',
    part: 'settings/App',
    title: 'Prompt Instructions',
    icon: MessageSquareText,
    settingsGroup: 'System',
    role: 'super',
    // They hold for the whole installation, so an org's own super admin cannot read them.
    listed: ({ user }) => user.superuser,
  },
  {
    path: 'settings/system/sign-in',
    part: 'settings/App',
    title: 'Sign-in',
    icon: Fingerprint,
    settingsGroup: 'System',
    role: 'super',
    // Who signs in holds for the whole installation.
    listed: ({ user }) => user.superuser,
  },
  {
    path: 'settings/subscriptions',
    part: 'settings/App',
    title: 'Manage',
    icon: CreditCard,
    settingsGroup: 'Subscription',
    // Everybody of a locked org is led to it, and without trials there is nothing to manage.
    listed: (host) => host.org.subscription !== undefined && atLeast(actorOf(host).role, 'admin'),
  },
  { path: 'settings/system/gallery', part: 'settings/App', title: 'Gallery', icon: Images, role: 'super' },
] as const satisfies readonly PageEntry[];

/** The path of a page of the table. */
export type PagePath = (typeof TABLE)[number]['path'];

/** Every page, in the order of sidebar and menus. */
export const PAGES: readonly PageEntry[] = TABLE;

const PagesContext = createContext(PAGES);

/** Replaces the page table for its children; tests plant pages with it. */
export const PagesProvider = PagesContext.Provider;

/** The page table. */
export function usePages(): readonly PageEntry[] {
  return useContext(PagesContext);
}

/** Whether this user's role in the org reaches that of the page. */
export function mayOpen({ role = 'viewer' }: Pick<PageEntry, 'role'>, host: Pick<Host, 'org' | 'user'>) {
  return atLeast(actorOf(host).role, role);
}

/** The pages that this user may open. */
export function useOpenPages(): readonly PageEntry[] {
  const host = useHost();
  return usePages().filter((page) => mayOpen(page, host));
}

/** True when a path below the org is the page's own or lies below it. */
export function isWithin(page: PageEntry, path: string): boolean {
  return path === page.path || path.startsWith(`${page.path}/`);
}

/** A path without its org: `explore/x` of `/acme/explore/x`. */
export function pathBelowOrg(pathname: string): string {
  return pathname.split('/').slice(2).filter(Boolean).join('/');
}

/** The page at an address, by the longest matching path; undefined without one. */
export function pageAt(pathname: string, pages: readonly PageEntry[] = PAGES): PageEntry | undefined {
  const path = pathBelowOrg(pathname);
  return pages
    .filter((page) => isWithin(page, path))
    .toSorted((one, other) => other.path.length - one.path.length)[0];
}

/** The address for links to a page. */
export function pageAddress(
  orgId: string,
  { path, opens = path }: Pick<PageEntry, 'path' | 'opens'>,
): string {
  return `/${orgId}/${opens}`;
}
