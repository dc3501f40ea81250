import type { workspaceContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { OrgStore } from './store.ts';

/** The orgs of the session user. */
export function orgRoutes(orgs: OrgStore): Pick<Handlers<typeof workspaceContract>, 'listOrgs'> {
  return { listOrgs: ({ caller }) => orgs.listOf(caller.userId) };
}
