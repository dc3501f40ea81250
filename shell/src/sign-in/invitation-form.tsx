import { Button, Note } from '@cairn/ui/sign-in';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import {
  joinByInvitation,
  readInvitation,
  readSignInOptions,
  signedInEmail,
  type InvitedTo,
  type SignInSite,
} from '../session/auth.ts';
import { PasswordForm } from './password-form.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useAttempt } from './use-attempt.ts';
import styles from './sign-in.module.css';

interface OpenedInvitation extends InvitedTo {
  /** Who is signed in here already. */
  readonly signedInAs: string | null;
}

async function openInvitation(code: string): Promise<OpenedInvitation> {
  const [invitation, signedInAs] = await Promise.all([readInvitation(code), signedInEmail()]);
  return { ...invitation, signedInAs };
}

const ROLE_NAMES: Readonly<Record<string, string>> = { admin: 'org admin', super: 'super admin' };

interface InvitationProps {
  code: string;
  /** Gets the address to go on with. */
  onDone: (address: string) => void;
}

/** Joins an org by invitation: as who is signed in, with an account, or with a new one. */
export function InvitationForm({ code, onDone }: InvitationProps): ReactNode {
  const { error, attempt } = useAttempt();
  const [opened, setOpened] = useState<OpenedInvitation | null>(null);
  const open = useEffectEvent(() => attempt(openInvitation(code), setOpened));
  useEffect(() => void open(), [code]);
  if (error) {
    return (
      <>
        <Note tone="bad">{error.message}</Note>
        <PasswordForm onDone={() => onDone('/')} />
      </>
    );
  }
  if (!opened) return <p className={styles['account']}>Reading the invitation</p>;
  const { orgName, role, signedInAs } = opened;
  return (
    <div className={styles['fields']}>
      <p className={styles['account']}>
        You are invited to <strong>{orgName}</strong> as {ROLE_NAMES[role] ?? role}.
      </p>
      {signedInAs === null ? (
        <NewcomerForm code={code} invitation={opened} onDone={onDone} />
      ) : (
        <JoinAs code={code} email={signedInAs} onDone={onDone} />
      )}
    </div>
  );
}

function JoinAs({ code, email, onDone }: InvitationProps & { email: string }): ReactNode {
  const { waiting, error, attempt } = useAttempt();
  const join = () => void attempt(joinByInvitation(code), (orgId) => onDone(`/${orgId}/home`));
  return (
    <>
      {error && <Note tone="bad">{error.message}</Note>}
      <Button variant="primary" className={styles['submit']} loading={waiting} autoFocus onClick={join}>
        Join as {email}
      </Button>
      <Button onClick={() => onDone('/')}>Not now</Button>
    </>
  );
}

function NewcomerForm({
  code,
  invitation,
  onDone,
}: InvitationProps & { invitation: OpenedInvitation }): ReactNode {
  const [hasAccount, setHasAccount] = useState(false);
  const [sites, setSites] = useState<readonly SignInSite[]>([]);
  useEffect(() => void readSignInOptions().then((options) => setSites(options.sites)), []);
  const { error, attempt } = useAttempt();
  const enter = (orgId: string | null) => onDone(orgId ? `/${orgId}/home` : '/');
  return (
    <>
      {error && <Note tone="bad">{error.message}</Note>}
      {hasAccount ? (
        <PasswordForm
          email={invitation.email ?? undefined}
          onDone={() => void attempt(joinByInvitation(code), enter)}
        />
      ) : (
        <SignUpForm inviteCode={code} email={invitation.email} onDone={enter} />
      )}
      <ProviderButtons sites={sites} back={{ invite_code: code }} leave={onDone} />
      <Button variant="subtle" onClick={() => setHasAccount(!hasAccount)}>
        {hasAccount ? 'Make an account' : 'I have an account'}
      </Button>
    </>
  );
}
