import type { LinkSummary } from '@cairn/contracts';
import { useSavedPage } from './use-saved-things.ts';

const FAVORITES = { filter: { collections: ['favorites' as const] }, limit: 50 };
/** The types that come first among favorites. */
const FIRST = ['space-v1', 'dashboard-v1'];

const placeOf = ({ type }: LinkSummary) => (FIRST.includes(type) ? FIRST.indexOf(type) : FIRST.length);

/** The pinned spaces of the user, then their favorite boards, then the others. */
export function useFavorites() {
  const { data, isPending, error, refetch } = useSavedPage(FAVORITES);
  const links = data?.links.filter((link) => link.isBookmarked) ?? [];
  return { links: links.toSorted((one, other) => placeOf(one) - placeOf(other)), isPending, error, refetch };
}
