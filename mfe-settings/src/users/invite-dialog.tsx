import { INVITATION_DAYS, ROLE_WORDS, Role, rolesFor, type Invitation } from '@cairn/contracts';
import { actorOf, useHost } from '@cairn/host';
import { Button, Dialog, DialogActions, Note, Select, TextField } from '@cairn/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import { CopyLink } from './copy-link.tsx';
import { useInvite } from './use-people.ts';
import styles from './users.module.css';

const DAYS = [INVITATION_DAYS.least, INVITATION_DAYS.usual, INVITATION_DAYS.most].map((days) => ({
  value: String(days),
  label: days === 1 ? '1 day' : `${days} days`,
}));

/** Makes an invitation, and shows its link. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const { org } = useHost();
  const [made, setMade] = useState<Made | null>(null);
  const close = () => {
    onClose();
    setMade(null);
  };
  return (
    <Dialog open={open} onClose={close} title={`Invite to ${org.name}`}>
      {made ? <MadeInvitation {...made} onDone={close} /> : <InviteForm onMade={setMade} onCancel={close} />}
    </Dialog>
  );
}

/** A new invitation, and whether its link was mailed. */
interface Made {
  readonly invitation: Invitation;
  readonly mailed: boolean;
}

function MadeInvitation({ invitation, mailed, onDone }: Made & { onDone: () => void }): ReactNode {
  const { email, role, url } = invitation;
  return (
    <div className={styles['form']}>
      <p>
        {email === null ? 'Everybody who has this link' : email} may join as {ROLE_WORDS[role]}.
        {email !== null && (mailed ? ' We have mailed them this link:' : ' Send them this link:')}
      </p>
      <TextField aria-label="Link" value={url} readOnly onFocus={(event) => event.currentTarget.select()} />
      <DialogActions>
        <CopyLink url={url} />
        <Button variant="primary" data-autofocus onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}

function InviteForm({ onMade, onCancel }: { onMade: (made: Made) => void; onCancel: () => void }): ReactNode {
  const roles = rolesFor(actorOf(useHost()), null);
  const [role, setRole] = useState<Role>('user');
  const [email, setEmail] = useState('');
  const [days, setDays] = useState<string>(String(INVITATION_DAYS.usual));
  const invite = useInvite();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    invite.mutate(
      { role, days: Number(days), ...(address === '' ? {} : { email: address }) },
      { onSuccess: ({ data, mailed }) => data[0] && onMade({ invitation: data[0], mailed }) },
    );
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      {invite.isError && <Note tone="bad">{invite.error.message}</Note>}
      <TextField
        type="email"
        label="E-mail"
        description="Lets in this one account. Without it, everybody who has the link may join."
        placeholder="Anybody"
        autoComplete="off"
        data-autofocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Select
        label="Role"
        data={roles.map((each) => ({ value: each, label: ROLE_WORDS[each] }))}
        value={role}
        allowDeselect={false}
        onChange={(chosen) => setRole(Role.safeParse(chosen).data ?? role)}
      />
      <Select
        label="Works for"
        data={DAYS}
        value={days}
        allowDeselect={false}
        onChange={(chosen) => setDays(chosen ?? days)}
      />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" loading={invite.isPending}>
          Make invitation
        </Button>
      </DialogActions>
    </form>
  );
}
