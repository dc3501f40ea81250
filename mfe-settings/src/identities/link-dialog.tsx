import type { KnownPerson } from '@cairn/contracts';
import { Button, Dialog, DialogActions, Note, Select } from '@cairn/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useLinkLogin, useLogins } from './use-identities.ts';
import styles from './identities.module.css';

/** Says which login of the org a person signs in with. */
export function LinkDialog({ person, onClose }: { person: KnownPerson; onClose: () => void }): ReactNode {
  const { data = [], error } = useLogins();
  const [chosen, setChosen] = useState<string | null>(null);
  const link = useLinkLogin();
  const login = data.find(({ userId }) => userId === chosen);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (login) link.mutate({ person, login }, { onSuccess: onClose });
  };
  return (
    <Dialog open onClose={onClose} title={`Link a login to ${person.name}`}>
      <form className={styles['form']} onSubmit={submit}>
        {error && <Note tone="bad">{error.message}</Note>}
        <Select
          label="Login"
          description="A login with a confirmed e-mail of this person needs no link."
          placeholder="Somebody of the organization"
          data-autofocus
          data={data.map(({ userId, name, email }) => ({ value: userId, label: `${name} <${email}>` }))}
          searchable
          value={chosen}
          onChange={setChosen}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!login} loading={link.isPending}>
            Link
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
