import type { SpaceItemOffer } from '@cairn/host';
import { spaceClient } from '@cairn/client';
import type { Space } from '@cairn/contracts/spaces';
import { useHost } from '@cairn/host';
import { Dialog, plural } from '@cairn/ui';
import type { ReactNode } from 'react';
import { FindSpace } from '../spaces/find-space.tsx';
import { useItemActions } from '../spaces/use-spaces.ts';
import { isSpaceable } from './bulk-bar.tsx';
import type { LibraryRow, RowsDialogProps } from './items.ts';
import { useReversible } from './use-reversible.ts';

/** Finds a space by its words or makes one, and puts saved things into it. */
export function AddToSpace({ rows, onClose }: RowsDialogProps): ReactNode {
  const { org } = useHost();
  const things = rows.filter(isSpaceable);
  const change = useReversible();
  const { reload } = useItemActions('');
  const params = { orgId: org.id };
  const put = (space: Space) => {
    onClose();
    const changes = things.map((row) => ({
      link: space,
      run: async () => {
        const input = { space_id: space.uuid, ...offerOf(row) };
        const { data: item } = await spaceClient.createSpaceItem({ params, input });
        return () =>
          spaceClient.deleteSpaceItem({ params, input: { space_id: space.uuid, uuid: item.uuid } });
      },
    }));
    const done = () => `Added ${plural(things.length, 'item')} to ${space.name}`;
    void change(changes, done).finally(reload);
  };
  return (
    <Dialog open onClose={onClose} title={`Add ${plural(things.length, 'thing')} to a space`}>
      <FindSpace onChoose={put} />
    </Dialog>
  );
}

const offerOf = ({ link, name }: LibraryRow): SpaceItemOffer => ({
  type: link.type === 'dashboard-v1' ? 'board' : 'query',
  name,
  config: { id: link.id },
});
