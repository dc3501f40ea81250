import { Stack, TextField } from '@cairn/ui';
import { TextArea } from '@cairn/ui/fields';
import { useState, type ReactNode } from 'react';

/** How a thing is called. */
export interface NamedTexts {
  readonly name: string;
  readonly description: string;
}

/** Name and description of a thing, with the limits that the service has. A name that was emptied is an error (W§5). */
export function NameFields({
  value,
  onChange,
  of = '',
}: {
  value: NamedTexts;
  onChange: (part: Partial<NamedTexts>) => void;
  /** The word before both labels, such as "Item". */
  of?: string;
}): ReactNode {
  const labels = of === '' ? ['Name', 'Description'] : [`${of} name`, `${of} description`];
  const [wasChanged, setChanged] = useState(false);
  return (
    <Stack gap={4}>
      <TextField
        label={labels[0]}
        data-autofocus
        maxLength={200}
        value={value.name}
        error={wasChanged && !value.name.trim() ? 'A name is required' : undefined}
        onChange={(event) => {
          setChanged(true);
          onChange({ name: event.currentTarget.value });
        }}
      />
      <TextArea
        label={labels[1]}
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
