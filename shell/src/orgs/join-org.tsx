import { addressAt } from '@cairn/host';
import { peopleClient } from '@cairn/client';
import { Button, Note, TextField } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import styles from './orgs.module.css';

const assign = (url: string) => window.location.assign(url);

/** The code in what was typed, which may be the whole link of an invitation. */
function codeIn(text: string): string {
  const trimmed = text.trim();
  return /[?&]invite=([\w-]+)/.exec(trimmed)?.[1] ?? trimmed;
}

/** Joins the org of an invite code, and opens it (W§5). */
export function JoinOrg({ goTo = assign }: { goTo?: (address: string) => void }): ReactNode {
  const [text, setText] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const join = useMutation({
    mutationFn: (invite_code: string) => peopleClient.joinOrg({ input: { invite_code } }),
    onSuccess: ({ data }) => goTo(addressAt(data.id, 'home')),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = codeIn(text);
    join.reset();
    setEmpty(code === '');
    if (code !== '') join.mutate(code);
  };
  const failure = join.error && (join.error.message || 'Failed to join organization');
  const shown = isEmpty ? 'Please enter the invite code' : failure;
  return (
    <form className={styles['form']} onSubmit={submit}>
      {shown && <Note tone="bad">{shown}</Note>}
      <TextField
        label="Invite code"
        description="Or the whole link that somebody sent you."
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="primary" loading={join.isPending || join.isSuccess}>
          Join organization
        </Button>
      </div>
    </form>
  );
}
