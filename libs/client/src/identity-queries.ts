import type { OrgId, PersonType, UserId } from '@cairn/contracts';
import { GRAPH_DATA } from '@cairn/host';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { identityClient } from './clients.ts';
import { keyOf } from './keys.ts';

/** The search, type and page of a list of people. */
export interface PeopleSearch {
  readonly search: string;
  readonly type?: PersonType | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** A page of the people of the graph with their accounts, for admins; the previous page stays meanwhile. */
export function peopleQuery(orgId: OrgId, input: PeopleSearch) {
  return queryOptions({
    queryKey: keyOf('people', orgId, input),
    meta: GRAPH_DATA,
    queryFn: ({ signal }) => identityClient.listPeople({ params: { orgId }, input, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The person of the graph that the user is; null where nothing tells. */
export function ownPersonQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('ownPerson', orgId),
    meta: GRAPH_DATA,
    queryFn: async ({ signal }) => (await identityClient.ownPerson({ params: { orgId }, signal })).data,
  });
}

/** The person of the graph that another user is; null where nothing tells. */
export function personOfUserQuery(orgId: OrgId, user: { readonly userId: UserId; readonly email: string }) {
  return queryOptions({
    queryKey: keyOf('personOfUser', orgId, user),
    meta: GRAPH_DATA,
    queryFn: async ({ signal }) =>
      (await identityClient.personOfUser({ params: { orgId }, input: user, signal })).data,
  });
}

/** Pairs of people who may be one human, for admins. */
export function mergeSuggestionsQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('mergeSuggestions', orgId),
    meta: GRAPH_DATA,
    queryFn: ({ signal }) => identityClient.suggestMerges({ params: { orgId }, signal }),
  });
}

/** A page of what admins decided about people, newest first. */
export function personDecisionsQuery(orgId: OrgId, page: number, pageSize: number) {
  return queryOptions({
    queryKey: keyOf('personDecisions', orgId, page, pageSize),
    meta: GRAPH_DATA,
    queryFn: ({ signal }) =>
      identityClient.listDecisions({ params: { orgId }, input: { page, pageSize }, signal }),
    placeholderData: keepPreviousData,
  });
}
