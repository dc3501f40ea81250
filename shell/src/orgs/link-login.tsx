import { accountClient } from '@cairn/client';
import { Button, Note, TextField } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { endSession } from '../session/auth.ts';
import styles from './orgs.module.css';

const assign = (url: string) => window.location.assign(url);

async function link(login_code: string): Promise<void> {
  const answer = await accountClient.linkLogin({ input: { login_code } }).catch((error: unknown) => {
    const message = error instanceof Error && error.message ? error.message : 'Failed to link accounts';
    throw new Error(message, { cause: error });
  });
  if (!answer?.success) throw new Error('Unable to link accounts. Please contact support');
}

/** Makes this login part of the account that gave the code; whoever did signs in again (W§4). */
export function LinkLogin({ goTo = assign }: { goTo?: (address: string) => void }): ReactNode {
  const [code, setCode] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const linking = useMutation({ mutationFn: link });
  const leave = useMutation({ mutationFn: endSession, onSettled: () => goTo('/sign-in') });
  if (linking.isSuccess) {
    return (
      <Note
        tone="good"
        action={
          <Button loading={leave.isPending} onClick={() => leave.mutate()}>
            Log in again
          </Button>
        }
      >
        The accounts are linked. Log in again, with the account that gave you the code.
      </Note>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    linking.reset();
    setEmpty(code.trim() === '');
    if (code.trim() !== '') linking.mutate(code.trim());
  };
  const shown = isEmpty ? 'Please enter your login code' : linking.error?.message;
  return (
    <form className={styles['form']} onSubmit={submit}>
      {shown && <Note tone="bad">{shown}</Note>}
      <TextField
        label="Login code"
        description="Your other account shows it under Settings, Logins. What this account has moves there, and this account ends."
        value={code}
        autoComplete="off"
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="primary" loading={linking.isPending}>
          Link accounts
        </Button>
      </div>
    </form>
  );
}
