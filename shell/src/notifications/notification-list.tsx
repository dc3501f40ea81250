import { invalidate, notificationsQuery, personalClient } from '@cairn/client';
import { NOTIFICATIONS_PER_PAGE, type Notification } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import {
  Button,
  EmptyState,
  ErrorState,
  formatWhen,
  IconButton,
  LinkButton,
  Skeleton,
  Text,
} from '@cairn/ui';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import styles from './notifications.module.css';

/** The notifications of the user, ten at a time, each with a way to dismiss it. */
export function NotificationList({ onLeave }: { onLeave: () => void }): ReactNode {
  const { org } = useHost();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    ...notificationsQuery(org.id, page),
    placeholderData: keepPreviousData,
  });
  if (!data) {
    if (!error) return <Skeleton height={120} />;
    return <ErrorState inline title="They cannot be read" error={error} onRetry={() => void refetch()} />;
  }
  if (data.total === 0)
    return (
      <EmptyState inline title="Nothing new">
        What you choose in the settings comes here.
      </EmptyState>
    );
  const pages = Math.ceil(data.total / NOTIFICATIONS_PER_PAGE);
  return (
    <>
      <ul className={styles['list']}>
        {data.data.map((notification) => (
          <Row key={notification.id} notification={notification} onLeave={onLeave} />
        ))}
      </ul>
      {(pages > 1 || page > 1) && (
        <div className={styles['pages']}>
          <Button size="small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Text tone="muted">
            {page} of {pages}
          </Text>
          <Button size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </div>
      )}
    </>
  );
}

/** Moves the focus from a button that goes with its row to that of the row beside it. */
function focusNext(button: HTMLElement): void {
  const row = button.closest('li');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  beside?.querySelector<HTMLElement>(`[aria-label="${button.ariaLabel}"]`)?.focus();
}

function Row({ notification, onLeave }: { notification: Notification; onLeave: () => void }): ReactNode {
  const { org, navigate, timezone, toast } = useHost();
  const cache = useQueryClient();
  const { id, message, metadata, updatedAt } = notification;
  const call = { params: { orgId: org.id }, input: { id } };
  const answered = {
    onError: (error: Error) => toast({ kind: 'error', message: error.message }),
    onSettled: () => invalidate(cache, 'notifications', org.id),
  };
  const restore = useMutation({
    mutationFn: () => personalClient.restoreNotification(call),
    ...answered,
  });
  const dismiss = useMutation({
    mutationFn: () => personalClient.dismissNotification(call),
    ...answered,
    onSuccess: () =>
      toast({ kind: 'undo', message: 'Dismissed the notification', onUndo: () => restore.mutate() }),
  });
  const { path } = metadata;
  const open = () => {
    navigate(`/${org.id}/${path}`);
    onLeave();
  };
  return (
    <li>
      <div className={styles['words']}>
        {path === undefined ? (
          message
        ) : (
          <LinkButton quiet onClick={open}>
            {message}
          </LinkButton>
        )}
        <Text as="div" tone="muted">
          {formatWhen(updatedAt, timezone)}
        </Text>
      </div>
      <IconButton
        label="Dismiss"
        onClick={({ currentTarget }) => {
          focusNext(currentTarget);
          if (!dismiss.isPending) dismiss.mutate();
        }}
      >
        <X size={16} aria-hidden />
      </IconButton>
    </li>
  );
}
