import type { KnownPerson } from '@cairn/contracts';
import { Button, Dialog, DialogActions, Note, Select, TextField } from '@cairn/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Accounts, PersonName } from './person-row.tsx';
import { mainAddress } from './person-words.ts';
import { useFoundPeople, useMerge } from './use-identities.ts';
import styles from './identities.module.css';

const MOST_FOUND = 20;

const labelOf = (person: KnownPerson) => {
  const address = mainAddress(person);
  return address ? `${person.name} <${address}>` : person.name;
};

interface MergeDialogProps {
  readonly one: KnownPerson;
  /** The other person; null lets the admin search for them. */
  readonly other: KnownPerson | null;
  readonly onClose: () => void;
}

/** Merges two people: the admin chooses who of them stays, and may say why. */
export function MergeDialog({ one, other, onClose }: MergeDialogProps): ReactNode {
  const [found, setFound] = useState<KnownPerson | null>(other);
  const [stays, setStays] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const merge = useMerge();
  const into = found && stays === one.uuid ? one : found;
  const person = into === one ? found : one;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!into || !person) return;
    const why = reason.trim();
    merge.mutate({ person, into, ...(why ? { reason: why } : {}) }, { onSuccess: onClose });
  };
  return (
    <Dialog open onClose={onClose} title={`Merge ${one.name}`}>
      <form className={styles['form']} onSubmit={submit}>
        {merge.isError && <Note tone="bad">{merge.error.message}</Note>}
        {!other && <PersonField not={one} chosen={found} onChoose={setFound} />}
        {found && into && (
          <>
            <div className={styles['pair']}>
              {[one, found].map((each) => (
                <div key={each.uuid}>
                  <PersonName person={each} />
                  <Accounts person={each} />
                </div>
              ))}
            </div>
            <Select
              label="Who stays"
              description="All accounts go to this person. Nothing is deleted, and you can undo it."
              data={[one, found].map((each) => ({ value: each.uuid, label: labelOf(each) }))}
              value={into.uuid}
              allowDeselect={false}
              onChange={setStays}
            />
          </>
        )}
        <TextField
          label="Reason"
          placeholder="Optional; it is kept with the decision"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!found} loading={merge.isPending}>
            Merge
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function PersonField({
  not,
  chosen,
  onChoose,
}: {
  not: KnownPerson;
  chosen: KnownPerson | null;
  onChoose: (person: KnownPerson | null) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const search = chosen && text === labelOf(chosen) ? '' : text.trim();
  const { data, isFetching } = useFoundPeople({ search, page: 1, pageSize: MOST_FOUND });
  const offered = new Map(
    (data?.data ?? []).filter(({ uuid }) => uuid !== not.uuid).map((person) => [person.uuid, person]),
  );
  if (chosen) offered.set(chosen.uuid, chosen);
  return (
    <Select
      label="With"
      placeholder="Name, address or login"
      data-autofocus
      data={[...offered.values()].map((person) => ({ value: person.uuid, label: labelOf(person) }))}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The service has filtered them already.
      filter={({ options }) => options}
      nothingFoundMessage={isFetching ? 'searching...' : 'no matches'}
      value={chosen?.uuid ?? null}
      onChange={(uuid) => onChoose(uuid === null ? null : (offered.get(uuid) ?? null))}
    />
  );
}
