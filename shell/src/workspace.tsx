import type { UserSession } from '@cairn/client';
import { HostProvider, pageAt, usePages } from '@cairn/host';
import { lazyComponent, useConfirm } from '@cairn/ui';
import { Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useActivity } from './activity/use-activity.ts';
import { useCommands } from './commands/commands.ts';
import { useCommandKeys } from './commands/use-command-keys.ts';
import { useFreshData } from './data-version/use-fresh-data.ts';
import { EntityDrawerFrame } from './drawer/entity-drawer.tsx';
import { Frame } from './frame.tsx';
import { useShellHost, type HostParts } from './host.tsx';
import type { Navigation } from './navigation/navigation.ts';
import { paneOf, type ClosedTab, type Pane } from './navigation/panes.ts';
import { PaneRouter } from './navigation/pane-router.tsx';
import { useNavigation } from './navigation/use-navigation.ts';
import { useShellCommands, type Floating } from './shell-commands.ts';
import { useSyncedTabs } from './tabs/use-synced-tabs.ts';
import { showToast, Toasts } from './toasts/toasts.tsx';

const Palette = lazyComponent(async () => (await import('./palette/palette.tsx')).Palette);
const Shortcuts = lazyComponent(async () => (await import('./palette/shortcuts.tsx')).Shortcuts);
const SignOutDialog = lazyComponent(
  async () => (await import('./session/sign-out-dialog.tsx')).SignOutDialog,
);

function useGuard() {
  const confirm = useConfirm();
  return (pane: Pane) =>
    confirm({
      title: `Leave ${pane.title || 'this page'} without saving?`,
      message: 'What was changed since it was last saved will be lost.',
      confirm: 'Leave without saving',
      cancel: 'Stay',
      danger: true,
    });
}

/** The title of a pane's page, which the document gets too. */
function useDocumentTitle(pane: Pane, org: string): string {
  const page = pageAt(pane.location.pathname, usePages());
  const title = pane.title || page?.title || 'Not found';
  useEffect(() => {
    document.title = `${title} · ${org} · Cairn`;
  }, [title, org]);
  return title;
}

/** Lets the browser ask before the page is closed with unsaved work. */
function useUnsavedWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
}

/** Closes tabs, and offers to bring them back. */
function useClosing(navigation: Navigation) {
  const offerBack = (closed: readonly ClosedTab[]) => {
    const [first] = closed;
    if (!first) return;
    const what = closed.length === 1 ? first.pane.title || 'the tab' : `${closed.length} tabs`;
    const onUndo = () => {
      for (const tab of closed.toReversed()) navigation.restoreTab(tab);
    };
    showToast({ kind: 'undo', message: `Closed ${what}`, onUndo });
  };
  return {
    closeTab: async (id: string) => {
      const closed = await navigation.closeTab(id);
      if (closed) offerBack([closed]);
    },
    closeOtherTabs: async (kept: string) => {
      const closed: ClosedTab[] = [];
      for (const { id } of navigation.store.getState().tabs) {
        const tab = id === kept ? null : await navigation.closeTab(id);
        if (tab) closed.push(tab);
      }
      offerBack(closed);
    },
  };
}

/** Everything around the pages of one org. */
export function Workspace({ session, org }: { session: UserSession; org: HostParts['org'] }): ReactNode {
  const navigation = useNavigation(org.id, session.user.id, useGuard());
  const [floating, setFloating] = useState<Floating>(null);
  const panes = useStore(navigation.store);
  const active = paneOf(panes, panes.active) ?? panes.main;
  const parts = useMemo<HostParts>(
    () => ({
      org,
      orgs: session.orgs,
      user: session.user,
      navigation,
      signOut: () => setFloating('sign-out'),
    }),
    [org, session, navigation],
  );
  const host = useShellHost(parts);
  useFreshData(org.id);
  useActivity(org.id, navigation.store);
  useSyncedTabs(org.id, navigation);
  const { closeTab, closeOtherTabs } = useClosing(navigation);
  useShellCommands({ host, navigation, open: setFloating, closeTab, closeOtherTabs });
  useCommandKeys(useCommands(), floating === null);
  const title = useDocumentTitle(active, org.name);
  useUnsavedWarning([panes.main, ...panes.tabs].some(({ dirty }) => dirty));
  const close = () => setFloating(null);
  return (
    <>
      <HostProvider value={host}>
        <Frame
          parts={parts}
          title={title}
          open={setFloating}
          closeTab={(id) => void closeTab(id)}
          closeOtherTabs={(id) => void closeOtherTabs(id)}
        />
        <Suspense fallback={null}>
          {floating === 'palette' && <Palette open onClose={close} navigation={navigation} />}
          {floating === 'shortcuts' && <Shortcuts open onClose={close} />}
          {floating === 'sign-out' && <SignOutDialog open onClose={close} orgs={session.orgs} />}
        </Suspense>
        <Toasts seconds={session.user.notifTimeout} />
      </HostProvider>
      <Drawer parts={parts} pane={active} />
    </>
  );
}

/** The drawer acts on the pane beneath it. */
function Drawer({ parts, pane }: { parts: HostParts; pane: Pane }): ReactNode {
  return (
    <HostProvider value={useShellHost(parts, pane.id)}>
      <PaneRouter navigation={parts.navigation} pane={pane}>
        <EntityDrawerFrame navigation={parts.navigation} pane={pane} />
      </PaneRouter>
    </HostProvider>
  );
}
