import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** The things of a server that pages keep. Each has one key, made by `keyOf`. */
export type Thing =
  | 'session'
  | 'login'
  | 'apiTokens'
  | 'members'
  | 'invitations'
  | 'registry'
  | 'sources'
  | 'sourceTypes'
  | 'folders'
  | 'configuration'
  | 'rows'
  | 'facetOptions'
  | 'emptyReasons'
  | 'explanation'
  | 'highlights'
  | 'entity'
  | 'entityDiff'
  | 'entityHistory'
  | 'calendars'
  | 'storedQuery';

/** The key of a thing in the query cache. The org comes first, so that a prefix of the key names all of an org. */
export function keyOf(thing: Thing, ...which: readonly unknown[]): QueryKey {
  return [thing, ...which];
}

/** Has everything of one type read again, of one org where it is named. */
export function invalidate(cache: QueryClient, thing: Thing, ...which: readonly unknown[]): Promise<void> {
  return cache.invalidateQueries({ queryKey: keyOf(thing, ...which) });
}
