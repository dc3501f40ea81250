import { useHost } from '@cairn/host';
import { savedQuery, savedThing, useSavedPage } from '@cairn/saved';
import { Button, Dialog, EmptyState, ErrorState, Stack, TableSkeleton, Text } from '@cairn/ui';
import { SearchField } from '@cairn/ui/fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import styles from './topics.module.css';
import type { TopicSourceList } from './use-topic-sources.ts';

/** What saved queries are added to. */
export type SourceTarget = Pick<TopicSourceList, 'add' | 'isSaving'>;

interface AddSourceProps {
  sources: SourceTarget;
  onClose: () => void;
}

/** Lists the saved queries, each to become a data source (W§2.8). */
export function AddSource({ sources, onClose }: AddSourceProps): ReactNode {
  const [words, setWords] = useState('');
  return (
    <Dialog open onClose={onClose} title="Add Data Source" width={640} height="70vh">
      <Stack gap={3}>
        <SearchField
          label="Filter queries"
          placeholder="Filter by words"
          data-autofocus
          value={words}
          onText={setWords}
        />
        <Queries words={words} sources={sources} />
      </Stack>
    </Dialog>
  );
}

/** Reads a saved query and adds it. */
function useAddQuery({ add }: SourceTarget) {
  const { org, toast } = useHost();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const link = await cache.fetchQuery(savedThing(org.id, id));
      const state = savedQuery.stateOf(link);
      if (!state) throw new Error('This query was saved by another version and cannot be read.');
      return { title: link.name, state };
    },
    onSuccess: add,
    onError: ({ message }) => toast({ kind: 'error', message }),
  });
}

function Queries({ words, sources }: { words: string; sources: SourceTarget }): ReactNode {
  const queries = useSavedPage({ filter: { types: [savedQuery.type], words } });
  const add = useAddQuery(sources);
  if (queries.isPending) return <TableSkeleton rows={6} columns={1} rowHeight={40} />;
  if (queries.isError && !queries.data)
    return (
      <ErrorState
        inline
        title="The saved queries could not be read"
        error={queries.error}
        onRetry={() => void queries.refetch()}
      />
    );
  if (queries.data.links.length === 0)
    return (
      <EmptyState inline title={words ? 'No query has these words' : 'Nobody has saved a query yet'}>
        Ask a question in Explore and save it.
      </EmptyState>
    );
  return (
    <ul className={styles['offers']}>
      {queries.data.links.map(({ id, name }) => (
        <li key={id}>
          <Text truncate>{name}</Text>
          <Button
            size="small"
            icon={<Plus aria-hidden />}
            aria-label={`Add ${name}`}
            disabled={sources.isSaving || add.isPending}
            onClick={() => add.mutate(id)}
          >
            Add
          </Button>
        </li>
      ))}
    </ul>
  );
}
