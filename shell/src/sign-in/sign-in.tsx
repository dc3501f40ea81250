import { Button, Note, ThemeProvider } from '@cairn/ui/sign-in';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Mark } from '../mark.tsx';
import {
  AuthProblem,
  readSignInLink,
  readSignInOptions,
  signInWithToken,
  type SignInLink,
} from '../session/auth.ts';
import { useColorScheme } from '../theme/theme.ts';
import { InvitationForm } from './invitation-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { refusalWords } from './refusal-words.ts';
import { ResetForm } from './reset-form.tsx';
import { returnPath } from './return-path.ts';
import { SignUpForm } from './sign-up-form.tsx';
import { Strata } from './strata.tsx';
import { useAttempt } from './use-attempt.ts';
import styles from './sign-in.module.css';

type OpenedLink = SignInLink & { readonly token: string };

/** Preloads the scripts of the next page during another wait. */
const fetchAhead = () => void import('../bootstrap.tsx');

const replaceAddress = (address: string) => window.location.replace(address);

/** The sign-in page. */
export function SignIn({ goTo = replaceAddress }: { goTo?: (address: string) => void }): ReactNode {
  const [params] = useState(() => new URLSearchParams(window.location.search));
  const token = params.get('token');
  const invitation = params.get('invite');
  const reset = params.get('reset');
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
    // A token in the address would stay in the history and in logs.
    if (token ?? invitation ?? reset) window.history.replaceState(null, '', '/sign-in');
    if (token) void readLink(token);
  }, [token, invitation, reset]);
  return (
    <ThemeProvider colorScheme={useColorScheme()}>
      <main className={styles['page']}>
        <div className={styles['form']}>
          <div className={styles['brand']}>
            <Mark size={28} />
            <span>Cairn</span>
          </div>
          {invitation && (
            <>
              <h1>Join</h1>
              <InvitationForm code={invitation} onDone={goTo} />
            </>
          )}
          {reset && (
            <>
              <h1>Set a password</h1>
              <ResetForm token={reset} onDone={enter} />
            </>
          )}
          {!invitation && !reset && (
            <>
              <h1>{waiting && !link ? 'Reading the link' : 'Sign in'}</h1>
              {error && <Note tone="bad">{refusalWords(error, true)}</Note>}
              {link && <LinkForm link={link} onDone={enter} />}
              {!waiting && !link && <AccountForm onDone={enter} />}
            </>
          )}
          <p className={styles['about']}>
            Cairn reads what happens in a team’s tools into one graph. People ask it questions, and keep the
            answers on boards.
          </p>
        </div>
        <Strata />
      </main>
    </ThemeProvider>
  );
}

/** Signs in, or makes an account where strangers may. */
function AccountForm({ onDone }: { onDone: () => void }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [isNew, setNew] = useState(false);
  useEffect(() => void readSignInOptions().then(({ signUp }) => setOpen(signUp === 'open')), []);
  return (
    <div className={styles['fields']}>
      {isNew ? (
        <SignUpForm email={null} onDone={onDone} />
      ) : (
        <PasswordForm onDone={onDone} onInput={fetchAhead} />
      )}
      {!isNew && (
        <details className={styles['about']}>
          <summary>Forgot your password?</summary>
          Ask the person who runs this Cairn for a password link.
        </details>
      )}
      {isOpen && (
        <Button variant="subtle" onClick={() => setNew(!isNew)}>
          {isNew ? 'I have an account' : 'Make an account'}
        </Button>
      )}
    </div>
  );
}

/** A sign-in link is used only when its account was seen: somebody else may have sent it, to have it used unnoticed. */
function LinkForm({ link, onDone }: { link: OpenedLink; onDone: () => void }): ReactNode {
  const { email, signedInAs, token } = link;
  const { waiting, error, attempt } = useAttempt();
  const problem = error && <Note tone="bad">{refusalWords(error, true)}</Note>;
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
