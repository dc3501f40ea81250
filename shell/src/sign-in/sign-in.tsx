import { Button, Note, PasswordField, TextField, ThemeProvider } from '@cairn/ui/sign-in';
import { useEffect, useEffectEvent, useState, type FormEvent, type ReactNode } from 'react';
import { AuthProblem, signInWithPassword, signInWithToken } from '../session/auth.ts';
import { Mark } from '../mark.tsx';
import { useColorScheme } from '../theme/theme.ts';
import { Strata } from './strata.tsx';

/** Where to go after signing in: a path of this site only. */
export function returnPath(to: string | null): string {
  return to && /^\/(?![/\\])/.test(to) && !to.startsWith('/sign-in') ? to : '/';
}

function wordsOf(error: Error, byLink: boolean): string {
  if (!(error instanceof AuthProblem) || error.code !== 'refused') return error.message;
  return byLink
    ? 'This link was used already or is too old. Sign in with your password, or start Cairn again for a new link.'
    : 'The e-mail address or the password is not right.';
}

/** A way in: waits from the first try until the page is left, unless it fails. */
function useAttempt(onDone: () => void) {
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const attempt = async (way: Promise<void>) => {
    setWaiting(true);
    setError(null);
    try {
      await way;
      onDone();
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)));
      setWaiting(false);
    }
  };
  return { waiting, error, attempt };
}

/** Has the scripts of the next page fetched while there is something else to wait for. */
const fetchAhead = () => void import('../bootstrap.tsx');

/** The front door. */
export function SignIn(): ReactNode {
  const [params] = useState(() => new URLSearchParams(window.location.search));
  const token = params.get('token');
  const enter = () => window.location.replace(returnPath(params.get('to')));
  const { waiting, error, attempt } = useAttempt(enter);
  const enterByLink = useEffectEvent((link: string) => {
    fetchAhead();
    void attempt(signInWithToken(link));
  });
  useEffect(() => {
    document.title = 'Sign in · Cairn';
    if (!token) return;
    // A token in the address would stay in the history and in logs.
    window.history.replaceState(null, '', '/sign-in');
    enterByLink(token);
  }, [token]);
  return (
    <ThemeProvider colorScheme={useColorScheme()}>
      <main className="sh-door">
        <div className="sh-door__form">
          <div className="sh-door__brand">
            <Mark size={28} />
            <span>Cairn</span>
          </div>
          <h1>{waiting ? 'Signing you in' : 'Sign in'}</h1>
          {error && <Note tone="bad">{wordsOf(error, true)}</Note>}
          {!waiting && <PasswordForm onDone={enter} />}
        </div>
        <Strata />
      </main>
    </ThemeProvider>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }): ReactNode {
  const { waiting, error, attempt } = useAttempt(onDone);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    void attempt(signInWithPassword(text('email').trim(), text('password')));
  };
  return (
    <form onSubmit={submit} onInput={fetchAhead} className="sh-door__fields">
      {error && <Note tone="bad">{wordsOf(error, false)}</Note>}
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
      <Button type="submit" variant="primary" loading={waiting}>
        Sign in
      </Button>
    </form>
  );
}
