import type { Scope } from '@cairn/contracts';
import { VisibilityField } from '@cairn/saved';
import { Button, Dialog, DialogActions, TextField, Stack } from '@cairn/ui';
import { TextArea } from '@cairn/ui/fields';
import { useState, type FormEvent, type ReactNode } from 'react';

export interface SaveDetails {
  readonly name: string;
  readonly description: string;
  readonly scope: Scope;
}

export interface SaveDialogProps {
  readonly suggestedName: string;
  readonly isSaving: boolean;
  readonly onSave: (details: SaveDetails) => void;
  readonly onClose: () => void;
}

/** The dialog for saving a query: its name, and who may see it. */
export function SaveDialog({ suggestedName, isSaving, onSave, onClose }: SaveDialogProps): ReactNode {
  const [name, setName] = useState(suggestedName);
  const [description, setDescription] = useState('');
  const [scope, setScope] = useState<Scope>('private');
  const isNamed = name.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNamed) onSave({ name: name.trim(), description: description.trim(), scope });
  };
  return (
    <Dialog open title="Save query" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap={2.5}>
          <TextField
            data-autofocus
            label="Name"
            required
            maxLength={200}
            value={name}
            error={isNamed ? null : 'Give it a name'}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextArea
            label="Description"
            rows={2}
            maxLength={2_000}
            value={description}
            onChange={({ currentTarget }) => setDescription(currentTarget.value)}
          />
          <VisibilityField word="query" scope={scope} thing={null} onChange={setScope} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" disabled={!isNamed} loading={isSaving}>
              Save query
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}
