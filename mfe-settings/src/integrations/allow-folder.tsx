import { sourceClient } from '@cairn/client';
import { useHost } from '@cairn/host';
import { Button, Dialog, DialogActions, TextField } from '@cairn/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useChangeFolders } from './use-folders.ts';

interface AllowFolderProps {
  readonly onClose: () => void;
}

/** Lets sources of the org read one more folder. */
export function AllowFolder({ open, onClose }: AllowFolderProps & { open: boolean }): ReactNode {
  return (
    <Dialog open={open} onClose={onClose} title="Allow folder">
      <FolderForm onClose={onClose} />
    </Dialog>
  );
}

function FolderForm({ onClose }: AllowFolderProps): ReactNode {
  const { org, toast } = useHost();
  const [path, setPath] = useState('');
  const allow = useChangeFolders(sourceClient.allowFolder);
  const given = path.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    allow.mutate(given, {
      onSuccess: () => {
        onClose();
        toast({ kind: 'info', message: `Sources of ${org.name} may read ${given}` });
      },
    });
  };
  return (
    <form onSubmit={submit}>
      <TextField
        label="Path"
        description="Of a folder on the machine that runs Cairn. Admins of this organization can add every repository in it."
        placeholder="/home/ada/projects"
        data-autofocus
        value={path}
        error={allow.error?.message}
        onChange={(event) => {
          setPath(event.currentTarget.value);
          allow.reset();
        }}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" loading={allow.isPending} disabled={given === ''}>
          Allow folder
        </Button>
      </DialogActions>
    </form>
  );
}
