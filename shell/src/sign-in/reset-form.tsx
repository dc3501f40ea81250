import { Button, Note, PasswordField } from '@cairn/ui/sign-in';
import { useState, type FormEvent, type ReactNode } from 'react';
import { AuthProblem, resetPassword } from '../session/auth.ts';
import { formText } from './form-text.ts';
import { PasswordForm } from './password-form.tsx';
import { useAttempt } from './use-attempt.ts';
import styles from './sign-in.module.css';

const LEAST = 8;

const wordsOf = (error: Error) =>
  error instanceof AuthProblem && error.code === 'refused'
    ? 'This password link was used or is too old. Ask for a new one.'
    : error.message;

/** Sets a new password by a link, and then signs in with it. */
export function ResetForm({ token, onDone }: { token: string; onDone: () => void }): ReactNode {
  const { waiting, error, attempt } = useAttempt();
  const [isSet, setSet] = useState(false);
  if (isSet) {
    return (
      <>
        <Note tone="good">Your password is set. Sign in with it.</Note>
        <PasswordForm onDone={onDone} />
      </>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = formText(new FormData(event.currentTarget), 'password');
    void attempt(resetPassword(token, next), () => setSet(true));
  };
  return (
    <form onSubmit={submit} className={styles['fields']}>
      {error && <Note tone="bad">{wordsOf(error)}</Note>}
      <PasswordField
        name="password"
        label="New password"
        description={`At least ${LEAST} characters`}
        autoComplete="new-password"
        minLength={LEAST}
        maxLength={128}
        required
        withAsterisk={false}
        autoFocus
      />
      <Button type="submit" variant="primary" className={styles['submit']} loading={waiting}>
        Set password
      </Button>
    </form>
  );
}
