import type { DeepLink, Scope } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useSaveThing, type SavedType, NameFields, VisibilityField } from '@cairn/saved';
import { Button, Dialog, DialogActions, Note, Stack } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';

export interface NewRecordProps {
  type: SavedType;
  /** Its state, as JSON text. */
  state: string;
  /** The name that it has until somebody gives another. */
  name: string;
  onClose: () => void;
}

/** Creates a saved thing of a type and opens it. A failed save keeps what was typed. */
export function NewRecord({ type, state, name: given, onClose }: NewRecordProps): ReactNode {
  const { org, navigate } = useHost();
  const { create } = useSaveThing();
  const [texts, setTexts] = useState({ name: given, description: '', scope: 'private' as Scope });
  const change = (part: Partial<typeof texts>) => setTexts((now) => ({ ...now, ...part }));
  const name = texts.name.trim();
  const save = useMutation<DeepLink>({
    mutationFn: () => create({ ...texts, name, type: type.type, state }),
    onSuccess: (link) => {
      onClose();
      navigate(type.address(org.id, link));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name) save.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={`New ${type.word}`} width={520}>
      <form onSubmit={submit}>
        <Stack gap={4}>
          {save.error && <Note tone="bad">There was a problem, please try again. {save.error.message}</Note>}
          <NameFields value={texts} onChange={change} />
          <VisibilityField
            word={type.word}
            scope={texts.scope}
            onChange={(scope) => change({ scope })}
            thing={null}
            rules={type.rules}
          />
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={!name} loading={save.isPending}>
            Create {type.word}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
