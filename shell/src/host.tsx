import type { Me, Org } from '@cairn/contracts';
import type { Host, PartName, Parts, Theme } from '@cairn/host';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { workspaceClient } from '@cairn/client';
import type { AskingHost } from './ask/ask.ts';
import { addCommands, listCommands } from './commands/commands.ts';
import { useDrawer } from './drawer/drawer.ts';
import type { Navigation } from './navigation/navigation.ts';
import { MAIN } from './navigation/panes.ts';
import { knownRegistry } from './remotes/load-part.ts';
import { SmallPart } from './remotes/part-frame.tsx';
import { useSessionCache } from './session/session.ts';
import { applyTheme, useColorScheme } from './theme/theme.ts';
import { showToast } from './toasts/toasts.tsx';

/** What the hosts of all panes share. */
export interface HostParts {
  readonly org: Org;
  readonly orgs: readonly Org[];
  readonly user: Me;
  readonly navigation: Navigation;
  readonly signOut: () => void;
}

/** Asks with code that is loaded by the first question. */
const askOf =
  (asker: AskingHost): Host['ask'] =>
  async (text, options = {}) =>
    (await import('./ask/ask.ts')).ask(asker, text, options);

const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const frontEnds: Host['frontEnds'] = async () =>
  Object.fromEntries((await knownRegistry()).map(({ name, version }) => [name, version]));

function renderPart<N extends PartName>(name: N, props: Parts[N]) {
  return <SmallPart name={name} props={props} />;
}

/** Applies a theme at once and saves it; when saving fails, the old one returns with a message. */
export function useThemeChange(user: Me): (theme: Theme) => void {
  const { setUser } = useSessionCache();
  const { mutate } = useMutation({
    mutationFn: (theme: Theme) => workspaceClient.updatePreferences({ input: { theme } }),
    onMutate: (theme) => {
      applyTheme(theme);
      setUser({ ...user, preferences: { ...user.preferences, theme } });
    },
    onSuccess: ({ data }) => setUser(data),
    onError: (error) => {
      applyTheme(user.preferences.theme);
      setUser(user);
      showToast({ kind: 'error', message: `The theme is not saved. ${error.message}` });
    },
  });
  return mutate;
}

/** The host of one pane; without a pane, that of the shell itself, which acts on the main pane. */
export function useShellHost({ org, orgs, user, navigation, signOut }: HostParts, pane = MAIN): Host {
  const colorScheme = useColorScheme();
  const setTheme = useThemeChange(user);
  const { refresh } = useSessionCache();
  const drawer = useDrawer(navigation, pane);
  return useMemo(() => {
    const navigate: Host['navigate'] = (to, options) => navigation.go(to, { pane, ...options });
    const openTab: Host['openTab'] = (tab) => navigation.openTab(tab);
    const timezone = user.preferences.timezone ?? BROWSER_ZONE;
    return {
      org,
      orgs,
      user,
      colorScheme,
      setTheme,
      signOut,
      addCommands,
      listCommands,
      frontEnds,
      renderPart,
      timezone,
      firstDay: user.preferences.firstDay ?? org.firstDay,
      refreshUser: refresh,
      toast: showToast,
      openEntity: drawer.open,
      navigate,
      openTab,
      ask: askOf({ orgId: org.id, timezone, navigate, openTab }),
      setTitle: (title: string, kind?: string) => navigation.setTitle(pane, title, kind),
      setDirty: (dirty: boolean) => navigation.setDirty(pane, dirty),
    };
  }, [org, orgs, user, colorScheme, navigation, pane, signOut, setTheme, refresh, drawer]);
}
