import { foundEntitiesQuery } from '@cairn/client';
import { SEARCH_TERM_LENGTH, type FoundEntity } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useQuery } from '@tanstack/react-query';

/** The most entities of each kind (W§2.6). */
export const ENTITIES_PER_KIND = 3;
const MOST = 60;

/** The entities that a text names. */
export interface FoundEntities {
  readonly data: readonly FoundEntity[];
  /** How many there are of each kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** Those with a name written almost like the text, where nothing has it. */
  readonly similar: readonly FoundEntity[];
  readonly isSearching: boolean;
}

/** Nothing that a text names. */
export const NO_ENTITIES: FoundEntities = { data: [], counts: {}, similar: [], isSearching: false };

/** The best finds of each kind for a text, of which `settled` is what stands still; none while there is no text. */
export function useFoundEntities(text: string, settled: string): FoundEntities {
  const { org } = useHost();
  const [typed, term] = [text, settled].map((each) => each.trim().slice(0, SEARCH_TERM_LENGTH));
  const { data, isFetching, isPlaceholderData } = useQuery(
    foundEntitiesQuery(org.id, term ?? '', { pageSize: MOST, perKind: ENTITIES_PER_KIND }),
  );
  if (typed === '' || term === '') return NO_ENTITIES;
  if (!data) return { ...NO_ENTITIES, isSearching: isFetching };
  // Finds of an earlier term stay, so that the list does not flicker, but Enter must not open one of them.
  const isEarlier = typed !== term || isPlaceholderData;
  return {
    data: isEarlier ? data.data.map((entity) => ({ ...entity, exact: false })) : data.data,
    counts: data.meta.counts,
    similar: isEarlier ? [] : (data.similar ?? []),
    isSearching: isFetching,
  };
}
