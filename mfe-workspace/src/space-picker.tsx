import type { Space } from '@cairn/contracts/spaces';
import type { SpacePickerProps } from '@cairn/host';
import { Button, Dialog, DialogActions, Stack, Text, TextField } from '@cairn/ui';
import { Plus, Search, Shapes } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { NameFields } from '@cairn/saved';
import styles from './spaces/space-picker.module.css';
import { useCreateSpace, useItemActions, useSpaces } from './spaces/use-spaces.ts';
import { hasWords } from './spaces/words.ts';

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

function FindSpace({ onChoose }: { onChoose: (space: Space) => void }): ReactNode {
  const [words, setWords] = useState('');
  const spaces = useSpaces();
  const create = useCreateSpace();
  const name = words.trim();
  const shown = (spaces.data ?? []).filter((space) => space.canEdit && hasWords(space.name, words));
  return (
    <Stack gap={3}>
      <TextField
        aria-label="Find or create a space"
        placeholder="Find or create a space..."
        data-autofocus
        leftSection={<Search size={15} aria-hidden />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {spaces.error && <Text tone="muted">{spaces.error.message}</Text>}
      <ul className={styles['spaces']}>
        {shown.map((space) => (
          <li key={space.uuid}>
            <button type="button" onClick={() => onChoose(space)}>
              <Shapes size={15} aria-hidden />
              <Text truncate>{space.name}</Text>
            </button>
          </li>
        ))}
        {name && (
          <li>
            <button
              type="button"
              disabled={create.isPending}
              onClick={() => create.mutate({ name, scope: 'private' }, { onSuccess: onChoose })}
            >
              <Plus size={15} aria-hidden />
              <Text truncate>Create the space “{name}”</Text>
            </button>
          </li>
        )}
        {!name && spaces.data && shown.length === 0 && (
          <Text as="p" tone="muted">
            You have no space yet. Type a name to create one.
          </Text>
        )}
      </ul>
    </Stack>
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
