import type { BoardState, DeepLink, ExploreState } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useSaveThing } from '@cairn/saved';
import { useMutation } from '@tanstack/react-query';
import { withCard } from '../library/with-card.ts';

/** A query of a topic. */
export interface TopicSource {
  readonly id: string;
  readonly title: string;
  readonly state: ExploreState;
}

function sourcesOf({ layout, data }: BoardState): TopicSource[] {
  return layout.flatMap(({ i }) => {
    const card = data[i];
    return card?.state ? [{ id: i, title: card.title ?? 'Query', state: card.state }] : [];
  });
}

function withoutSource(state: BoardState, id: string): BoardState {
  const { [id]: _removed, ...data } = state.data;
  return { ...state, layout: state.layout.filter(({ i }) => i !== id), data };
}

/** The queries of a topic, and the changes of them, each saved at once. */
export function useTopicSources(link: DeepLink, state: BoardState) {
  const { toast } = useHost();
  const { update } = useSaveThing();
  const save = useMutation({
    mutationFn: ({ next }: { next: BoardState; done: string }) =>
      update({ id: link.id, version: link.version, state: JSON.stringify(next) }),
    onSuccess: (_, { done }) => toast({ kind: 'info', message: done }),
    onError: ({ message }) => toast({ kind: 'error', message }),
  });
  return {
    all: sourcesOf(state),
    isSaving: save.isPending,
    add: (source: Omit<TopicSource, 'id'>) =>
      save.mutate({ next: withCard(state, source), done: 'Added data source' }),
    remove: (id: string) => save.mutate({ next: withoutSource(state, id), done: 'Removed data source' }),
  };
}

export type TopicSourceList = ReturnType<typeof useTopicSources>;
