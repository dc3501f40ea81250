import { Button, Note, TextField } from '@cairn/ui/sign-in';
import { useState, type FormEvent, type ReactNode } from 'react';
import { askForPasswordLink } from '../session/auth.ts';
import { formText } from './form-text.ts';
import { useAttempt } from './use-attempt.ts';
import styles from './sign-in.module.css';

/** The way back to an account: a link by mail, or the person who runs this Cairn. */
export function ForgotPassword({ byMail }: { byMail: boolean }): ReactNode {
  return (
    <details className={styles['about']}>
      <summary>Forgot your password?</summary>
      {byMail ? <LinkByMail /> : 'Ask the person who runs this Cairn for a password link.'}
    </details>
  );
}

function LinkByMail(): ReactNode {
  const { waiting, error, attempt } = useAttempt();
  const [askedFor, setAskedFor] = useState<string | null>(null);
  if (askedFor !== null) {
    return (
      <Note tone="good">
        If {askedFor} has an account here, a mail with a link is on its way. The link works for a day.
      </Note>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = formText(new FormData(event.currentTarget), 'email').trim();
    void attempt(askForPasswordLink(email), () => setAskedFor(email));
  };
  return (
    <form onSubmit={submit} className={styles['fields']}>
      {error && <Note tone="bad">{error.message}</Note>}
      <TextField
        name="email"
        type="email"
        label="E-mail of your account"
        autoComplete="username"
        required
        withAsterisk={false}
      />
      <Button type="submit" loading={waiting}>
        Send me a link
      </Button>
    </form>
  );
}
