import { Button, Note } from '@cairn/ui/sign-in';
import { useState, type ReactNode } from 'react';
import { AuthProblem, confirmEmail } from '../session/auth.ts';
import { FactorForm } from './factor-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { useAttempt } from './use-attempt.ts';
import styles from './sign-in.module.css';

/** The link of a change of the e-mail; others are of new accounts. */
const isChange = (token: string) => token.startsWith('change_');

function wordsOf(error: Error, token: string): string {
  if (!(error instanceof AuthProblem && error.code === 'refused')) return error.message;
  return isChange(token)
    ? 'This link was used or is too old. Sign in, and change your e-mail again.'
    : 'This link is too old. Sign in, and we mail you a new one.';
}

/** Confirms an e-mail at a click, because mail programs open links by themselves. */
export function ConfirmForm({ token, onDone }: { token: string; onDone: () => void }): ReactNode {
  const { waiting, error, attempt } = useAttempt();
  const [isKnown, setKnown] = useState(false);
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <FactorForm onDone={onDone} />;
  if (error || isKnown) {
    return (
      <>
        {error ? (
          <Note tone="bad">{wordsOf(error, token)}</Note>
        ) : (
          <Note tone="good">Your e-mail is confirmed. Sign in with your password.</Note>
        )}
        <PasswordForm onDone={onDone} />
      </>
    );
  }
  const confirm = () =>
    void attempt(confirmEmail(token), (end) => {
      if (end === 'factor') setAsked(true);
      else if (end === 'session') onDone();
      else setKnown(true);
    });
  return (
    <div className={styles['fields']}>
      <Button variant="primary" className={styles['submit']} loading={waiting} autoFocus onClick={confirm}>
        {isChange(token) ? 'Confirm' : 'Confirm and sign in'}
      </Button>
    </div>
  );
}
