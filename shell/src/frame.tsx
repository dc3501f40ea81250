import { lazyComponent, useMatches } from '@cairn/ui';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { HostParts } from './host.tsx';
import { CreateMenu } from './create/create-menu.tsx';
import { PaneRouter } from './navigation/pane-router.tsx';
import { MAIN, mounted, paneOf } from './navigation/panes.ts';
import { PaneView } from './pane-view.tsx';
import { NotificationBell } from './notifications/bell.tsx';
import type { Floating } from './shell-commands.ts';
import { Section } from './sidebar/section.tsx';
import { useCollapsed } from './sidebar/collapse.ts';
import { useSidebarMode } from './sidebar/sidebar-mode.ts';
import { Sidebar } from './sidebar/sidebar.tsx';
import { subscriptionPath, useIsLocked, useLockedNavigation } from './subscription/subscription-lock.ts';
import { TabList } from './tabs/tab-list.tsx';
import { NewVersion } from './updates/new-version.tsx';
import { WaitingNote } from './waiting/waiting-note.tsx';
import styles from './frame.module.css';

// Most orgs are drawn without it.
const TrialBanner = lazyComponent(async () => (await import('./subscription/trial-banner.tsx')).TrialBanner);
// Wide windows are drawn without it.
const PhoneBar = lazyComponent(async () => (await import('./sidebar/phone-bar.tsx')).PhoneBar);

/** How many panes stay mounted, so that returning to them loses nothing. */
const MOST_MOUNTED = 6;

interface FrameProps {
  parts: HostParts;
  /** The title of the active pane. */
  title: string;
  open: (floating: Floating) => void;
  closeTab: (id: string) => void;
  closeOtherTabs: (id: string) => void;
}

/** The sidebar, the active pane, and the mounted panes in the background. */
export function Frame(props: FrameProps): ReactNode {
  const { parts } = props;
  const panes = useStore(parts.navigation.store);
  const active = paneOf(panes, panes.active) ?? panes.main;
  const { pathname } = active.location;
  const locked = useIsLocked(parts.org);
  useLockedNavigation(parts.navigation, parts.org.id, locked, pathname);
  const shown = !locked || pathname === subscriptionPath(parts.org.id);
  const content = useFocusOnPage(active.id + pathname);
  return (
    <div className={styles['frame']}>
      <a href="#content" className={styles['skip']}>
        Skip to content
      </a>
      <PaneRouter navigation={parts.navigation} pane={panes.main} location={active.location}>
        <SidebarPlace
          {...props}
          visit={active.visited}
          path={active.id === MAIN ? pathname : null}
          locked={locked}
        />
      </PaneRouter>
      <main id="content" className={styles['content']} tabIndex={-1} ref={content}>
        <NewVersion />
        <WaitingNote />
        {(shown ? mounted(panes, MOST_MOUNTED) : []).map((pane) => (
          <PaneView key={pane.id} pane={pane} active={pane.id === active.id} {...parts} />
        ))}
      </main>
    </div>
  );
}

interface SidebarPlaceProps extends FrameProps {
  path: string | null;
  /** Grows with each page that is shown. */
  visit: number;
  locked: boolean;
}

/** The sidebar beside the page, or in a window narrower than 700 pixels a bar above it that opens the sidebar. */
function SidebarPlace(props: SidebarPlaceProps): ReactNode {
  const { parts, title, open, path, visit, locked } = props;
  const { navigation, org } = parts;
  const [collapsed, toggle] = useCollapsed(org.id);
  const { mode, leaveSettings } = useSidebarMode(org.id, path, (to) => navigation.go(to));
  const phone = useMatches('(max-width: 700px)');
  const [opened, setOpened] = useState(-1);
  const floating = (what: Floating) => () => {
    setOpened(-1);
    open(what);
  };
  const sidebar = (
    <Sidebar
      path={path}
      mode={mode}
      onLeaveSettings={leaveSettings}
      collapsed={!phone && collapsed}
      sheet={phone}
      onCollapse={phone ? () => setOpened(-1) : toggle}
      onSearch={floating('palette')}
      onShortcuts={floating('shortcuts')}
      onSignOut={floating('sign-out')}
      bell={<NotificationBell />}
      banner={(small) =>
        org.subscription && (
          <Suspense fallback={null}>
            <TrialBanner collapsed={small} />
          </Suspense>
        )
      }
      locked={locked}
      tabs={(small) => (
        <Section title="Workspace" id="workspace" collapsed={small} action={<CreateMenu />}>
          <TabList
            navigation={navigation}
            collapsed={small}
            onClose={props.closeTab}
            onCloseOthers={props.closeOtherTabs}
          />
        </Section>
      )}
    />
  );
  if (!phone) return sidebar;
  return (
    <Suspense fallback={<div className={styles['bar']} />}>
      <PhoneBar
        title={title}
        path={path}
        open={opened === visit}
        onOpen={(now) => setOpened(now ? visit : -1)}
        onSearch={floating('palette')}
        locked={locked}
      >
        {sidebar}
      </PhoneBar>
    </Suspense>
  );
}

/** Focuses the content when the page changes, so that keyboard and screen reader continue there. */
function useFocusOnPage(page: string) {
  const content = useRef<HTMLElement>(null);
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    const within = content.current?.contains(document.activeElement);
    if (!within) content.current?.focus({ preventScroll: true });
  }, [page]);
  return content;
}
