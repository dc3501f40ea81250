import type { Command } from '@cairn/host';
import { Dialog, Keys } from '@cairn/ui';
import type { ReactNode } from 'react';
import { useCommands } from '../commands/commands.ts';
import styles from './shortcuts.module.css';

const ALWAYS: readonly Omit<Command, 'run'>[] = [
  { id: 'always.close', label: 'Close what floats', keys: 'escape', group: 'Everywhere' },
  { id: 'always.up', label: 'Move up in a list', keys: 'arrowup', group: 'Everywhere' },
  { id: 'always.down', label: 'Move down in a list', keys: 'arrowdown', group: 'Everywhere' },
  { id: 'always.open', label: 'Open', keys: 'enter', group: 'Everywhere' },
];

/** Every shortcut of this page, by group. */
export function Shortcuts({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const listed = [...useCommands(), ...ALWAYS].filter(({ keys }) => keys);
  const groups = [...new Set(listed.map(({ group }) => group))];
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" width={560}>
      <div className={styles['shortcuts']}>
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {listed
                .filter((command) => command.group === group)
                .map(({ id, label, keys }) => (
                  <div key={id}>
                    <dt>{label}</dt>
                    <dd>
                      <Keys keys={keys ?? ''} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
