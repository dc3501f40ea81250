import { notificationsQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { IconButton, lazyComponent, Popover, Skeleton } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import styles from './notifications.module.css';

// Home is drawn without the list, so it is loaded with the first click.
const NotificationList = lazyComponent(
  async () => (await import('./notification-list.tsx')).NotificationList,
);

/** The bell of the sidebar: how many notifications wait, and the list of them. */
export function NotificationBell(): ReactNode {
  const { org } = useHost();
  const [open, setOpen] = useState(false);
  const total = useQuery(notificationsQuery(org.id)).data?.total ?? 0;
  const words = total === 0 ? 'Notifications' : `Notifications, ${total} waiting`;
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" width={360} withinPortal trapFocus>
      <Popover.Target>
        <IconButton label={words} onClick={() => setOpen(!open)} className={styles['bell']}>
          <Bell size={16} aria-hidden />
          {total > 0 && <span className={styles['count']} aria-hidden />}
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Notifications">
        <Suspense fallback={<Skeleton height={120} />}>
          <NotificationList onLeave={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
