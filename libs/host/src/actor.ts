import { effectiveRole, type OrgActor } from '@cairn/contracts';
import type { Host } from './host.ts';

/** The user as a member of the org that is open, for the access rules. */
export function actorOf({ org, user }: Pick<Host, 'org' | 'user'>): OrgActor {
  const { superuser } = user;
  const role = effectiveRole(org.role, superuser);
  return { userId: user.id, orgId: org.id, role, superuser, boardCreator: org.boardCreator };
}
