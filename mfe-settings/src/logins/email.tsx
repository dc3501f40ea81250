import { accountClient, loginQuery, workspaceClient } from '@cairn/client';
import type { Login } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Button, Dialog, DialogActions, Note, Stack, TextField } from '@cairn/ui';
import { PasswordField } from '@cairn/ui/fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Setting } from '../setting.tsx';
import { useKeepLogin, useLogin } from './use-login.ts';
import styles from './logins.module.css';

/** The e-mail that the user signs in with, and a way to another one. */
export function Email(): ReactNode {
  const { user } = useHost();
  const { data: login } = useLogin();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Setting name="E-mail" hint="Together with your password, or by a one-time link.">
        <div className={styles['email']}>
          <span>{user.email}</span>
          <Button onClick={() => setOpen(true)} disabled={!login}>
            Change e-mail
          </Button>
        </div>
      </Setting>
      {login?.pendingEmail && <PendingChange email={login.pendingEmail.email} />}
      <Dialog open={open} onClose={() => setOpen(false)} title="Change e-mail">
        {login?.hasPassword === false ? (
          <NoPassword onDone={() => setOpen(false)} />
        ) : (
          <EmailForm onDone={() => setOpen(false)} />
        )}
      </Dialog>
    </>
  );
}

/** Says that an e-mail waits until its link is opened; the link can be mailed again, or ended. */
function PendingChange({ email }: { email: string }): ReactNode {
  const { user, toast } = useHost();
  const keep = useKeepLogin();
  const failed = { onError: ({ message }: Error) => toast({ kind: 'error', message }) };
  const done = (message: string) => (answer: { data: Login }) => {
    keep(answer);
    toast({ kind: 'info', message });
  };
  const resend = useMutation({
    mutationFn: () => accountClient.resendEmailChange({}),
    onSuccess: done(`Mailed a link to ${email}`),
    ...failed,
  });
  const cancel = useMutation({
    mutationFn: () => accountClient.cancelEmailChange({}),
    onSuccess: done(`Kept ${user.email}`),
    ...failed,
  });
  const hint = (
    <span className={styles['pending']}>
      Waiting for confirmation of <strong>{email}</strong>. Open the link that we mailed there. Until then you
      sign in with {user.email}.
    </span>
  );
  return (
    <Setting name="New e-mail" hint={hint}>
      <div className={styles['email']} role="group" aria-label="Change of the e-mail">
        <Button loading={resend.isPending} onClick={() => resend.mutate()}>
          Send again
        </Button>
        <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel the change
        </Button>
      </div>
    </Setting>
  );
}

function NoPassword({ onDone }: { onDone: () => void }): ReactNode {
  return (
    <>
      <Note>Set a password first. It shows that it is you who changes the e-mail.</Note>
      <DialogActions>
        <Button variant="primary" data-autofocus onClick={onDone}>
          Close
        </Button>
      </DialogActions>
    </>
  );
}

/** Changes the e-mail, at once or when its link is opened, and says which. */
function useChangeEmail(onDone: () => void) {
  const { refreshUser, toast } = useHost();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { email: string; password: string }) => workspaceClient.updateEmail({ input }),
    onSuccess: ({ data }, { email }) => {
      const isChanged = data.email.toLowerCase() === email.toLowerCase();
      refreshUser();
      void client.invalidateQueries({ queryKey: loginQuery.queryKey });
      toast({ kind: 'info', message: isChanged ? 'Saved the e-mail' : `Mailed a link to ${email}` });
      onDone();
    },
  });
}

function EmailForm({ onDone }: { onDone: () => void }): ReactNode {
  const { user } = useHost();
  const [email, setEmail] = useState(user.email);
  const [password, setPassword] = useState('');
  const save = useChangeEmail(onDone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ email: email.trim(), password });
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
        <PasswordField
          label="Present password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </Stack>
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          loading={save.isPending}
          disabled={email.trim() === '' || email.trim() === user.email || password === ''}
        >
          Save
        </Button>
      </DialogActions>
    </form>
  );
}
