import { addressAt, useHost } from '@cairn/host';
import { Button, EmptyState, ErrorState, TableSkeleton } from '@cairn/ui';
import { Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useSpace } from '../spaces/use-spaces.ts';

/** Opens an item of a space in place of itself. */
export function LaunchItem({ spaceUuid, uuid }: { spaceUuid: string; uuid: string }): ReactNode {
  const { org, navigate } = useHost();
  const space = useSpace(spaceUuid);
  if (space.isPending) return <TableSkeleton rows={6} />;
  const back = (
    <Button onClick={() => navigate(addressAt(org.id, 'space', spaceUuid))}>Go to the space</Button>
  );
  if (space.isError)
    return (
      <ErrorState
        title="The item could not be opened"
        error={space.error}
        onRetry={() => void space.refetch()}
      />
    );
  const item = space.data.items?.find((each) => each.uuid === uuid);
  if (item?.url) return <Navigate to={item.url} replace />;
  return (
    <EmptyState whole icon={<Unlink aria-hidden />} title="This item cannot be opened" action={back}>
      {item
        ? `“${item.name}” was deleted, or it is not shared with you.`
        : 'Somebody has removed it from its space.'}
    </EmptyState>
  );
}
