import { OrgId, UserId } from '@cairn/contracts';
import { type Space } from '@cairn/contracts/spaces';
import { Button, Dialog, DialogActions, Note, Stack } from '@cairn/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import { LookFields, SpaceFields } from '../spaces/space-fields.tsx';
import { useSaveSpace } from '../spaces/use-spaces.ts';

/** Changes name, description, tags, visibility and look. A refusal is shown in the dialog, which stays open. */
export function SpaceSettings({ space, onClose }: { space: Space; onClose: () => void }): ReactNode {
  const { name, description, scope, tags, pattern, color } = space;
  const [edited, setEdited] = useState({ name, description, scope, tags: [...tags] as readonly string[] });
  const [look, setLook] = useState({ pattern, color });
  const save = useSaveSpace(space);
  const owned = {
    scope,
    userId: UserId.nullable().parse(space.user_id),
    orgId: OrgId.nullable().parse(space.org_id),
  };
  const nameless = edited.name.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (nameless) return;
    const part = { ...edited, name: edited.name.trim(), tags: edited.tags.filter(Boolean) };
    // A look that was not chosen stays one that the uuid decides.
    const isLookNew = look.pattern !== pattern || look.color !== color;
    save.mutate({ ...part, ...(isLookNew && look) }, { onSuccess: onClose });
  };
  return (
    <Dialog open onClose={onClose} title="Space settings" width={520}>
      <form onSubmit={submit}>
        <Stack gap={4}>
          {save.error && <Note tone="bad">There was a problem, please try again. {save.error.message}</Note>}
          <SpaceFields
            value={edited}
            onChange={(part) => setEdited((now) => ({ ...now, ...part }))}
            thing={owned}
          />
          <LookFields value={look} onChange={(part) => setLook((now) => ({ ...now, ...part }))} />
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={nameless} loading={save.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
