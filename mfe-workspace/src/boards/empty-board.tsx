import { Button, EmptyState } from '@cairn/ui';
import { LayoutDashboard, LockOpen, Plus } from 'lucide-react';
import type { ReactNode } from 'react';

/** Says what a board is for while it has no cards, and how to add the first. */
export function EmptyBoard({
  unlocked,
  mayEdit,
  onAdd,
  onUnlock,
}: {
  unlocked: boolean;
  mayEdit: boolean;
  onAdd: () => void;
  onUnlock: () => void;
}): ReactNode {
  const action = unlocked ? (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAdd}>
      Add card
    </Button>
  ) : (
    mayEdit && (
      <Button icon={<LockOpen aria-hidden />} onClick={onUnlock}>
        Unlock
      </Button>
    )
  );
  return (
    <EmptyState icon={<LayoutDashboard aria-hidden />} title="Cards go here" action={action}>
      {unlocked
        ? 'A card shows a saved query or a text. Add the first one.'
        : 'This board has no cards yet. Unlock it to add one.'}
    </EmptyState>
  );
}
