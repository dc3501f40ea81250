import { useHost } from '@cairn/host';
import { Keys } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Setting, SettingsPage } from '../setting.tsx';
import styles from './shortcuts.module.css';

/** Every shortcut there is, by group; `?` shows them anywhere. */
export function Page(): ReactNode {
  const commands = useHost()
    .listCommands()
    .filter(({ keys }) => keys);
  const groups = [...new Set(commands.map(({ group }) => group))];
  return (
    <SettingsPage title="Shortcuts" description="The question mark shows those of the page you are on.">
      {groups.map((group, at) => (
        // Nothing else of the page takes the focus, which keys need to scroll it.
        <section
          key={group}
          className={styles['group']}
          aria-label={group}
          {...(at === 0 ? { tabIndex: 0 } : {})}
        >
          <h2>{group}</h2>
          {commands
            .filter((command) => command.group === group)
            .map(({ id, label, keys }) => (
              <Setting key={id} name={label} compact>
                <Keys keys={keys ?? ''} />
              </Setting>
            ))}
        </section>
      ))}
    </SettingsPage>
  );
}
