import { scopesFor, type Scope } from '@cairn/contracts';
import { actorOf, useHost } from '@cairn/host';
import { Menu } from '@cairn/ui';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LibraryRow } from './items.ts';
import styles from './library.module.css';
import { SCOPE_WORDS } from './words.ts';

/** The visibility of a saved thing, to be changed where it stands. */
export function VisibilityMenu({
  row,
  active,
  onScope,
}: {
  row: LibraryRow;
  active: boolean;
  onScope: (scope: Scope) => void;
}): ReactNode {
  const { label, words, Icon } = SCOPE_WORDS[row.scope];
  const scopes = scopesFor(actorOf(useHost()), row.link, row.type.rules);
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={styles['visibility']}
          aria-label={`Visibility of ${row.name}: ${label}`}
          title={words}
          tabIndex={active ? 0 : -1}
        >
          <Icon size={15} aria-hidden />
          {label}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScopeItems scopes={scopes} scope={row.scope} onScope={onScope} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** An item for each visibility that may be chosen. */
export function ScopeItems({
  scopes,
  scope,
  onScope,
}: {
  scopes: readonly Scope[];
  /** The present one, which is marked. */
  scope?: Scope;
  onScope: (scope: Scope) => void;
}): ReactNode {
  return scopes.map((each) => {
    const { words, Icon } = SCOPE_WORDS[each];
    return (
      <Menu.Item
        key={each}
        leftSection={<Icon size={14} aria-hidden />}
        rightSection={each === scope ? <Check size={14} aria-hidden /> : undefined}
        disabled={each === scope}
        onClick={() => onScope(each)}
      >
        {words}
      </Menu.Item>
    );
  });
}
