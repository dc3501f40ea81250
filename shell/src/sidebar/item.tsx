import { Tooltip, Text } from '@cairn/ui';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from '../row/row.module.css';

/** An entry of the sidebar; collapsed, it is an icon with the label as tooltip. */
export function Item({
  to,
  icon: Icon,
  label,
  collapsed,
  current,
  disabled = false,
}: {
  to: string;
  icon: LucideIcon;
  label: string;
  collapsed: boolean;
  current: boolean;
  /** Leads nowhere, as in a locked org. */
  disabled?: boolean;
}): ReactNode {
  const ref = useRef<HTMLLIElement>(null);
  // A menu that is taller than the window shows where one is.
  useEffect(() => {
    if (current) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [current, collapsed]);
  const link = disabled ? (
    <span className={styles['row']} role="link" aria-disabled="true" aria-label={label}>
      <Icon size={16} aria-hidden />
      {!collapsed && <Text truncate>{label}</Text>}
    </span>
  ) : (
    <Link to={to} className={styles['row']} aria-current={current ? 'page' : undefined} aria-label={label}>
      <Icon size={16} aria-hidden />
      {!collapsed && <Text truncate>{label}</Text>}
    </Link>
  );
  return (
    <li ref={ref}>
      {collapsed ? (
        <Tooltip label={label} position="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  );
}
