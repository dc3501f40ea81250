import { foundEntitiesQuery } from '@cairn/client';
import { SEARCH_TERM_LENGTH, type FoundEntity } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useQuery } from '@tanstack/react-query';
import { useSettled } from './use-settled.ts';

const MOST = 6;

/** The entities that a text names. */
export interface FoundEntities {
  readonly data: readonly FoundEntity[];
  readonly total: number;
}

/** Nothing that a text names. */
export const NO_ENTITIES: FoundEntities = { data: [], total: 0 };

/** The best finds for a text, once it stands still; none while there is no text. */
export function useFoundEntities(text: string): FoundEntities {
  const { org } = useHost();
  const typed = text.trim().slice(0, SEARCH_TERM_LENGTH);
  const term = useSettled(typed);
  const { data, isPlaceholderData } = useQuery(foundEntitiesQuery(org.id, term, MOST));
  if (!data || typed === '' || term === '') return NO_ENTITIES;
  // Finds of an earlier term stay, so that the list does not flicker, but Enter must not open one of them.
  const isEarlier = typed !== term || isPlaceholderData;
  return {
    data: isEarlier ? data.data.map((entity) => ({ ...entity, exact: false })) : data.data,
    total: data.meta.total,
  };
}
