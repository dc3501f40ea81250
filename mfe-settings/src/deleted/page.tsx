import type { DeletedThing } from '@cairn/contracts/link-search';
import { useHost } from '@cairn/host';
import { typeOf, useDeletedThings, useRestoreThing, useSavedTypes } from '@cairn/saved';
import { Button, EmptyState, ErrorState, formatDateTime, formatWhen, TableSkeleton, Text } from '@cairn/ui';
import { Pager } from '@cairn/ui/fields';
import { useMutation } from '@tanstack/react-query';
import { FileText, RotateCcw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { SettingsPage } from '../setting.tsx';
import styles from './deleted.module.css';

const PAGE_SIZE = 50;
const DAY_MS = 86_400_000;

/** The saved things that were deleted in the last thirty days, for those who may bring them back. */
export function Page(): ReactNode {
  const [page, setPage] = useState(1);
  const { data, error, isPending, isPlaceholderData, refetch } = useDeletedThings({
    offset: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
  });
  return (
    <SettingsPage
      title="Deleted things"
      description="What is deleted can be restored for 30 days by those who may change it, with its favorites and openings."
    >
      {isPending && <TableSkeleton rows={4} columns={2} rowHeight={56} />}
      {error && !data && (
        <ErrorState title="What was deleted cannot be read" error={error} onRetry={() => void refetch()} />
      )}
      {data?.total === 0 && (
        <EmptyState title="There is nothing to restore">
          Boards, queries, spaces and other saved things that somebody deletes appear here.
        </EmptyState>
      )}
      <ul className={styles['list']} aria-label="Deleted things" aria-busy={isPlaceholderData}>
        {data?.data.map((thing) => (
          <Deleted key={thing.id} thing={thing} />
        ))}
      </ul>
      {data && (
        <Pager
          label="Pages of deleted things"
          page={page}
          pageSize={PAGE_SIZE}
          total={data.total}
          onPage={setPage}
        />
      )}
    </SettingsPage>
  );
}

/** "12 days left"; the last one is named. */
function daysLeft(until: string): string {
  const days = Math.ceil((Date.parse(until) - Date.now()) / DAY_MS);
  return days > 1 ? `${String(days)} days left` : 'Last day';
}

function Deleted({ thing }: { thing: DeletedThing }): ReactNode {
  const { timezone, user } = useHost();
  const { name, deletedAt, deletedBy, deleterName, restorableUntil } = thing;
  const type = typeOf(thing, useSavedTypes());
  const Icon = type?.icon ?? FileText;
  const label = type?.label ?? (thing.type === 'snippet-v1' ? 'Snippet' : 'Saved thing');
  const restore = useRestore(thing);
  return (
    <li>
      <Icon size={16} aria-hidden />
      <div className={styles['words']}>
        <b>{name}</b>
        <Text as="p" tone="muted">
          {label} · deleted by {deletedBy === user.id ? 'you' : deleterName}{' '}
          <time dateTime={deletedAt} title={formatDateTime(deletedAt, timezone)}>
            {formatWhen(deletedAt, timezone)}
          </time>
        </Text>
      </div>
      <Text tone="muted" numeric title={`Until ${formatDateTime(restorableUntil, timezone)}`}>
        {daysLeft(restorableUntil)}
      </Text>
      <Button
        icon={<RotateCcw aria-hidden />}
        aria-label={`Restore ${name}`}
        loading={restore.isPending}
        onClick={() => restore.mutate(thing.id)}
      >
        Restore
      </Button>
    </li>
  );
}

function useRestore({ name }: DeletedThing) {
  const { toast } = useHost();
  return useMutation({
    mutationFn: useRestoreThing(),
    onSuccess: () => toast({ kind: 'info', message: `Restored ${name}` }),
    onError: ({ message }) => toast({ kind: 'error', message: `${name} is not restored. ${message}` }),
  });
}
