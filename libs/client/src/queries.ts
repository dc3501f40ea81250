import { isBeingRead, VISIT_PAUSE_MINUTES, type Me, type Org, type OrgId } from '@cairn/contracts';
import { queryOptions } from '@tanstack/react-query';
import { whileAway } from './away.ts';
import {
  accountClient,
  calendarClient,
  categoryClient,
  peopleClient,
  personalClient,
  prefixClient,
  sourceClient,
  statusClient,
  workspaceClient,
} from './clients.ts';
import { keyOf } from './keys.ts';

export interface UserSession {
  readonly user: Me;
  readonly orgs: readonly Org[];
}

/** The signed-in user and their orgs; fails with `unauthenticated` without one. */
export const sessionQuery = queryOptions({
  queryKey: keyOf('session'),
  queryFn: async ({ signal }): Promise<UserSession> => {
    const [me, orgs] = await Promise.all([
      workspaceClient.me({ signal }),
      workspaceClient.listOrgs({ signal }),
    ]);
    return { user: me.data, orgs };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** The passwords and sessions of the user's own login. */
export const loginQuery = queryOptions({
  queryKey: keyOf('login'),
  queryFn: async ({ signal }) => (await accountClient.readLogin({ signal })).data,
});

/** The API tokens of the user, of all orgs. */
export const apiTokensQuery = queryOptions({
  queryKey: keyOf('apiTokens'),
  queryFn: async ({ signal }) => (await accountClient.listApiTokens({ signal })).data,
});

/** The people of the org, for who may manage them. */
export function membersQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('members', orgId),
    queryFn: async ({ signal }) => (await peopleClient.listMembers({ params: { orgId }, signal })).data,
  });
}

/** The invitations into the org, for who may make them. */
export function invitationsQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('invitations', orgId),
    queryFn: async ({ signal }) =>
      (await peopleClient.listInvitations({ input: { org_id: orgId }, signal })).data,
  });
}

const INGESTING_MS = 1_500;
const IDLE_MS = 60_000;
/** Notifications are stale after this time (W§9). */
export const NOTIFICATIONS_STALE_MS = 20_000;

/** A page of the user's notifications in an org, and how many there are. */
export function notificationsQuery(orgId: OrgId, page = 1) {
  return queryOptions({
    queryKey: keyOf('notifications', orgId, page),
    queryFn: ({ signal }) => personalClient.getNotifications({ params: { orgId }, input: { page }, signal }),
    staleTime: NOTIFICATIONS_STALE_MS,
    refetchInterval: IDLE_MS,
  });
}

/** Which kinds of notifications the user gets in an org. */
export function notificationSettingsQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('notificationSettings', orgId),
    queryFn: async ({ signal }) =>
      (await personalClient.readNotificationSettings({ params: { orgId }, signal })).data,
  });
}

/** The prompt instructions of the installation; for its superusers. */
export const narrativePrefixesQuery = queryOptions({
  queryKey: keyOf('narrativePrefixes'),
  queryFn: async ({ signal }) => (await prefixClient.readPrefixes({ input: {}, signal })).data,
});

/** The org's sources, polled often while one of them is being read. */
export function sourcesQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('sources', orgId),
    queryFn: async ({ signal }) => (await sourceClient.listSources({ params: { orgId }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(isBeingRead) ? INGESTING_MS : IDLE_MS),
  });
}

/** The types of sources that this server knows; they change only with its version. */
export function sourceTypesQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('sourceTypes', orgId),
    queryFn: async ({ signal }) => (await sourceClient.listConnectors({ params: { orgId }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Whether the org lost its data with its file; for its admins. It changes only while Cairn does not run. */
export function dataLossQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('dataLoss', orgId),
    queryFn: async ({ signal }) => (await sourceClient.readDataLoss({ params: { orgId }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The folders of the machine that sources of the org may read; for its admins. */
export function foldersQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('folders', orgId),
    queryFn: async ({ signal }) => (await sourceClient.listFolders({ params: { orgId }, signal })).data,
  });
}

/** The servers of internal networks that sources of the org may read; for its admins. */
export function sourceHostsQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('sourceHosts', orgId),
    queryFn: async ({ signal }) => (await sourceClient.listHosts({ params: { orgId }, signal })).data,
  });
}

const RECOMPUTING_MS = 1_000;

/** The working calendars that are set, and the default one; polled while durations are recomputed. */
export function calendarsQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('calendars', orgId),
    queryFn: ({ signal }) => calendarClient.listWorkingCalendars({ params: { orgId }, signal }),
    refetchInterval: ({ state }) => (state.data?.durations === 'workingOut' ? RECOMPUTING_MS : false),
  });
}

/** The statuses of the issues of each project, in their order. */
export function statusesQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('statuses', orgId),
    queryFn: async ({ signal }) => (await statusClient.listStatuses({ params: { orgId }, signal })).data,
  });
}

/** The repositories and projects of an org with their categories. */
export function resourceCategoriesQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('resourceCategories', orgId),
    queryFn: async ({ signal }) =>
      (await categoryClient.listResourceCategories({ params: { orgId }, signal })).data,
  });
}

/** The text of a query too long for an address, by its key; it never changes. */
export function storedQueryQuery(orgId: OrgId, key: string) {
  return queryOptions({
    queryKey: keyOf('storedQuery', orgId, key),
    queryFn: async ({ signal }) =>
      (await workspaceClient.readState({ params: { orgId, key }, signal })).data.text,
    staleTime: Number.POSITIVE_INFINITY,
    retry: whileAway,
  });
}

/** What the user follows in an org. */
export function followedQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('followed', orgId),
    queryFn: async ({ signal }) =>
      (await personalClient.listFollowed({ params: { orgId }, query: {}, signal })).data,
    staleTime: 60_000,
  });
}

/** What the user follows, as it is called now, with a notice where names could not be asked. */
export function followedNamesQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('followed', orgId, 'names'),
    queryFn: ({ signal }) =>
      personalClient.listFollowed({ params: { orgId }, query: { names: 'true' }, signal }),
  });
}
/** For how long the state of a user counts as fresh (W§9); what changes it says so. */
export const USER_STATE_STALE_MS = 300_000;

/** The onboarding checklist of the user in an org, and what they opened lately. */
export function userStateQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('userState', orgId),
    queryFn: async ({ signal }) => (await personalClient.readUserState({ params: { orgId }, signal })).data,
    staleTime: USER_STATE_STALE_MS,
  });
}

/** When the user was in an org before this visit, which the first reading records; null on their first one. */
export function lastVisitQuery(orgId: OrgId, timezone: string) {
  return queryOptions({
    queryKey: keyOf('lastVisit', orgId),
    queryFn: async ({ signal }) =>
      (await personalClient.recordVisit({ params: { orgId }, input: { timezone }, signal })).data.lastVisit,
    staleTime: VISIT_PAUSE_MINUTES * 60_000,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
