import type { LinkSummary } from '@cairn/contracts';
import { Button, Dialog, DialogActions, Stack, TextField } from '@cairn/ui';
import { TextArea } from '@cairn/ui/fields';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { LibraryRow } from './items.ts';

/** Changes name and description of a saved thing. */
export function RenameDialog({
  row,
  onClose,
  onSave,
}: {
  row: LibraryRow;
  onClose: () => void;
  onSave: (link: LinkSummary, name: string, description: string) => Promise<void>;
}): ReactNode {
  const [name, setName] = useState(row.name);
  const [description, setDescription] = useState(row.description);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return;
    onClose();
    void onSave(row.link, name.trim(), description);
  };
  return (
    <Dialog open onClose={onClose} title={`Rename ${row.type.word}`}>
      <form onSubmit={submit}>
        <Stack gap={4}>
          <TextField
            label="Name"
            data-autofocus
            value={name}
            maxLength={200}
            error={name.trim() ? undefined : 'A name is required'}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextArea
            label="Description"
            minRows={2}
            autosize
            maxRows={4}
            maxLength={2_000}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={!name.trim()}>
            Save name
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
