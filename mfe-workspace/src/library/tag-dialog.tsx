import { Button, Dialog, DialogActions, Stack, TagsInput, plural } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { RowsDialogProps } from './items.ts';
import { keptTags } from './tags.ts';
import type { LibraryActions } from './use-library-actions.ts';

/** Adds tags to several saved things, or takes some away; what is not saved stays typed. */
export function TagDialog({
  rows,
  actions,
  onClose,
}: RowsDialogProps & { actions: LibraryActions }): ReactNode {
  const editable = rows.filter(({ link }) => link.canEdit);
  const present = [...new Set(editable.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b));
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const save = useMutation({
    mutationFn: () => actions.tag(editable, { added: keptTags(added), removed }),
    onSuccess: (isWhole) => isWhole && onClose(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={`Tag ${plural(editable.length, 'thing')}`} width={480}>
      <form onSubmit={submit}>
        <Stack gap={4}>
          <TagsInput
            label="Add"
            placeholder="Type a tag and press Enter"
            maxTags={20}
            value={added}
            onChange={setAdded}
          />
          {present.length > 0 && (
            <TagsInput
              label="Remove"
              placeholder="Choose from their tags"
              data={present}
              value={removed}
              onChange={setRemoved}
            />
          )}
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            disabled={added.length + removed.length === 0}
            loading={save.isPending}
          >
            Save tags
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
