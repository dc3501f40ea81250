import { useHost } from '@cairn/host';
import { Button, Row, TextField } from '@cairn/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useUpdateOrg } from './use-update-org.ts';

/** The name of the org, saved with its button or Enter. */
export function OrgName(): ReactNode {
  const { org } = useHost();
  const [name, setName] = useState(org.name);
  const update = useUpdateOrg('Saved the name');
  const wanted = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== '' && wanted !== org.name) update.mutate({ name: wanted });
  };
  return (
    <form onSubmit={submit}>
      <Row gap={2}>
        <TextField
          aria-label="Name"
          value={name}
          maxLength={100}
          error={wanted === '' ? 'An organization needs a name' : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={update.isPending} disabled={wanted === '' || wanted === org.name}>
          Save
        </Button>
      </Row>
    </form>
  );
}
