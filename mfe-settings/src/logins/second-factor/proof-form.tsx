import { loginQuery } from '@cairn/client';
import type { SecondFactorProof } from '@cairn/contracts/two-factor';
import { Button, DialogActions, Note, TextField } from '@cairn/ui';
import { PasswordField } from '@cairn/ui/fields';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import styles from './second-factor.module.css';

interface ProofFormProps {
  /** What the button says. */
  verb: string;
  /** Asks who has no password for a code of their app, once they have a factor. */
  hasFactor: boolean;
  error: Error | null;
  isPending: boolean;
  onProof: (proof: SecondFactorProof) => void;
  onCancel?: (() => void) | undefined;
  children?: ReactNode;
}

/** Asks for the password, or for a code where there is none, before a second factor changes. */
export function ProofForm({
  verb,
  hasFactor,
  error,
  isPending,
  onProof,
  onCancel,
  children,
}: ProofFormProps): ReactNode {
  const login = useQuery(loginQuery);
  const hasPassword = login.data?.hasPassword !== false;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('proof');
    const text = typeof given === 'string' ? given : '';
    if (hasPassword) onProof({ password: text });
    else onProof(hasFactor ? { code: text.replaceAll(' ', '') } : {});
  };
  return (
    <form className={styles['steps']} onSubmit={submit}>
      {error && <Note tone="bad">{error.message}</Note>}
      {children}
      {hasPassword && (
        <PasswordField
          name="proof"
          label="Your password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
        />
      )}
      {!hasPassword && hasFactor && (
        <TextField
          name="proof"
          label="Code of your app"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          withAsterisk={false}
          data-autofocus
        />
      )}
      <DialogActions>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" variant="primary" loading={isPending} disabled={login.isPending}>
          {verb}
        </Button>
      </DialogActions>
    </form>
  );
}
