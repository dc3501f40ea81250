import type { Configuration } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import { IconButton, Menu } from '@cairn/ui';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { kindNamed, selectedKind } from '../graph/fields.ts';
import { SHORTCUTS, shortcutOf } from './shortcuts.ts';

export interface ShortcutMenuProps {
  readonly query: Query;
  readonly configuration: Configuration;
  readonly onPick: (shortcut: ReturnType<typeof shortcutOf>) => void;
}

/** Heat maps of two parts of time, each in one click (X§2). */
export function ShortcutMenu({ query, configuration, onPick }: ShortcutMenuProps): ReactNode {
  const kind = kindNamed(configuration, selectedKind(query));
  if (!kind) return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <IconButton label="Shortcut views">
          <CalendarClock size={16} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {SHORTCUTS.map((shortcut) => (
          <Menu.Item
            key={shortcut.label}
            onClick={() => onPick(shortcutOf(query, shortcut, kind.timeAttribute))}
          >
            {shortcut.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
