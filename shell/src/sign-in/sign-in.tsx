import { Button, Note, ThemeProvider } from '@cairn/ui/sign-in';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Mark } from '../mark.tsx';
import {
  AuthProblem,
  readSignInLink,
  readSignInOptions,
  signInWithToken,
  type SignInLink,
  type SignInOptions,
} from '../session/auth.ts';
import { useColorScheme } from '../theme/theme.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { FactorForm } from './factor-form.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { InvitationForm } from './invitation-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProviderButtons, providerProblem } from './provider-buttons.tsx';
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

/** The sign-in page: what its link is for, or signing in. */
export function SignIn({ goTo = replaceAddress }: { goTo?: (address: string) => void }): ReactNode {
  const [params] = useState(() => new URLSearchParams(window.location.search));
  const token = params.get('token');
  const [invitation, reset, confirm] = ['invite', 'reset', 'confirm'].map((name) => params.get(name));
  // Another site has signed in, and the account wants a second factor.
  const isAsked = params.get('factor') !== null;
  const enter = () => goTo(returnPath(params.get('to')));
  useEffect(() => {
    document.title = 'Sign in · Cairn';
    // A token in the address would stay in the history and in logs.
    if (token ?? invitation ?? reset ?? confirm ?? params.get('error'))
      window.history.replaceState(null, '', '/sign-in');
  }, [token, invitation, reset, confirm, params]);
  return (
    <SignInFrame>
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
      {confirm && (
        <>
          <h1>Confirm your e-mail</h1>
          <ConfirmForm token={confirm} onDone={enter} />
        </>
      )}
      {isAsked && (
        <>
          <h1>Sign in</h1>
          <FactorForm onDone={enter} />
        </>
      )}
      {!isAsked && !invitation && !reset && !confirm && (
        <LinkOrAccount
          token={token}
          problem={params.get('error')}
          to={returnPath(params.get('to'))}
          goTo={goTo}
        />
      )}
    </SignInFrame>
  );
}

function SignInFrame({ children }: { children: ReactNode }): ReactNode {
  return (
    <ThemeProvider colorScheme={useColorScheme()}>
      <main className={styles['page']}>
        <div className={styles['form']}>
          <div className={styles['brand']}>
            <Mark size={28} />
            <span>Cairn</span>
          </div>
          {children}
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

/** Signs in by a sign-in link where there is one, else by an account. */
function LinkOrAccount({
  token,
  problem,
  to,
  goTo,
}: {
  token: string | null;
  /** Why signing in at another site failed, as a code. */
  problem: string | null;
  to: string;
  goTo: (address: string) => void;
}): ReactNode {
  const onDone = () => goTo(to);
  const [link, setLink] = useState<OpenedLink | null>(null);
  const [isNew, setNew] = useState(false);
  const { waiting, error, attempt } = useAttempt();
  const heading = isNew ? 'Make an account' : 'Sign in';
  const readLink = useEffectEvent(async (sent: string) => {
    fetchAhead();
    await attempt(readSignInLink(sent), (read) => {
      if (read.signedInAs === read.email) onDone();
      else setLink({ ...read, token: sent });
    });
  });
  useEffect(() => {
    if (token) void readLink(token);
  }, [token]);
  return (
    <>
      <h1>{waiting && !link ? 'Reading the link' : heading}</h1>
      {error && <Note tone="bad">{refusalWords(error, true)}</Note>}
      {problem && !token && <Note tone="bad">{providerProblem(problem)}</Note>}
      {link && <LinkForm link={link} onDone={onDone} />}
      {!waiting && !link && <AccountForm isNew={isNew} setNew={setNew} to={to} goTo={goTo} />}
    </>
  );
}

/** Signs in, or makes an account where strangers may. */
function AccountForm({
  isNew,
  setNew,
  to,
  goTo,
}: {
  isNew: boolean;
  setNew: (isNew: boolean) => void;
  to: string;
  goTo: (address: string) => void;
}): ReactNode {
  const onDone = () => goTo(to);
  const [options, setOptions] = useState<SignInOptions>({ signUp: 'closed', mail: false, sites: [] });
  const isOpen = options.signUp === 'open';
  useEffect(() => void readSignInOptions().then(setOptions), []);
  return (
    <div className={styles['fields']}>
      {isNew ? (
        <SignUpForm email={null} onDone={onDone} />
      ) : (
        <PasswordForm onDone={onDone} onInput={fetchAhead} />
      )}
      <ProviderButtons sites={options.sites} back={{ to }} leave={goTo} />
      {!isNew && <ForgotPassword byMail={options.mail} />}
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
  const [isAsked, setAsked] = useState(false);
  const problem = error && <Note tone="bad">{refusalWords(error, true)}</Note>;
  if (isAsked) return <FactorForm onDone={onDone} />;
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
        onClick={() =>
          void attempt(signInWithToken(token), (end) => (end === 'factor' ? setAsked(true) : onDone()))
        }
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
