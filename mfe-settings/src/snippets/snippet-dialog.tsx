import type { DeepLink, LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import {
  savedQuery,
  savedThing,
  useSavedPage,
  useSavedThing,
  NameFields,
  VisibilityField,
} from '@cairn/saved';
import {
  Button,
  Dialog,
  DialogActions,
  ErrorState,
  Note,
  Select,
  Skeleton,
  Stack,
  TagsInput,
} from '@cairn/ui';
import { Switch } from '@cairn/ui/fields';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { SnippetState, useSaveSnippet, type SnippetDraft } from './use-snippets.ts';

interface SnippetDialogProps {
  /** Null for a new one. */
  link: LinkSummary | null;
  onClose: () => void;
}

const NEW: SnippetDraft = {
  name: '',
  description: '',
  group: '',
  scope: 'private',
  state: { params: {}, tags: [], isForCards: false },
};
/** A snippet belongs to its org once an admin shares it (W§6). */
const RULES = { sharer: 'admin' } as const;

const draftOf = ({ name, description, group, scope, json }: DeepLink): SnippetDraft => ({
  name,
  description,
  group,
  scope,
  state: SnippetState.safeParse(json).data ?? NEW.state,
});

/** Makes a snippet of a saved query, or changes one. */
export function SnippetDialog({ link, onClose }: SnippetDialogProps): ReactNode {
  const whole = useSavedThing(link?.id);
  const given = link ? whole.data && draftOf(whole.data) : NEW;
  return (
    <Dialog open onClose={onClose} title={link ? 'Edit snippet' : 'New snippet'} width={520}>
      {given && <SnippetForm link={link} given={given} onClose={onClose} />}
      {!given && !whole.error && <Skeleton height={240} />}
      {!given && whole.error && (
        <ErrorState
          inline
          title="The snippet cannot be read"
          error={whole.error}
          onRetry={() => void whole.refetch()}
        />
      )}
    </Dialog>
  );
}

function SnippetForm({ link, given, onClose }: SnippetDialogProps & { given: SnippetDraft }): ReactNode {
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
        {save.error && <Note tone="bad">There was a problem, please try again. {save.error.message}</Note>}
        <NameFields value={draft} onChange={change} />
        <QueryField isChosen={!isEmpty} onChoose={(params) => keep({ params })} />
        <TagsInput
          label="Tags"
          placeholder="Type a tag and press Enter"
          value={[...draft.state.tags]}
          onChange={(tags) => keep({ tags })}
        />
        <Switch
          label="Offer it for cards of boards"
          checked={draft.state.isForCards}
          onChange={(event) => keep({ isForCards: event.currentTarget.checked })}
        />
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

interface QueryFieldProps {
  /** Whether the snippet has a query already. */
  isChosen: boolean;
  onChoose: (params: SnippetState['params']) => void;
}

/** Takes the question of a saved query. */
function QueryField({ isChosen, onChoose }: QueryFieldProps): ReactNode {
  const { org, toast } = useHost();
  const cache = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const queries = useSavedPage({
    filter: { types: [savedQuery.type] },
    sort: { by: 'name', direction: 'ascending' },
  });
  const choose = async (id: string | null) => {
    if (id === null) return;
    const link = await cache.fetchQuery(savedThing(org.id, id)).catch(() => null);
    const state = link && savedQuery.stateOf(link);
    if (!state) return toast({ kind: 'error', message: 'The query could not be read. Please try again.' });
    setChosen(id);
    onChoose({ ...state.params });
  };
  return (
    <Select
      label="Saved query"
      placeholder={isChosen ? 'Keeps the question it has' : 'Choose a saved query'}
      searchable
      data={(queries.data?.links ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen}
      onChange={(id) => void choose(id)}
    />
  );
}
