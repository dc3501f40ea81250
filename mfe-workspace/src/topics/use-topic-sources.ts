import type { BoardState, DeepLink, ExploreState } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { withCard } from '../library/with-card.ts';
import { useRecordState } from '../records/use-record-state.ts';
import { savedTopic } from './topic-type.ts';

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

/** A state with a source at the place that it had before. */
function withSource(now: BoardState, before: BoardState, id: string): BoardState {
  const place = before.layout.findIndex(({ i }) => i === id);
  const [spot, card] = [before.layout[place], before.data[id]];
  if (!spot || !card || now.data[id]) return now;
  return { ...now, layout: now.layout.toSpliced(place, 0, spot), data: { ...now.data, [id]: card } };
}

/** The queries of a topic, and the changes of them, each saved at once. */
export function useTopicSources(link: DeepLink, saved: BoardState) {
  const { toast } = useHost();
  const { state, isSaving, change } = useRecordState(savedTopic, link, saved);
  return {
    all: sourcesOf(state),
    isSaving,
    add: (source: Omit<TopicSource, 'id'>): void => {
      const next = withCard(state, source);
      const [i = ''] = Object.keys(next.data).filter((each) => !state.data[each]);
      change(
        (now) => withSource(now, next, i),
        () => toast({ kind: 'info', message: 'Added data source' }),
      );
    },
    remove: (id: string): void => {
      const onUndo = () => change((now) => withSource(now, state, id));
      change(
        (now) => withoutSource(now, id),
        () => toast({ kind: 'undo', message: 'Removed data source', onUndo }),
      );
    },
  };
}

export type TopicSourceList = ReturnType<typeof useTopicSources>;
