import { createClient } from '@cairn/contracts';
import { connectionContract, oidcContract } from '@cairn/contracts/oidc';
import { queryOptions } from '@tanstack/react-query';
import { keyOf } from './keys.ts';

const send = (url: string, init: RequestInit) => fetch(url, init);

/** The routes of svc-workspace about providers of OpenID Connect, and the accounts of other sites. */
export const oidcClient = /* #__PURE__ */ createClient({ ...oidcContract, ...connectionContract }, send);

/** The providers of OpenID Connect, for superusers. */
export const oidcProvidersQuery = queryOptions({
  queryKey: keyOf('oidcProviders'),
  queryFn: async ({ signal }) => (await oidcClient.listOidcProviders({ signal })).data,
});

/** The sites whose accounts sign in here, and which of them the user has connected. */
export const connectionsQuery = queryOptions({
  queryKey: keyOf('connections'),
  queryFn: async ({ signal }) => (await oidcClient.listConnections({ signal })).data,
});
