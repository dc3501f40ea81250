import type { LinkSummary, LinkType } from '@cairn/contracts';
import { useFoundThings, useSavedTypes } from '@cairn/saved';

/** Matches of each type (W§2.6). */
export const SAVED_PER_TYPE = 3;
/** The types that the fuller menu lists (W§2.6). */
const FULLER: readonly LinkType[] = ['explore-v1', 'digest-v2', 'narrative-v1', 'dashboard-v1'];

/** The saved things that a text finds, and how many there are of each type. */
export interface FoundSaved {
  readonly data: readonly LinkSummary[];
  readonly counts: Readonly<Partial<Record<string, number>>>;
  readonly isSearching: boolean;
}

const NONE: FoundSaved = { data: [], counts: {}, isSearching: false };

/** The best saved things for a text, by all that they hold; those that the person opened last without one. */
export function useFoundSaved(typed: string, term: string): FoundSaved {
  const types = useSavedTypes().map(({ type }) => type);
  const { data, isFetching, isPlaceholderData } = useFoundThings({
    text: term.slice(0, 500),
    types,
    perType: SAVED_PER_TYPE,
    order: term === '' ? 'opened' : 'match',
  });
  // Recent things are no finds: while a first text settles, none are shown.
  const isOther = (typed === '') !== (term === '') || (isPlaceholderData && typed === '');
  return data && !isOther ? { ...data, isSearching: isFetching } : { ...NONE, isSearching: isFetching };
}

/** What the user saved, or what others use most, with these words; nothing until it is wanted. */
export function useFuller(owner: 'me' | 'others', term: string, wanted: boolean): FoundSaved | null {
  const order = owner === 'me' ? ('opened' as const) : ('popular' as const);
  const input = { text: term.slice(0, 500), types: [...FULLER], perType: SAVED_PER_TYPE, order, owner };
  const { data, isFetching } = useFoundThings(input, wanted);
  if (!wanted) return null;
  return data ? { ...data, isSearching: isFetching } : { ...NONE, isSearching: isFetching };
}
