import { pathBelowOrg, useHost, useOpenPages, type PageEntry } from '@cairn/host';
import { addressOf, typeOf, useFavorites, useSavedTypes } from '@cairn/saved';
import { Badge, IconButton, Keys, lazyComponent, Tooltip } from '@cairn/ui';
import { FlaskConical, FileText, PanelLeftClose, PanelLeftOpen, Search, X } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { AccountMenu } from './account-menu.tsx';
import { Item } from './item.tsx';
import { OrgSwitcher } from './org-switcher.tsx';
import { PageLinks } from './page-links.tsx';
import { Section } from './section.tsx';
import type { SidebarMode } from './sidebar-mode.ts';
import { SourceStatus } from './source-status.tsx';
import styles from './sidebar.module.css';

// Home is drawn without it.
const SettingsMenu = lazyComponent(async () => (await import('./settings-menu.tsx')).SettingsMenu);

const IntegrationIcons = lazyComponent(
  async () => (await import('./integration-icons.tsx')).IntegrationIcons,
);

export interface SidebarProps {
  /** The path of the main pane, which marks the current entry; null while a tab is active. */
  path: string | null;
  mode: SidebarMode;
  onLeaveSettings: () => void;
  collapsed: boolean;
  /** It lies over the page, and closes instead of collapsing. */
  sheet?: boolean;
  onCollapse: () => void;
  onSearch: () => void;
  onShortcuts: () => void;
  onSignOut: () => void;
  /** The open tabs, drawn by the tabs feature. */
  tabs: (collapsed: boolean) => ReactNode;
  /** The bell, drawn by the notifications feature. */
  bell: ReactNode;
  /** The banner of a trial, drawn by the subscription feature. */
  banner: (collapsed: boolean) => ReactNode;
  /** Whether the org is locked, so that nothing leads away from its subscription (W§4). */
  locked: boolean;
}

/** The sidebar in its two modes (W§2.2, W§2.3). */
export function Sidebar(props: SidebarProps): ReactNode {
  const { org } = useHost();
  const { collapsed, locked, mode } = props;
  // The first page does without the search (W§2.1).
  const isWelcome = pathBelowOrg(props.path ?? '') === 'onboarding';
  return (
    <nav
      className={styles['sidebar']}
      aria-label={mode === 'settings' ? 'Settings' : 'Main'}
      data-collapsed={collapsed || undefined}
    >
      <div className={styles['head']}>
        {!collapsed && <OrgSwitcher />}
        {!collapsed && !locked && props.bell}
        <CollapseButton collapsed={collapsed} sheet={props.sheet} onCollapse={props.onCollapse} />
      </div>
      {org.simulated && <Simulated collapsed={collapsed} />}
      {props.banner(collapsed)}
      {!isWelcome && <SearchButton collapsed={collapsed} disabled={locked} onSearch={props.onSearch} />}
      {collapsed && !locked && <div className={styles['icon']}>{props.bell}</div>}
      <div className={styles['scroll']}>
        {mode === 'settings' ? <Settings {...props} /> : <MainList {...props} />}
      </div>
      <div className={styles['foot']}>
        {!collapsed && (
          <ul className={styles['integrations']} aria-label="Integrations">
            <Suspense fallback={null}>
              <IntegrationIcons />
            </Suspense>
          </ul>
        )}
        <SourceStatus collapsed={collapsed} />
        {mode === 'main' && <PageList section="foot" {...props} />}
        <AccountMenu collapsed={collapsed} onShortcuts={props.onShortcuts} onSignOut={props.onSignOut} />
      </div>
    </nav>
  );
}

function CollapseButton({
  collapsed,
  sheet = false,
  onCollapse,
}: Pick<SidebarProps, 'collapsed' | 'sheet' | 'onCollapse'>): ReactNode {
  const Toggle = sheet ? X : collapsed ? PanelLeftOpen : PanelLeftClose;
  const label = sheet ? 'Close the menu' : collapsed ? 'Expand the sidebar' : 'Collapse the sidebar';
  return (
    <IconButton label={label} onClick={onCollapse}>
      <Toggle size={16} aria-hidden />
    </IconButton>
  );
}

function Settings({ collapsed, path, locked, onLeaveSettings }: SidebarProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <SettingsMenu collapsed={collapsed} path={path} locked={locked} onBack={onLeaveSettings} />
    </Suspense>
  );
}

function MainList({ collapsed, path, locked, tabs }: SidebarProps): ReactNode {
  return (
    <>
      <PageList section="main" collapsed={collapsed} path={path} locked={locked} />
      {!locked && <Favorites collapsed={collapsed} path={path} />}
      {!locked && tabs(collapsed)}
    </>
  );
}

interface PageListProps {
  section: NonNullable<PageEntry['section']>;
  collapsed: boolean;
  path: string | null;
  locked: boolean;
}

/** The pages of a section that this user may open. */
function PageList({ section, collapsed, path, locked }: PageListProps): ReactNode {
  const pages = useOpenPages().filter((page) => page.section === section);
  return <PageLinks pages={pages} collapsed={collapsed} path={path} isDisabled={() => locked} />;
}

/** The badge of an org with simulated data. */
function Simulated({ collapsed }: { collapsed: boolean }): ReactNode {
  const label = 'An invented company: every person, number and event in this organization is made up.';
  return (
    <Tooltip label={label} position="right">
      <div className={styles['simulated']} tabIndex={0} role="note" aria-label={`Simulated data. ${label}`}>
        {collapsed ? <FlaskConical size={16} aria-hidden /> : <Badge tone="warn">Simulated data</Badge>}
      </div>
    </Tooltip>
  );
}

function SearchButton({
  collapsed,
  disabled,
  onSearch,
}: {
  collapsed: boolean;
  disabled: boolean;
  onSearch: () => void;
}): ReactNode {
  if (collapsed) {
    return (
      <IconButton
        label="Search or ask"
        keys="mod+k"
        disabled={disabled}
        onClick={onSearch}
        className={styles['icon']}
      >
        <Search size={16} aria-hidden />
      </IconButton>
    );
  }
  return (
    <button type="button" className={styles['search']} disabled={disabled} onClick={onSearch}>
      <Search size={16} aria-hidden />
      <span>Search or ask</span>
      <Keys keys="mod+k" />
    </button>
  );
}

function Favorites({ collapsed, path }: { collapsed: boolean; path: string | null }): ReactNode {
  const { org } = useHost();
  const types = useSavedTypes();
  const { links: favorites } = useFavorites();
  if (favorites.length === 0) return null;
  return (
    <Section title="Favorites" id="favorites" collapsed={collapsed}>
      {favorites.map((link) => {
        const type = typeOf(link, types);
        const to = addressOf(org.id, link, types);
        return (
          <Item
            key={link.id}
            to={to}
            icon={type?.icon ?? FileText}
            label={link.name}
            collapsed={collapsed}
            current={type?.hasOwnPath === true && path === to}
          />
        );
      })}
    </Section>
  );
}
