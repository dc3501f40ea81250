import { pageAddress, useHost, useOpenPages, type PageEntry } from '@cairn/host';
import { ArrowLeft } from 'lucide-react';
import { Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router-dom';
import styles from './settings-menu.module.css';

/** The settings sidebar: the pages that have a group of it, and that this user may open. */
export function SettingsMenu(): ReactNode {
  const host = useHost();
  const { org } = host;
  const pages = useOpenPages().filter(
    ({ settingsGroup, listed }) => settingsGroup && (listed?.(host) ?? true),
  );
  const groups = [...new Set(pages.map(({ settingsGroup }) => settingsGroup))];
  return (
    <nav className={styles['menu']} aria-label="Settings">
      <Link to={`/${org.id}/home`} className={styles['back']}>
        <ArrowLeft size={16} aria-hidden />
        <Text truncate>Back to {org.name}</Text>
      </Link>
      {groups.map((group) => (
        <Group
          key={group}
          title={group ?? ''}
          pages={pages.filter(({ settingsGroup }) => settingsGroup === group)}
        />
      ))}
    </nav>
  );
}

function Group({ title, pages }: { title: string; pages: readonly PageEntry[] }): ReactNode {
  const { org } = useHost();
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {pages.map((page) => (
          <li key={page.path}>
            <NavLink to={pageAddress(org.id, page)} className={styles['item']}>
              <page.icon size={16} aria-hidden />
              {page.title}
            </NavLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
