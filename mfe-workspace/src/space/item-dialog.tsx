import type { Space, SpaceEntry } from '@cairn/contracts/spaces';
import { Button, Dialog, DialogActions } from '@cairn/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import { NameFields } from '@cairn/saved';
import { useItemActions } from '../spaces/use-spaces.ts';

interface ItemDialogProps {
  space: Space;
  item: SpaceEntry;
  onClose: () => void;
}

/** Renames and describes an item of a space. */
export function ItemDialog({ space, item, onClose }: ItemDialogProps): ReactNode {
  const [texts, setTexts] = useState({ name: item.name, description: item.description });
  const { save } = useItemActions(space.uuid);
  const name = texts.name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name) save.mutate({ ...texts, name, uuid: item.uuid }, { onSuccess: onClose });
  };
  return (
    <Dialog open onClose={onClose} title="Edit item">
      <form onSubmit={submit}>
        <NameFields of="Item" value={texts} onChange={(part) => setTexts((now) => ({ ...now, ...part }))} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!name} loading={save.isPending}>
            Save item
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
