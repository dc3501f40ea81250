import type { AppError } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Button, DialogActions, TextField } from '@cairn/ui';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';

interface AllowFormProps {
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  /** The words of the button. */
  readonly submit: string;
  readonly allow: UseMutationResult<unknown, AppError, string>;
  readonly onClose: () => void;
}

/** Lets sources of the org read one more folder or server. */
export function AllowForm({ submit, allow, onClose, ...field }: AllowFormProps): ReactNode {
  const { org, toast } = useHost();
  const [typed, setTyped] = useState('');
  const given = typed.trim();
  const send = (event: FormEvent) => {
    event.preventDefault();
    allow.mutate(given, {
      onSuccess: () => {
        onClose();
        toast({ kind: 'info', message: `Sources of ${org.name} may read ${given}` });
      },
    });
  };
  return (
    <form onSubmit={send}>
      <TextField
        {...field}
        data-autofocus
        value={typed}
        error={allow.error?.message}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          allow.reset();
        }}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" loading={allow.isPending} disabled={given === ''}>
          {submit}
        </Button>
      </DialogActions>
    </form>
  );
}
