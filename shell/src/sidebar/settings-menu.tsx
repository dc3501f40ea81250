import { useHost, useOpenPages, type PageEntry } from '@cairn/host';
import { Text, Tooltip } from '@cairn/ui';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import rowStyles from '../row/row.module.css';
import { PageLinks } from './page-links.tsx';
import styles from './settings-menu.module.css';

export interface SettingsMenuProps {
  collapsed: boolean;
  path: string | null;
  /** Of a locked org only the subscription's page opens. */
  locked: boolean;
  onBack: () => void;
}

/** The settings sidebar (W§2.3): the pages that have a group of it, and that this user may open. */
export function SettingsMenu({ onBack, ...props }: SettingsMenuProps): ReactNode {
  const host = useHost();
  const pages = useOpenPages().filter(
    ({ settingsGroup, listed }) => settingsGroup && (listed?.(host) ?? true),
  );
  const groups = [...new Set(pages.map(({ settingsGroup }) => settingsGroup))];
  return (
    <>
      {!props.locked && <Back collapsed={props.collapsed} onBack={onBack} />}
      {groups.map((group) => (
        <Group
          key={group}
          title={group ?? ''}
          pages={pages.filter(({ settingsGroup }) => settingsGroup === group)}
          {...props}
        />
      ))}
    </>
  );
}

function Back({ collapsed, onBack }: Pick<SettingsMenuProps, 'collapsed' | 'onBack'>): ReactNode {
  const { org } = useHost();
  const label = `Back to ${org.name}`;
  const button = (
    <button type="button" className={rowStyles['row']} aria-label={label} onClick={onBack}>
      <ArrowLeft size={16} aria-hidden />
      {!collapsed && <Text truncate>{label}</Text>}
    </button>
  );
  return collapsed ? (
    <Tooltip label={label} position="right">
      {button}
    </Tooltip>
  ) : (
    button
  );
}

interface GroupProps extends Omit<SettingsMenuProps, 'onBack'> {
  title: string;
  pages: readonly PageEntry[];
}

function Group({ title, pages, collapsed, path, locked }: GroupProps): ReactNode {
  return (
    <section className={styles['group']} aria-label={title} data-collapsed={collapsed || undefined}>
      {!collapsed && <h2>{title}</h2>}
      <PageLinks
        pages={pages}
        collapsed={collapsed}
        path={path}
        isDisabled={({ settingsGroup }) => locked && settingsGroup !== 'Subscription'}
      />
    </section>
  );
}
