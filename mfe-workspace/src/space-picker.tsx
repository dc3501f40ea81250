import type { Space } from '@cairn/contracts/spaces';
import type { SpacePickerProps } from '@cairn/host';
import { Button, Dialog, DialogActions } from '@cairn/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import { NameFields } from '@cairn/saved';
import { FindSpace } from './spaces/find-space.tsx';
import { useItemActions } from './spaces/use-spaces.ts';

/** Finds a space by its words or makes a private one, then saves an item into it (W§2.8). */
export function SpacePicker({ item, onClose }: SpacePickerProps): ReactNode {
  const [space, setSpace] = useState<Space | null>(null);
  return (
    <Dialog open onClose={onClose} title={space ? `Add to ${space.name}` : 'Add to space'}>
      {space ? (
        <DescribeItem space={space} item={item} onClose={onClose} />
      ) : (
        <FindSpace onChoose={setSpace} />
      )}
    </Dialog>
  );
}

function DescribeItem({ space, item, onClose }: SpacePickerProps & { space: Space }): ReactNode {
  const [texts, setTexts] = useState({ name: item.name, description: '' });
  const { add } = useItemActions(space.uuid);
  const name = texts.name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name) add.mutate({ ...item, ...texts, name }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit}>
      <NameFields of="Item" value={texts} onChange={(part) => setTexts((now) => ({ ...now, ...part }))} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={!name} loading={add.isPending}>
          Save item
        </Button>
      </DialogActions>
    </form>
  );
}
