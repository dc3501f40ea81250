import { Button, Note, PasswordField, TextField, ThemeProvider } from '@cairn/ui/sign-in';
import { useEffect, useEffectEvent, useState, type FormEvent, type ReactNode } from 'react';
import {
  AuthProblem,
  readSignInLink,
  signInWithPassword,
  signInWithToken,
  type SignInLink,
} from '../session/auth.ts';
import { Mark } from '../mark.tsx';
import { useColorScheme } from '../theme/theme.ts';
import { returnPath } from './return-path.ts';
import { Strata } from './strata.tsx';
import styles from './sign-in.module.css';

function wordsOf(error: Error, byLink: boolean): string {
  if (!(error instanceof AuthProblem) || error.code !== 'refused') return error.message;
  return byLink
    ? 'This link was used already or is too old. Sign in with your password, or start Cairn again for a new link.'
    : 'The e-mail address or the password is not right.';
}

/** Tracks an attempt. It waits from the start on, also after a success; a failure ends the waiting. */
function useAttempt() {
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const attempt = async <T,>(way: Promise<T>, onDone: (result: T) => void) => {
    setWaiting(true);
    setError(null);
    try {
      onDone(await way);
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)));
      setWaiting(false);
    }
  };
  return { waiting, error, attempt };
}

type OpenedLink = SignInLink & { readonly token: string };

/** Preloads the scripts of the next page during another wait. */
const fetchAhead = () => void import('../bootstrap.tsx');

const replaceAddress = (address: string) => window.location.replace(address);

/** The sign-in page. */
export function SignIn({ goTo = replaceAddress }: { goTo?: (address: string) => void }): ReactNode {
  const [params] = useState(() => new URLSearchParams(window.location.search));
  const token = params.get('token');
  const enter = () => goTo(returnPath(params.get('to')));
  const [link, setLink] = useState<OpenedLink | null>(null);
  const { waiting, error, attempt } = useAttempt();
  const readLink = useEffectEvent(async (sent: string) => {
    fetchAhead();
    await attempt(readSignInLink(sent), (read) => {
      if (read.signedInAs === read.email) enter();
      else setLink({ ...read, token: sent });
    });
  });
  useEffect(() => {
    document.title = 'Sign in · Cairn';
    if (!token) return;
    // A token in the address would stay in the history and in logs.
    window.history.replaceState(null, '', '/sign-in');
    void readLink(token);
  }, [token]);
  return (
    <ThemeProvider colorScheme={useColorScheme()}>
      <main className={styles['page']}>
        <div className={styles['form']}>
          <div className={styles['brand']}>
            <Mark size={28} />
            <span>Cairn</span>
          </div>
          <h1>{waiting && !link ? 'Reading the link' : 'Sign in'}</h1>
          {error && <Note tone="bad">{wordsOf(error, true)}</Note>}
          {link && <LinkForm link={link} onDone={enter} />}
          {!waiting && !link && <PasswordForm onDone={enter} />}
        </div>
        <Strata />
      </main>
    </ThemeProvider>
  );
}

/**
 * A sign-in link is used only after its account was shown: somebody else may have sent it, to have it used
 * unnoticed.
 */
function LinkForm({ link, onDone }: { link: OpenedLink; onDone: () => void }): ReactNode {
  const { email, signedInAs, token } = link;
  const { waiting, error, attempt } = useAttempt();
  const problem = error && <Note tone="bad">{wordsOf(error, true)}</Note>;
  if (error instanceof AuthProblem && error.code === 'refused') {
    return (
      <>
        {problem}
        <PasswordForm onDone={onDone} />
      </>
    );
  }
  return (
    <div className={styles['fields']}>
      {problem}
      <p className={styles['account']}>
        This link signs in as <strong>{email}</strong>.
      </p>
      {signedInAs && (
        <Note tone="warn">
          You are signed in as {signedInAs} here. Signing in as {email} takes its place.
        </Note>
      )}
      <Button
        variant="primary"
        className={styles['submit']}
        loading={waiting}
        autoFocus={!signedInAs}
        onClick={() => void attempt(signInWithToken(token), onDone)}
      >
        Sign in as {email}
      </Button>
      {signedInAs && (
        <Button autoFocus onClick={onDone}>
          Stay signed in as {signedInAs}
        </Button>
      )}
    </div>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }): ReactNode {
  const { waiting, error, attempt } = useAttempt();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    void attempt(signInWithPassword(text('email').trim(), text('password')), onDone);
  };
  return (
    <form onSubmit={submit} onInput={fetchAhead} className={styles['fields']}>
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
      <Button type="submit" variant="primary" className={styles['submit']} loading={waiting}>
        Sign in
      </Button>
    </form>
  );
}
