import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** The types of server data that pages cache. `keyOf` makes the key of each. */
export type Thing =
  | 'session'
  | 'login'
  | 'apiTokens'
  | 'secondFactor'
  | 'oidcProviders'
  | 'connections'
  | 'members'
  | 'colleagues'
  | 'invitations'
  | 'auditLog'
  | 'narrativePrefixes'
  | 'spaces'
  | 'notifications'
  | 'notificationSettings'
  | 'followed'
  | 'userState'
  | 'lastVisit'
  | 'followedChanges'
  | 'feed'
  | 'registry'
  | 'sources'
  | 'sourceTypes'
  | 'dataLoss'
  | 'sourceRuns'
  | 'deliveries'
  | 'webhookSecrets'
  | 'folders'
  | 'sourceHosts'
  | 'configuration'
  | 'rows'
  | 'facetOptions'
  | 'emptyReasons'
  | 'explanation'
  | 'highlights'
  | 'foundEntities'
  | 'entity'
  | 'entityDiff'
  | 'entityFile'
  | 'entityResolution'
  | 'entityPayload'
  | 'entityHistory'
  | 'entityTimeMachine'
  | 'entityAsOf'
  | 'entityStatusHistory'
  | 'entityContributors'
  | 'entityWork'
  | 'entityRelated'
  | 'entityLineage'
  | 'entityAround'
  | 'calendars'
  | 'ownTeams'
  | 'ownPerson'
  | 'personOfUser'
  | 'people'
  | 'mergeSuggestions'
  | 'personDecisions'
  | 'statuses'
  | 'sourceOffers'
  | 'deliveryRules'
  | 'deliveryPreview'
  | 'resourceCategories'
  | 'subscribedOrgs'
  | 'storedQuery';

/** The key of a thing in the query cache. The org comes first, so that a prefix covers all of an org. */
export function keyOf(thing: Thing, ...which: readonly unknown[]): QueryKey {
  return [thing, ...which];
}

/** Marks all cached data of one type as stale, of one org if given, so that it is read again. */
export function invalidate(cache: QueryClient, thing: Thing, ...which: readonly unknown[]): Promise<void> {
  return cache.invalidateQueries({ queryKey: keyOf(thing, ...which) });
}
