import { Button, Note, PasswordField, TextField } from '@cairn/ui/sign-in';
import { useState, type FormEvent, type ReactNode } from 'react';
import { signUp } from '../session/auth.ts';
import { formText } from './form-text.ts';
import { useAttempt } from './use-attempt.ts';
import styles from './sign-in.module.css';

const LEAST = 8;

/** Makes an account, and joins the org of an invitation where there is one. */
export function SignUpForm({
  inviteCode,
  email,
  onDone,
}: {
  inviteCode?: string;
  /** The only address that the invitation takes; null where it takes any. */
  email: string | null;
  /** Gets the id of the org that was joined. */
  onDone: (orgId: string | null) => void;
}): ReactNode {
  const { waiting, error, attempt } = useAttempt();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  if (unconfirmed !== null) {
    return (
      <Note tone="good">
        We have sent a mail to {unconfirmed}. Open its link within an hour to confirm your e-mail and sign in.
      </Note>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const account = {
      name: formText(form, 'name').trim(),
      email: email ?? formText(form, 'email').trim(),
      password: formText(form, 'password'),
      ...(inviteCode === undefined ? {} : { invite_code: inviteCode }),
    };
    void attempt(signUp(account), ({ orgId, confirm }) => {
      if (confirm) setUnconfirmed(account.email);
      else onDone(orgId);
    });
  };
  return (
    <form onSubmit={submit} className={styles['fields']}>
      {error && <Note tone="bad">{error.message}</Note>}
      <AccountFields email={email} />
      <Button type="submit" variant="primary" className={styles['submit']} loading={waiting}>
        Make account
      </Button>
    </form>
  );
}

/** The fields of a new account; `email` is the only address that may be taken, if there is one. */
function AccountFields({ email }: { email: string | null }): ReactNode {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        autoComplete="name"
        maxLength={100}
        required
        withAsterisk={false}
        autoFocus
      />
      <TextField
        name="email"
        type="email"
        label="E-mail"
        autoComplete="username"
        {...(email === null ? {} : { value: email, readOnly: true })}
        required
        withAsterisk={false}
      />
      <NewPassword />
    </>
  );
}

/** The password of a new account; one that is too short is told in the page, beneath the field. */
function NewPassword(): ReactNode {
  const [isShort, setShort] = useState(false);
  const tell = (event: FormEvent<HTMLInputElement>) => {
    const { validity } = event.currentTarget;
    if (!validity.tooShort) return;
    event.preventDefault();
    event.currentTarget.focus();
    setShort(true);
  };
  return (
    <PasswordField
      name="password"
      label="Password"
      description={`At least ${LEAST} characters`}
      error={isShort && `This password is too short. It needs at least ${LEAST} characters.`}
      autoComplete="new-password"
      minLength={LEAST}
      maxLength={128}
      required
      withAsterisk={false}
      onInvalid={tell}
      onInput={() => setShort(false)}
    />
  );
}
