import { Stack, TextField } from '@cairn/ui';
import { TextArea } from '@cairn/ui/fields';
import type { ReactNode } from 'react';

/** How an item is called in its space. */
export interface ItemTexts {
  readonly name: string;
  readonly description: string;
}

/** Name and description of an item. An empty name is an error (W§5). */
export function ItemFields({
  value,
  onChange,
}: {
  value: ItemTexts;
  onChange: (part: Partial<ItemTexts>) => void;
}): ReactNode {
  return (
    <Stack gap={4}>
      <TextField
        label="Item name"
        maxLength={200}
        value={value.name}
        error={value.name.trim() ? undefined : 'A name is required'}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextArea
        label="Item description"
        autosize
        minRows={2}
        maxRows={4}
        maxLength={2_000}
        value={value.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </Stack>
  );
}
