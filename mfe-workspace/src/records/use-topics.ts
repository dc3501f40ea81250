import type { LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import type { RecordState } from './use-record-state.ts';

interface Topics {
  readonly topics: string[];
}

const within = (ids: readonly string[], id: string, place: number): string[] =>
  ids.includes(id) ? [...ids] : ids.toSpliced(place, 0, id);

/** Changes the topics of a report or a competency; one that is taken out can be put back where it was. */
export function useTopics({ state, change }: Pick<RecordState<Topics>, 'state' | 'change'>) {
  const { toast } = useHost();
  return {
    onChange: (topics: string[]) => change({ topics }),
    onRemove: ({ id, name }: Pick<LinkSummary, 'id' | 'name'>) => {
      const place = state.topics.indexOf(id);
      const onUndo = () => change(({ topics }) => ({ topics: within(topics, id, place) }));
      change(
        ({ topics }) => ({ topics: topics.filter((each) => each !== id) }),
        () => toast({ kind: 'undo', message: `Removed ${name}`, onUndo }),
      );
    },
  };
}
