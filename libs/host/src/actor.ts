import { denialWords, effectiveRole, type Denial, type OrgActor } from '@cairn/contracts';
import type { Host } from './host.ts';

/** The user as a member of the org that is open, for the access rules. */
export function actorOf({ org, user }: Pick<Host, 'org' | 'user'>): OrgActor {
  const { superuser } = user;
  const role = effectiveRole(org.role, superuser);
  return { userId: user.id, orgId: org.id, role, superuser, boardCreator: org.boardCreator };
}

/** The attributes of a control for an action: where it is denied, disabled with the reason as its tooltip. */
export function controlOf(denial: Denial, forbidden: string) {
  return denial === null ? {} : { disabled: true, title: denialWords(denial, forbidden) };
}
