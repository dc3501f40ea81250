import { addressAt, type Host } from '@cairn/host';
import { useEffect, useEffectEvent } from 'react';
import { addCommands } from './commands/commands.ts';
import { usePageCommands } from './commands/use-page-commands.ts';
import { useCreateCommands } from './create/use-create-commands.ts';
import type { Navigation } from './navigation/navigation.ts';
import { MAIN } from './navigation/panes.ts';
import { undoLast } from './toasts/toasts.tsx';

export type Floating = 'palette' | 'shortcuts' | 'sign-out' | null;

interface ShellActions {
  readonly host: Host;
  readonly navigation: Navigation;
  readonly open: (floating: Floating) => void;
  readonly closeTab: (id: string) => Promise<void>;
  readonly closeOtherTabs: (id: string) => Promise<void>;
}

/** The commands of every page. */
export function useShellCommands(actions: ShellActions): void {
  usePageCommands(actions.host);
  useCreateCommands(actions.host);
  useTabCommands(actions);
  useEverywhereCommands(actions);
}

function useTabCommands({ host, navigation, closeTab, closeOtherTabs }: ShellActions): void {
  const cycle = useEffectEvent((by: 1 | -1) => {
    const { active, tabs } = navigation.store.getState();
    const ids = [MAIN, ...tabs.map(({ id }) => id)];
    navigation.activate(ids[(ids.indexOf(active) + by + ids.length) % ids.length] ?? MAIN);
  });
  const close = useEffectEvent(() => {
    const { active } = navigation.store.getState();
    if (active !== MAIN) void closeTab(active);
  });
  const closeOthers = useEffectEvent(() => {
    void closeOtherTabs(navigation.store.getState().active);
  });
  const moveBy = useEffectEvent((by: 1 | -1) => {
    const { active, tabs } = navigation.store.getState();
    const place = tabs.findIndex(({ id }) => id === active);
    if (place >= 0) navigation.moveTab(active, place + by);
  });
  const newQuery = useEffectEvent(() =>
    host.openTab({ url: addressAt(host.org.id, 'explore'), title: 'Empty query' }),
  );
  useEffect(() => {
    const group = 'Tabs';
    return addCommands([
      { id: 'tab.query', group, label: 'New query in a tab', keys: 'alt+n', run: () => newQuery() },
      { id: 'tab.next', group, label: 'Next tab', keys: 'alt+arrowdown', run: () => cycle(1) },
      { id: 'tab.previous', group, label: 'Previous tab', keys: 'alt+arrowup', run: () => cycle(-1) },
      { id: 'tab.up', group, label: 'Move tab up', keys: 'alt+shift+arrowup', run: () => moveBy(-1) },
      { id: 'tab.down', group, label: 'Move tab down', keys: 'alt+shift+arrowdown', run: () => moveBy(1) },
      { id: 'tab.close-others', group, label: 'Close other tabs', run: () => closeOthers() },
      { id: 'tab.close', group, label: 'Close tab', keys: 'alt+w', run: () => close() },
    ]);
  }, []);
}

const NEXT_THEME = { light: 'dark', dark: 'light' } as const;

function useEverywhereCommands({ host, open }: ShellActions): void {
  const flipTheme = useEffectEvent(() => host.setTheme(NEXT_THEME[host.colorScheme]));
  useEffect(() => {
    const group = 'Everywhere';
    const undo = 'Undo what the last message says';
    const theme = 'Switch between light and dark';
    return addCommands([
      { id: 'shell.search', group, label: 'Search or ask', keys: 'mod+k', run: () => open('palette') },
      {
        id: 'shell.shortcuts',
        group,
        label: 'Show keyboard shortcuts',
        keys: '?',
        run: () => open('shortcuts'),
      },
      { id: 'shell.undo', group, label: undo, keys: 'alt+z', run: undoLast },
      { id: 'shell.theme', group, label: theme, run: () => flipTheme() },
      { id: 'shell.sign-out', group, label: 'Sign out', run: () => open('sign-out') },
    ]);
  }, [open]);
}
