import { Button, Note, TextField } from '@cairn/ui/sign-in';
import type { FormEvent, ReactNode } from 'react';
import { giveSecondFactor } from '../session/auth.ts';
import { formText } from './form-text.ts';
import { useAttempt } from './use-attempt.ts';
import styles from './sign-in.module.css';

/** Asks for the second factor of an account: a code of its app, or a recovery code. */
export function FactorForm({ onDone }: { onDone: () => void }): ReactNode {
  const { waiting, error, attempt } = useAttempt();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const code = formText(form, 'code').replaceAll(' ', '');
    void attempt(giveSecondFactor(code, form.has('trust')), onDone);
  };
  return (
    <form onSubmit={submit} className={styles['fields']}>
      {error && <Note tone="bad">{error.message}</Note>}
      <TextField
        name="code"
        label="Code of your app"
        description="Without your phone, a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        minLength={6}
        maxLength={40}
        required
        withAsterisk={false}
        autoFocus
      />
      <label className={styles['trust']}>
        <input type="checkbox" name="trust" />
        Ask for no code in this browser for 30 days
      </label>
      <Button type="submit" variant="primary" className={styles['submit']} loading={waiting}>
        Sign in
      </Button>
      <a className={styles['again']} href="/sign-in">
        Sign in as somebody else
      </a>
    </form>
  );
}
