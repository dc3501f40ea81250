import { API_SCOPES, API_TOKEN_DAYS, ApiScope, atLeast, highestRole } from '@cairn/contracts';
import { actorOf, useHost } from '@cairn/host';
import { Button, Dialog, DialogActions, Note, Select, TextField } from '@cairn/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useCreateApiToken } from './use-api-tokens.ts';
import styles from './logins.module.css';

const DAYS = [30, API_TOKEN_DAYS.usual, API_TOKEN_DAYS.most].map((days) => ({
  value: String(days),
  label: days === API_TOKEN_DAYS.most ? '1 year' : `${days} days`,
}));

interface ApiTokenDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The scope that is chosen at first. */
  readonly scope?: ApiScope | undefined;
}

/** Makes an API token for the org that is open, and shows it this once. */
export function ApiTokenDialog({ open, onClose, scope }: ApiTokenDialogProps): ReactNode {
  const [token, setToken] = useState<string | null>(null);
  const close = () => {
    onClose();
    setToken(null);
  };
  return (
    <Dialog open={open} onClose={close} title="Make an API token">
      {token === null ? (
        <TokenForm first={scope} onMade={setToken} onCancel={close} />
      ) : (
        <MadeToken token={token} onDone={close} />
      )}
    </Dialog>
  );
}

function MadeToken({ token, onDone }: { token: string; onDone: () => void }): ReactNode {
  const { toast } = useHost();
  const copy = () =>
    navigator.clipboard.writeText(token).then(
      () => toast({ kind: 'info', message: 'Copied the token' }),
      () =>
        toast({ kind: 'error', message: 'The token cannot be copied here. Mark it and copy it yourself.' }),
    );
  return (
    <div className={styles['password']}>
      <Note tone="warn">Copy it now: nobody can read it again.</Note>
      <TextField
        aria-label="Token"
        value={token}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <DialogActions>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button variant="primary" data-autofocus onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}

function TokenForm({
  first = 'viewer',
  onMade,
  onCancel,
}: {
  first?: ApiScope | undefined;
  onMade: (token: string) => void;
  onCancel: () => void;
}): ReactNode {
  const host = useHost();
  const { role } = actorOf(host);
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ApiScope>(first);
  const [days, setDays] = useState<string>(String(API_TOKEN_DAYS.usual));
  const create = useCreateApiToken();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { name: name.trim(), scope, days: Number(days) },
      { onSuccess: ({ token }) => onMade(token) },
    );
  };
  const scopes = ApiScope.options.filter((each) => atLeast(role, highestRole(each)));
  return (
    <form className={styles['password']} onSubmit={submit}>
      {create.isError && <Note tone="bad">{create.error.message}</Note>}
      <TextField
        label="Name"
        description={`What will use it, in ${host.org.name}.`}
        maxLength={100}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select
        label="May"
        data={scopes.map((value) => ({ value, label: API_SCOPES[value] }))}
        value={scope}
        allowDeselect={false}
        onChange={(chosen) => setScope(ApiScope.safeParse(chosen).data ?? scope)}
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
        <Button type="submit" variant="primary" loading={create.isPending} disabled={name.trim() === ''}>
          Make token
        </Button>
      </DialogActions>
    </form>
  );
}
