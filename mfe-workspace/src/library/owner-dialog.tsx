import { colleaguesQuery } from '@cairn/client/colleagues';
import { atLeast } from '@cairn/contracts';
import type { Colleague } from '@cairn/contracts/colleagues';
import { actorOf, useHost } from '@cairn/host';
import { Button, Dialog, DialogActions, Note, plural, Select, Stack, Text } from '@cairn/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { isGivable } from './bulk-bar.tsx';
import type { LibraryRow, RowsDialogProps } from './items.ts';
import type { LibraryActions } from './use-library-actions.ts';

/** Gives saved things that are shared with the org to another member. */
export function OwnerDialog({
  rows,
  actions,
  onClose,
}: RowsDialogProps & { actions: LibraryActions }): ReactNode {
  const actor = actorOf(useHost());
  // As it was opened: what is given away meanwhile is no longer givable.
  const [given] = useState(() => rows.filter(isGivable));
  const { people, offered } = useNextOwners(given);
  const [chosen, setChosen] = useState<string | null>(null);
  const next = offered.find(({ userId }) => userId === chosen);
  const give = useMutation({
    mutationFn: (owner: Colleague) => actions.give(given, owner),
    onSuccess: (isWhole) => isWhole && onClose(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (next) give.mutate(next);
  };
  const left = rows.length - given.length;
  return (
    <Dialog open onClose={onClose} title={titleOf(given)} width={440}>
      <form onSubmit={submit}>
        <Stack gap={4}>
          {people.error && <Note tone="bad">The people could not be read. {people.error.message}</Note>}
          {left > 0 && <LeftOut count={left} />}
          {people.data && offered.length === 0 && (
            <Text tone="muted">Nobody else here may change things.</Text>
          )}
          <Select
            label="New owner"
            placeholder={people.isPending ? 'Loading…' : 'Choose somebody'}
            searchable
            nothingFoundMessage="Nobody has this name"
            data={offered.map(({ userId, name, email }) => ({
              value: userId,
              label: email ? `${name} (${email})` : name,
            }))}
            value={chosen}
            onChange={setChosen}
          />
          {!atLeast(actor.role, 'admin') && (
            <Text tone="muted">Afterwards only the new owner and admins may change it.</Text>
          )}
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={!next} loading={give.isPending}>
            Change owner
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The members who may own these things beside who does. */
function useNextOwners(given: readonly LibraryRow[]) {
  const { org } = useHost();
  const people = useQuery(colleaguesQuery(org.id));
  const owners = new Set(given.map(({ link }) => link.userId));
  const offered = (people.data ?? []).filter(
    ({ userId, role }) => role !== 'viewer' && !(owners.size === 1 && owners.has(userId)),
  );
  return { people, offered };
}

function titleOf(given: readonly LibraryRow[]): string {
  const [only] = given;
  const what = given.length === 1 && only ? only.name : plural(given.length, 'thing');
  return `Change the owner of ${what}`;
}

function LeftOut({ count }: { count: number }): ReactNode {
  const [are, stay] = count === 1 ? ['thing is', 'stays'] : ['things are', 'stay'];
  return (
    <Text tone="muted">
      {`${count} ${are} not shared with the org, or not yours to give, and ${stay} as before.`}
    </Text>
  );
}
