import { createClient } from '@cairn/contracts';
import { twoFactorContract } from '@cairn/contracts/two-factor';
import { queryOptions } from '@tanstack/react-query';
import { keyOf } from './keys.ts';

const send = (url: string, init: RequestInit) => fetch(url, init);

/** The routes of svc-workspace about the second factor of the user; loaded with the page that sets it up. */
export const twoFactorClient = /* #__PURE__ */ createClient(twoFactorContract, send);

/** Whether the user signs in with two factors. */
export const secondFactorQuery = queryOptions({
  queryKey: keyOf('secondFactor'),
  queryFn: async ({ signal }) => (await twoFactorClient.readSecondFactor({ signal })).data,
});
