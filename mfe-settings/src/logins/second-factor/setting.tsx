import { secondFactorQuery, twoFactorClient } from '@cairn/client/two-factor';
import { invalidate } from '@cairn/client';
import type { SecondFactorProof } from '@cairn/contracts/two-factor';
import { useHost } from '@cairn/host';
import { Button, Dialog, lazyComponent, Note } from '@cairn/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { Setting } from '../../setting.tsx';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factor.module.css';

// Most visits of the page draw no QR code.
const SetUp = lazyComponent(async () => (await import('./set-up.tsx')).SetUp);

type Step = 'set-up' | 'off' | 'codes' | null;
const TITLES = {
  'set-up': 'Set up two factors',
  off: 'Switch two factors off',
  codes: 'New recovery codes',
} as const;

/** Whether the user signs in with two factors, and the ways to change that. */
export function SecondFactorSetting(): ReactNode {
  const factor = useQuery(secondFactorQuery);
  const [step, setStep] = useState<Step>(null);
  const { refreshUser } = useHost();
  const close = () => {
    setStep(null);
    refreshUser();
  };
  const { on = false, recoveryCodes = 0 } = factor.data ?? {};
  const hint = on
    ? `Signing in asks for a code of your app. ${recoveryCodes} recovery codes are left.`
    : 'Signing in asks for a code of an app on your phone too.';
  return (
    <Setting name="Two factors" hint={hint}>
      <div className={styles['actions']}>
        {!on && (
          <Button disabled={!factor.data} onClick={() => setStep('set-up')}>
            Set up two factors
          </Button>
        )}
        {on && <Button onClick={() => setStep('codes')}>New recovery codes</Button>}
        {on && <Button onClick={() => setStep('off')}>Switch off</Button>}
      </div>
      <Dialog open={step !== null} onClose={close} title={step ? TITLES[step] : ''}>
        <Suspense fallback={null}>
          {step === 'set-up' && <SetUp onDone={close} onCancel={close} />}
          {step === 'off' && <SwitchOff onDone={close} />}
          {step === 'codes' && <NewCodes onDone={close} />}
        </Suspense>
      </Dialog>
    </Setting>
  );
}

function SwitchOff({ onDone }: { onDone: () => void }): ReactNode {
  const { orgs, toast } = useHost();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (input: SecondFactorProof) => twoFactorClient.removeSecondFactor({ input }),
    onSuccess: ({ data }) => {
      client.setQueryData(secondFactorQuery.queryKey, data);
      void invalidate(client, 'login');
      toast({ kind: 'info', message: 'Switched two factors off' });
      onDone();
    },
    onError: () => undefined,
  });
  const demanding = orgs.filter(({ twoFactor }) => twoFactor === 'required').map(({ name }) => name);
  return (
    <ProofForm
      verb="Switch off"
      hasFactor
      error={remove.error}
      isPending={remove.isPending}
      onProof={(proof) => remove.mutate(proof)}
      onCancel={onDone}
    >
      {demanding.length > 0 ? (
        <Note tone="warn">
          {demanding.join(', ')} {demanding.length === 1 ? 'demands' : 'demand'} two factors. You cannot open{' '}
          {demanding.length === 1 ? 'it' : 'them'} without, and your API tokens stop there.
        </Note>
      ) : (
        <p>Your password alone signs you in then.</p>
      )}
    </ProofForm>
  );
}

function NewCodes({ onDone }: { onDone: () => void }): ReactNode {
  const client = useQueryClient();
  const renew = useMutation({
    mutationFn: (input: SecondFactorProof) => twoFactorClient.renewRecoveryCodes({ input }),
    onSuccess: () => void invalidate(client, 'secondFactor'),
    onError: () => undefined,
  });
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} onDone={onDone} />;
  return (
    <ProofForm
      verb="Make new codes"
      hasFactor
      error={renew.error}
      isPending={renew.isPending}
      onProof={(proof) => renew.mutate(proof)}
      onCancel={onDone}
    >
      <p>The old codes end at once.</p>
    </ProofForm>
  );
}
