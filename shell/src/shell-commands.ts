import { atLeast } from '@cairn/contracts';
import type { Host } from '@cairn/host';
import { useEffect, useEffectEvent } from 'react';
import { addCommands } from './commands/commands.ts';
import type { Navigation } from './navigation/navigation.ts';
import { MAIN } from './navigation/panes.ts';
import { undoLast } from './toasts/toasts.tsx';

export type Floating = 'palette' | 'shortcuts' | 'sign-out' | null;

interface ShellActs {
  host: Host;
  navigation: Navigation;
  open: (floating: Floating) => void;
  closeTab: (id: string) => Promise<void>;
}

const NEXT_THEME = { light: 'dark', dark: 'light' } as const;

/** The commands that are there on every page. */
export function useShellCommands({ host, navigation, open, closeTab }: ShellActs): void {
  const go = useEffectEvent((segment: string) => host.navigate(`/${host.org.id}/${segment}`));
  const cycle = useEffectEvent((by: 1 | -1) => {
    const { active, tabs } = navigation.store.getState();
    const ids = [MAIN, ...tabs.map(({ id }) => id)];
    navigation.activate(ids[(ids.indexOf(active) + by + ids.length) % ids.length] ?? MAIN);
  });
  const close = useEffectEvent(() => {
    const { active } = navigation.store.getState();
    if (active !== MAIN) void closeTab(active);
  });
  const newQuery = useEffectEvent(() =>
    host.openTab({ url: `/${host.org.id}/explore`, title: 'Empty query' }),
  );
  const flipTheme = useEffectEvent(() => host.setTheme(NEXT_THEME[host.colorScheme]));
  useEffect(
    () =>
      addCommands([
        { id: 'go.home', group: 'Go to', label: 'Go to Home', keys: 'g h', run: () => go('home') },
        { id: 'go.library', group: 'Go to', label: 'Go to Library', keys: 'g l', run: () => go('library') },
        { id: 'go.explore', group: 'Go to', label: 'Go to Explore', keys: 'g e', run: () => go('explore') },
        {
          id: 'go.settings',
          group: 'Go to',
          label: 'Go to Settings',
          keys: 'g s',
          run: () => go('settings/preferences'),
        },
        { id: 'tab.query', group: 'Tabs', label: 'New query in a tab', keys: 'alt+n', run: () => newQuery() },
        { id: 'tab.next', group: 'Tabs', label: 'Next tab', keys: 'alt+arrowdown', run: () => cycle(1) },
        {
          id: 'tab.previous',
          group: 'Tabs',
          label: 'Previous tab',
          keys: 'alt+arrowup',
          run: () => cycle(-1),
        },
        { id: 'tab.close', group: 'Tabs', label: 'Close tab', keys: 'alt+w', run: () => close() },
        {
          id: 'shell.search',
          group: 'Everywhere',
          label: 'Search or ask',
          keys: 'mod+k',
          run: () => open('palette'),
        },
        {
          id: 'shell.shortcuts',
          group: 'Everywhere',
          label: 'Show keyboard shortcuts',
          keys: '?',
          run: () => open('shortcuts'),
        },
        {
          id: 'shell.undo',
          group: 'Everywhere',
          label: 'Undo what the last message says',
          keys: 'alt+z',
          run: undoLast,
        },
        {
          id: 'shell.theme',
          group: 'Everywhere',
          label: 'Switch between light and dark',
          run: () => flipTheme(),
        },
        { id: 'shell.sign-out', group: 'Everywhere', label: 'Sign out', run: () => open('sign-out') },
      ]),
    [open],
  );
  const isAdmin = host.user.superuser || atLeast(host.org.role, 'admin');
  useEffect(() => {
    if (!isAdmin) return undefined;
    const run = () => go('settings/integrations');
    return addCommands([{ id: 'go.sources', group: 'Go to', label: 'Go to Integrations', keys: 'g i', run }]);
  }, [isAdmin]);
}
