import type { LinkSummary } from '@cairn/contracts';
import { Button, DialogActions, Note, Stack, TagsInput, TextField } from '@cairn/ui';
import { Switch } from '@cairn/ui/fields';
import { useState, type FormEvent, type ReactNode } from 'react';
import { NameFields } from '../name-fields.tsx';
import { VisibilityField } from '../visibility-field.tsx';
import type { SnippetDraft, SnippetState } from './snippet.ts';
import { useSaveSnippet } from './use-snippets.ts';

/** A snippet belongs to its org once an admin shares it (W§6). */
const RULES = { sharer: 'admin' } as const;

interface SnippetFormProps {
  /** Null for a new one. */
  readonly link: LinkSummary | null;
  readonly given: SnippetDraft;
  readonly onClose: () => void;
  /** Chooses the clauses that it keeps. */
  readonly children: (
    params: SnippetState['params'],
    choose: (params: SnippetState['params']) => void,
  ) => ReactNode;
}

/** The form of a snippet: its name and folder, what it keeps, where it is offered, and who may use it. */
export function SnippetForm({ link, given, onClose, children }: SnippetFormProps): ReactNode {
  const [draft, setDraft] = useState(given);
  const save = useSaveSnippet(link);
  const change = (part: Partial<SnippetDraft>) => setDraft((now) => ({ ...now, ...part }));
  const keep = (part: Partial<SnippetState>) => change({ state: { ...draft.state, ...part } });
  const name = draft.name.trim();
  const isEmpty = Object.keys(draft.state.params).length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name && !isEmpty) save.mutate({ ...draft, name }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={4}>
        {save.error && <Note tone="bad">There was an error, please try again. {save.error.message}</Note>}
        <NameFields value={draft} onChange={change} />
        {children(draft.state.params, (params) => keep({ params }))}
        <TextField
          label="Folder"
          maxLength={200}
          value={draft.group}
          onChange={(event) => change({ group: event.currentTarget.value })}
        />
        <Offered state={draft.state} onChange={keep} />
        <VisibilityField
          word="snippet"
          scope={draft.scope}
          onChange={(scope) => change({ scope })}
          thing={link}
          rules={RULES}
        />
      </Stack>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={!name || isEmpty} loading={save.isPending}>
          Save snippet
        </Button>
      </DialogActions>
    </form>
  );
}

interface OfferedProps {
  readonly state: SnippetState;
  readonly onChange: (part: Partial<SnippetState>) => void;
}

/** Cards offer a snippet by its tags, so those are asked for only where cards shall offer it (X§5). */
function Offered({ state, onChange }: OfferedProps): ReactNode {
  return (
    <>
      <Switch
        label="Offer it on cards of boards"
        checked={state.isForCards}
        onChange={(event) => onChange({ isForCards: event.currentTarget.checked })}
      />
      {state.isForCards && (
        <TagsInput
          label="Tags"
          description="Cards offer the snippets that have one of their tags."
          placeholder="Type a tag and press Enter"
          value={state.tags}
          onChange={(tags) => onChange({ tags })}
        />
      )}
    </>
  );
}
