import type { OrgId } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Button, Dialog, DialogActions, TextField } from '@cairn/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import { graphClient } from '@cairn/client';
import { useSourceDeed } from './sources.ts';

/** Adds a git repository of the server's machine by its path. */
export function AddRepository({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  return (
    <Dialog open={open} onClose={onClose} title="Add repository">
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ onClose }: { onClose: () => void }): ReactNode {
  const { toast } = useHost();
  const [path, setPath] = useState('');
  const add = useSourceDeed((orgId, wanted: string) =>
    graphClient.createSource({ params: { orgId: orgId as OrgId }, input: { type: 'git', path: wanted } }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(path.trim(), {
      onSuccess: ({ data }) => {
        onClose();
        toast({ kind: 'info', message: `Added ${data.name}` });
      },
    });
  };
  return (
    <form onSubmit={submit}>
      <TextField
        label="Path"
        description="Of a git repository on the machine that runs Cairn, in a folder that it may read; npm start gives it those of --repo PATH."
        placeholder="/home/ada/projects/engine"
        data-autofocus
        value={path}
        error={add.error?.message}
        onChange={(event) => {
          setPath(event.currentTarget.value);
          add.reset();
        }}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" loading={add.isPending} disabled={!path.trim()}>
          Add repository
        </Button>
      </DialogActions>
    </form>
  );
}
