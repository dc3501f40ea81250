import { NameFields, VisibilityField } from '@cairn/saved';
import { Button, Dialog, DialogActions, Note, Stack, TagsInput } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { LibraryRow } from './items.ts';
import type { LinkDetails } from './use-library-actions.ts';

/** Changes name, description, tags and visibility of a saved thing. A failed save keeps what was typed. */
export function DetailsDialog({
  row,
  onClose,
  onSave,
}: {
  row: LibraryRow;
  onClose: () => void;
  onSave: (row: LibraryRow, details: LinkDetails) => Promise<void>;
}): ReactNode {
  const { name, description, tags, scope } = row;
  const [edited, setEdited] = useState<LinkDetails>({ name, description, tags, scope });
  const change = (part: Partial<LinkDetails>) => setEdited((now) => ({ ...now, ...part }));
  const save = useMutation({
    mutationFn: () => onSave(row, { ...edited, name: edited.name.trim() }),
    onSuccess: onClose,
  });
  const nameless = edited.name.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!nameless) save.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={`Edit ${row.type.word}`} width={520}>
      <form onSubmit={submit}>
        <Stack gap={4}>
          {save.error && <Note tone="bad">There was a problem, please try again. {save.error.message}</Note>}
          <NameFields value={edited} onChange={change} />
          <TagsInput
            label="Tags"
            placeholder="Type a tag and press Enter"
            maxTags={20}
            value={[...edited.tags]}
            onChange={(next) => change({ tags: next.map((tag) => tag.replaceAll(',', ' ').trim()) })}
          />
          <VisibilityField
            word={row.type.word}
            scope={edited.scope}
            onChange={(next) => change({ scope: next })}
            thing={row.link}
            rules={row.type.rules}
          />
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={nameless} loading={save.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
