import { accountClient } from '@cairn/client';
import { useHost } from '@cairn/host';
import { Button, formatDateTime, TextField } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Setting } from '../setting.tsx';

/** Gives a code with which another account of the user becomes part of this one (W§5). */
export function LoginCode(): ReactNode {
  const { timezone, toast } = useHost();
  const make = useMutation({
    mutationFn: () => accountClient.createLoginCode({}),
    onError: ({ message }) => toast({ kind: 'error', message }),
  });
  const made = make.data;
  const hint = made
    ? `Works once, until ${formatDateTime(made.expiresAt, timezone)}. Enter it in the other account, in the account menu under the orgs, Link.`
    : 'Makes one account of two. What the other one has moves here.';
  return (
    <Setting name="Login code" hint={hint}>
      {made ? (
        <TextField
          aria-label="Login code"
          value={made.code}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      ) : (
        <Button loading={make.isPending} onClick={() => make.mutate()}>
          Make a login code
        </Button>
      )}
    </Setting>
  );
}
