import type { Space } from '@cairn/contracts/spaces';
import { Stack, Text } from '@cairn/ui';
import { SearchField } from '@cairn/ui/fields';
import { Plus, Shapes } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import styles from './space-picker.module.css';
import { useCreateSpace, useSpaces } from './use-spaces.ts';
import { hasWords } from './words.ts';

/** Finds a space by its words, or makes a private one of the typed name (W§2.8). */
export function FindSpace({ onChoose }: { onChoose: (space: Space) => void }): ReactNode {
  const [words, setWords] = useState('');
  const spaces = useSpaces();
  const create = useCreateSpace();
  const name = words.trim();
  const shown = (spaces.data ?? []).filter((space) => space.canEdit && hasWords(space.name, words));
  return (
    <Stack gap={3}>
      <SearchField
        label="Find or create a space"
        placeholder="Find or create a space..."
        data-autofocus
        value={words}
        onText={setWords}
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
