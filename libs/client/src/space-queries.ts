import { createClient, type OrgId } from '@cairn/contracts';
import { spaceContract, type Space } from '@cairn/contracts/spaces';
import { queryOptions } from '@tanstack/react-query';
import { whileAway } from './away.ts';
import { keyOf } from './keys.ts';

const send = (url: string, init: RequestInit) => fetch(url, init);

/** The routes of svc-workspace about spaces and their items; loaded with the first page of spaces. */
export const spaceClient = /* #__PURE__ */ createClient(spaceContract, send);

/** The spaces of an org that the user may see, by name and with their items. */
export function spacesQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('spaces', orgId),
    queryFn: async ({ signal }) =>
      (await spaceClient.listSpaces({ params: { orgId }, query: { items: 'true' }, signal })).data,
  });
}

/** A space as its page reads it. */
export interface OpenedSpace extends Space {
  /** Says why names of entities are missing. */
  readonly notice: string | null;
}

/** One space with its items. */
export function spaceQuery(orgId: OrgId, uuid: string) {
  return queryOptions({
    queryKey: keyOf('spaces', orgId, uuid),
    queryFn: async ({ signal }): Promise<OpenedSpace> => {
      const { data, notice } = await spaceClient.readSpace({ params: { orgId }, input: { uuid }, signal });
      return { ...data, notice };
    },
    retry: whileAway,
  });
}
