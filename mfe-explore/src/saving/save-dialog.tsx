import { useHost } from '@cairn/host';
import { Button, Dialog, DialogActions, TextField, Stack } from '@cairn/ui';
import { Radio, TextArea } from '@cairn/ui/fields';
import { useState, type FormEvent, type ReactNode } from 'react';
import styles from './save-dialog.module.css';

export interface SaveDetails {
  readonly name: string;
  readonly description: string;
  readonly scope: 'private' | 'org' | 'global';
}

export interface SaveDialogProps {
  readonly suggestedName: string;
  readonly isSaving: boolean;
  readonly onSave: (details: SaveDetails) => void;
  readonly onClose: () => void;
}

/** The dialog for saving a query: its name, and who may see it. */
export function SaveDialog({ suggestedName, isSaving, onSave, onClose }: SaveDialogProps): ReactNode {
  const { org, user } = useHost();
  const [name, setName] = useState(suggestedName);
  const [description, setDescription] = useState('');
  const [scope, setScope] = useState<SaveDetails['scope']>('private');
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
          <Radio.Group
            label="Who may see it"
            value={scope}
            onChange={(value) => setScope(value as SaveDetails['scope'])}
          >
            <div className={styles.radios}>
              <Radio value="private" label="Only me" />
              <Radio value="org" label={`Everyone in ${org.name}`} />
              {user.superuser && <Radio value="global" label="Every organization" />}
            </div>
          </Radio.Group>
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
