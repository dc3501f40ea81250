import type { Org } from '@cairn/contracts';
import { Button, Dialog, DialogActions } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endSession } from './auth.ts';

/** Asks before signing out; offers the other orgs, if any (W§2.2). */
export function SignOutDialog({
  open,
  onClose,
  orgs,
}: {
  open: boolean;
  onClose: () => void;
  orgs: readonly Org[];
}): ReactNode {
  const signOut = useMutation({
    mutationFn: endSession,
    onSuccess: () => window.location.assign('/sign-in'),
  });
  return (
    <Dialog open={open} onClose={onClose} title="Sign out of Cairn?">
      <p>{signOut.isError ? signOut.error.message : 'Open tabs stay as they are for the next time.'}</p>
      <DialogActions>
        {orgs.length > 1 && (
          <Button variant="subtle" onClick={() => window.location.assign('/orgs')}>
            Switch orgs
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          data-autofocus
          loading={signOut.isPending || signOut.isSuccess}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </Button>
      </DialogActions>
    </Dialog>
  );
}
