import { invalidate } from '@cairn/client';
import { secondFactorQuery, twoFactorClient } from '@cairn/client/two-factor';
import type { SecondFactorProof } from '@cairn/contracts/two-factor';
import { Button, DialogActions, Note, TextField } from '@cairn/ui';
import { TextArea } from '@cairn/ui/fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { ProofForm } from './proof-form.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factor.module.css';

interface SetUpProps {
  onDone: () => void;
  onCancel?: (() => void) | undefined;
}

/** Sets a second factor up: proof, the key for an app, a code of it, and the recovery codes. */
export function SetUp({ onDone, onCancel }: SetUpProps): ReactNode {
  const client = useQueryClient();
  const begin = useMutation({
    mutationFn: (input: SecondFactorProof) => twoFactorClient.beginSecondFactor({ input }),
    // The page shows it.
    onError: () => undefined,
  });
  const [isOn, setOn] = useState(false);
  const begun = begin.data;
  if (!begun) {
    return (
      <ProofForm
        verb="Go on"
        hasFactor={false}
        error={begin.error}
        isPending={begin.isPending}
        onProof={(proof) => begin.mutate(proof)}
        onCancel={onCancel}
      >
        <p>
          With two factors, signing in asks for a code of an app on your phone too. A password alone opens
          nothing then.
        </p>
      </ProofForm>
    );
  }
  if (isOn) return <RecoveryCodes codes={begun.recoveryCodes} onDone={onDone} />;
  const settle = (data: { on: boolean; recoveryCodes: number }) => {
    client.setQueryData(secondFactorQuery.queryKey, data);
    void invalidate(client, 'login');
    setOn(true);
  };
  return <CodeForm uri={begun.uri} appKey={begun.key} onOn={settle} onCancel={onCancel} />;
}

interface CodeFormProps {
  uri: string;
  /** The key of the QR code, to be typed. */
  appKey: string;
  onOn: (data: { on: boolean; recoveryCodes: number }) => void;
  onCancel?: (() => void) | undefined;
}

function CodeForm({ uri, appKey, onOn, onCancel }: CodeFormProps): ReactNode {
  const confirm = useMutation({
    mutationFn: (code: string) => twoFactorClient.confirmSecondFactor({ input: { code } }),
    onSuccess: ({ data }) => onOn(data),
    onError: () => undefined,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('code');
    confirm.mutate((typeof given === 'string' ? given : '').replaceAll(' ', ''));
  };
  return (
    <form className={styles['steps']} onSubmit={submit}>
      {confirm.error && <Note tone="bad">{confirm.error.message}</Note>}
      <p>Scan this with an authenticator app, or type the key into it.</p>
      <QrCode text={uri} label="The key as a QR code" />
      <TextArea
        label="Key"
        value={appKey.replace(/(.{4})(?=.)/g, '$1 ')}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        classNames={{ input: styles['key'] ?? '' }}
      />
      <TextField
        name="code"
        label="Code that the app shows"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        required
        withAsterisk={false}
        autoFocus
        data-autofocus
      />
      <DialogActions>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" variant="primary" loading={confirm.isPending}>
          Switch on
        </Button>
      </DialogActions>
    </form>
  );
}
