import { AppError } from '@cairn/contracts';
import { Button, Note, TextField } from '@cairn/ui';
import { PasswordField } from '@cairn/ui/fields';
import { useMutation } from '@tanstack/react-query';
import { useEffect, type FormEvent, type ReactNode } from 'react';
import { signInWithPassword, signInWithToken } from '../api/auth.ts';
import { Mark } from '../mark.tsx';
import { Strata } from './strata.tsx';

/** Where to go after signing in: a path of this site only. */
export function returnPath(to: string | null): string {
  return to && /^\/(?![/\\])/.test(to) && !to.startsWith('/sign-in') ? to : '/';
}

function wordsOf(error: Error, byLink: boolean): string {
  if (!(error instanceof AppError) || error.code !== 'invalid_credentials') return error.message;
  return byLink
    ? 'This link was used already or is too old. Sign in with your password, or start Cairn again for a new link.'
    : 'The e-mail address or the password is not right.';
}

/** The front door. */
export function SignIn(): ReactNode {
  const params = new URLSearchParams(window.location.search);
  const token = params.get('token');
  const enter = () => window.location.replace(returnPath(params.get('to')));
  const byLink = useMutation({ mutationFn: signInWithToken, onSuccess: enter });
  const { mutate: enterByLink } = byLink;
  useEffect(() => {
    document.title = 'Sign in · Cairn';
    if (!token) return;
    // A token in the address would stay in the history and in logs.
    window.history.replaceState(null, '', '/sign-in');
    enterByLink(token);
  }, [token, enterByLink]);
  const waiting = byLink.isPending || byLink.isSuccess;
  return (
    <main className="sh-door">
      <div className="sh-door__form">
        <div className="sh-door__brand">
          <Mark size={28} />
          <span>Cairn</span>
        </div>
        <h1>{waiting ? 'Signing you in' : 'Sign in'}</h1>
        {byLink.isError && <Note tone="bad">{wordsOf(byLink.error, true)}</Note>}
        {!waiting && <PasswordForm onDone={enter} />}
      </div>
      <Strata />
    </main>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }): ReactNode {
  const signIn = useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) =>
      signInWithPassword(email, password),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    signIn.mutate({ email: text('email').trim(), password: text('password') });
  };
  return (
    <form onSubmit={submit} className="sh-door__fields">
      {signIn.isError && <Note tone="bad">{wordsOf(signIn.error, false)}</Note>}
      <TextField
        name="email"
        type="email"
        label="E-mail"
        autoComplete="username"
        required
        withAsterisk={false}
        autoFocus
      />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
      <Button type="submit" variant="primary" loading={signIn.isPending || signIn.isSuccess}>
        Sign in
      </Button>
    </form>
  );
}
