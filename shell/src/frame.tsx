import { useEffect, useRef, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { HostParts } from './host.tsx';
import { PaneRouter } from './navigation/pane-router.tsx';
import { MAIN, mounted, paneOf } from './navigation/panes.ts';
import { PaneView } from './pane-view.tsx';
import { NotificationBell } from './notifications/bell.tsx';
import type { Floating } from './shell-commands.ts';
import { Section } from './sidebar/section.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { subscriptionPath, useIsLocked, useLockedNavigation } from './subscription/subscription-lock.ts';
import { TrialBanner } from './subscription/trial-banner.tsx';
import { NewTabMenu, TabList } from './tabs/tab-list.tsx';
import { NewVersion } from './updates/new-version.tsx';
import { WaitingNote } from './waiting/waiting-note.tsx';
import styles from './frame.module.css';

/** How many panes stay mounted, so that returning to them loses nothing. */
const MOST_MOUNTED = 6;

interface FrameProps {
  parts: HostParts;
  open: (floating: Floating) => void;
  closeTab: (id: string) => void;
}

/** The sidebar, the active pane, and the mounted panes in the background. */
export function Frame({ parts, open, closeTab }: FrameProps): ReactNode {
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
        <Sidebar
          path={active.id === MAIN ? pathname : null}
          onSearch={() => open('palette')}
          onShortcuts={() => open('shortcuts')}
          onSignOut={() => open('sign-out')}
          bell={<NotificationBell />}
          banner={(collapsed) => <TrialBanner collapsed={collapsed} />}
          locked={locked}
          tabs={(collapsed) => (
            <Section title="Workspace" id="workspace" collapsed={collapsed} action={<NewTabMenu />}>
              <TabList navigation={parts.navigation} collapsed={collapsed} onClose={closeTab} />
            </Section>
          )}
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
