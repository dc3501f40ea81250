import { useHost } from '@cairn/host';
import { Button, Dialog, DialogActions, Note } from '@cairn/ui';
import { PasswordField } from '@cairn/ui/fields';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { accountClient } from '@cairn/client';
import { PASSWORD_LENGTH, plainPassword } from '@cairn/contracts';
import { Setting } from '../setting.tsx';
import { useKeepLogin, useLogin } from './use-login.ts';
import styles from './logins.module.css';

/** Sets a first password, or replaces the present one. */
export function Password(): ReactNode {
  const { data: login } = useLogin();
  const [open, setOpen] = useState(false);
  const verb = login?.hasPassword === false ? 'Set password' : 'Change password';
  const hint =
    login?.hasPassword === false
      ? 'You have only used sign-in links so far.'
      : 'Changing it signs you out everywhere else.';
  return (
    <Setting name="Password" hint={login && hint}>
      <Button onClick={() => setOpen(true)} disabled={!login}>
        {verb}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={verb}>
        {login && <PasswordForm hasPassword={login.hasPassword} verb={verb} onDone={() => setOpen(false)} />}
      </Dialog>
    </Setting>
  );
}

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** Changes the password; `problem` tells why one is refused, where possible before it is sent. */
function useNewPassword(onDone: () => void) {
  const { toast, user } = useHost();
  const keep = useKeepLogin();
  const [plain, setPlain] = useState<string | null>(null);
  const change = useMutation({
    mutationFn: (input: { current?: string; next: string }) => accountClient.changePassword({ input }),
    onSuccess: (answer) => {
      keep(answer);
      toast({ kind: 'info', message: 'Saved the password' });
      onDone();
    },
  });
  const save = (input: { current?: string; next: string }) => {
    const problem = plainPassword(input.next, user.email);
    setPlain(problem);
    if (problem === null) change.mutate(input);
  };
  return { problem: plain ?? change.error?.message, isPending: change.isPending, save };
}

function PasswordForm({
  hasPassword,
  verb,
  onDone,
}: {
  hasPassword: boolean;
  verb: string;
  onDone: () => void;
}): ReactNode {
  const { user } = useHost();
  const { problem, isPending, save } = useNewPassword(onDone);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const next = textOf(form, 'next');
    save(hasPassword ? { current: textOf(form, 'current'), next } : { next });
  };
  return (
    <form className={styles['password']} onSubmit={submit}>
      {problem && <Note tone="bad">{problem}</Note>}
      {/* Password managers file the new password under this name. */}
      <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
      {hasPassword && (
        <PasswordField
          name="current"
          label="Present password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
        />
      )}
      <PasswordField
        name="next"
        label="New password"
        description={`At least ${PASSWORD_LENGTH.least} characters`}
        autoComplete="new-password"
        minLength={PASSWORD_LENGTH.least}
        maxLength={PASSWORD_LENGTH.most}
        required
        withAsterisk={false}
        data-autofocus={!hasPassword || undefined}
      />
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" loading={isPending}>
          {verb}
        </Button>
      </DialogActions>
    </form>
  );
}
