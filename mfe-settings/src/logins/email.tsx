import { workspaceClient } from '@cairn/client';
import { useHost } from '@cairn/host';
import { Button, Dialog, DialogActions, Note, Stack, TextField } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Setting } from '../setting.tsx';
import styles from './logins.module.css';

/** The e-mail that the user signs in with, and a way to another one. */
export function Email(): ReactNode {
  const { user } = useHost();
  const [open, setOpen] = useState(false);
  return (
    <Setting name="E-mail" hint="Together with your password, or by a one-time link.">
      <div className={styles['email']}>
        <span>{user.email}</span>
        <Button onClick={() => setOpen(true)}>Change e-mail</Button>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title="Change e-mail">
        <EmailForm onDone={() => setOpen(false)} />
      </Dialog>
    </Setting>
  );
}

function EmailForm({ onDone }: { onDone: () => void }): ReactNode {
  const { user, refreshUser, toast } = useHost();
  const [email, setEmail] = useState(user.email);
  const save = useMutation({
    mutationFn: () => workspaceClient.updateEmail({ input: { email: email.trim() } }),
    onSuccess: () => {
      refreshUser();
      toast({ kind: 'info', message: 'Saved the e-mail' });
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={4}>
        {save.error && <Note tone="bad">Failed to update email: {save.error.message}</Note>}
        <TextField
          type="email"
          label="Your e-mail"
          description="Invitations and links for a new password go to it."
          data-autofocus
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </Stack>
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          loading={save.isPending}
          disabled={email.trim() === '' || email.trim() === user.email}
        >
          Save
        </Button>
      </DialogActions>
    </form>
  );
}
