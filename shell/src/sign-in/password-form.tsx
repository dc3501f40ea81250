import { Button, Note, PasswordField, TextField } from '@cairn/ui/sign-in';
import { useState, type FormEvent, type ReactNode } from 'react';
import { signInWithPassword } from '../session/auth.ts';
import { FactorForm } from './factor-form.tsx';
import { formText } from './form-text.ts';
import { refusalWords } from './refusal-words.ts';
import { useAttempt } from './use-attempt.ts';
import styles from './sign-in.module.css';

/** Signs in with e-mail and password. */
export function PasswordForm({
  onDone,
  onInput,
  email,
}: {
  onDone: () => void;
  onInput?: () => void;
  /** Fills the field where it is known whose password is asked for. */
  email?: string | undefined;
}): ReactNode {
  const { waiting, error, attempt } = useAttempt();
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <FactorForm onDone={onDone} />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const signIn = signInWithPassword(formText(form, 'email').trim(), formText(form, 'password'));
    void attempt(signIn, (end) => (end === 'factor' ? setAsked(true) : onDone()));
  };
  return (
    <form onSubmit={submit} onInput={onInput} className={styles['fields']}>
      {error && <Note tone="bad">{refusalWords(error, false)}</Note>}
      <TextField
        name="email"
        type="email"
        label="E-mail"
        autoComplete="username"
        defaultValue={email}
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
