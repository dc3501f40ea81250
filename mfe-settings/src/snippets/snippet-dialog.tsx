import type { LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { savedQuery, savedThing, useSavedPage, useSavedThing } from '@cairn/saved';
import { draftOf, partOfQuery, SnippetForm, type SnippetState } from '@cairn/saved/snippets';
import { Dialog, ErrorState, Select, Skeleton } from '@cairn/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

interface SnippetDialogProps {
  /** Null for a new one. */
  link: LinkSummary | null;
  onClose: () => void;
}

/** Makes a snippet of a saved query, or changes one. */
export function SnippetDialog({ link, onClose }: SnippetDialogProps): ReactNode {
  const whole = useSavedThing(link?.id);
  const given = link ? whole.data && draftOf(whole.data) : draftOf(null);
  return (
    <Dialog open onClose={onClose} title={link ? 'Edit snippet' : 'New snippet'} width={520}>
      {given && (
        <SnippetForm link={link} given={given} onClose={onClose}>
          {(params, choose) => <QueryField isChosen={Object.keys(params).length > 0} onChoose={choose} />}
        </SnippetForm>
      )}
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

interface QueryFieldProps {
  /** Whether the snippet has a query already. */
  isChosen: boolean;
  onChoose: (params: SnippetState['params']) => void;
}

/** Takes the question of a saved query, without its dates. */
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
    onChoose({ ...partOfQuery(state.params) });
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
