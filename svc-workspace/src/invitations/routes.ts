import {
  AppError,
  orgDenial,
  READ_ONLY_MESSAGE,
  rolesFor,
  type Caller,
  type Invitation,
  type invitationContract,
  type OrgActor,
  type OrgId,
  type UserId,
} from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import { invitationLetter } from '../mail/letters.ts';
import type { Mailer } from '../mail/mailer.ts';
import { codeOf, readCode } from './invite-code.ts';
import { deadInvitation, type InvitationStore, type KeptInvitation } from './store.ts';

interface InvitationDeps {
  readonly store: InvitationStore;
  readonly secret: string;
  readonly publicUrl: string;
  actorIn(orgId: OrgId, caller: Caller): Promise<OrgActor | null>;
  /** Runs a function whose input could be guessed; a key that fails too often is `rate_limited`. */
  guard<T>(key: string, run: () => Promise<T>): Promise<T>;
  readonly mailer: Mailer | undefined;
}

/** An invitation by its code, for joining and for signing up. */
export interface InvitationCodes {
  /** The invitation of a code that is still usable, and whether it was mailed; else `not_found`. */
  read(code: string): Promise<KeptInvitation & { readonly isMailed: boolean }>;
  join(code: string, userId: UserId): Promise<OrgId>;
}

/** Reads invitations by their codes. */
export function invitationCodes({
  store,
  secret,
}: Pick<InvitationDeps, 'store' | 'secret'>): InvitationCodes {
  const known = (code: string) => {
    const found = readCode(secret, code);
    if (found === null) throw deadInvitation();
    return found;
  };
  return {
    read: async (code) => {
      const { id, isMailed } = known(code);
      return { ...(await store.open(id)), isMailed };
    },
    join: async (code, userId) => {
      const { id, isMailed } = known(code);
      return store.join(id, userId, isMailed);
    },
  };
}

/** Whoever invites people to an org: an admin of it, in person. */
async function requireManager(
  actorIn: InvitationDeps['actorIn'],
  caller: Caller,
  orgId: OrgId,
): Promise<OrgActor> {
  const actor = await actorIn(orgId, caller);
  if (!actor) throw new AppError('not_found', 'There is no such org, or you are not a member of it.');
  const denial = orgDenial(actor.role, 'manageInvitations');
  if (denial === 'read_only') throw new AppError(denial, READ_ONLY_MESSAGE);
  if (caller.apiScope) throw new AppError('forbidden', 'An API token does not invite people.');
  if (denial) throw new AppError(denial, 'Inviting people needs an admin of the org.');
  return actor;
}

/** The routes of an org's invitations for those who may invite, and of joining for those who have a code. */
export function invitationRoutes(deps: InvitationDeps): Handlers<typeof invitationContract> {
  const { store, secret, publicUrl, actorIn, guard, mailer } = deps;
  const codes = invitationCodes(deps);
  const addressFor = (code: string) => `${new URL(publicUrl).origin}/sign-in?invite=${code}`;
  const present = (kept: KeptInvitation): Invitation => {
    const { id, role, email, enabled, uses, createdBy, createdAt, expiresAt } = kept;
    const invite_code = codeOf(secret, id);
    const url = addressFor(invite_code);
    return { id, invite_code, url, role, email, enabled, uses, createdBy, createdAt, expiresAt };
  };
  const manager = (caller: Caller, orgId: OrgId) => requireManager(actorIn, caller, orgId);
  /** Hides codes for roles that the actor may not give; using such a code would raise somebody above the actor. */
  const list = async (actor: OrgActor) => {
    const roles = rolesFor(actor, null);
    const all = await store.list(actor.orgId);
    return { data: all.filter(({ role }) => roles.includes(role)).map(present) };
  };
  /**
   * Mails an invitation that is for one person; false where no mail went out. Its code stands nowhere else, so whoever
   * brings it has read that mail.
   */
  const mail = async (kept: KeptInvitation, userId: UserId): Promise<boolean> => {
    const { id, email, orgId, orgName, role, createdBy } = kept;
    if (!mailer || email === null) return false;
    const url = addressFor(codeOf(secret, id, 'mailed invitation'));
    const invited = { orgName, role, invitedBy: createdBy ?? 'An admin', url };
    return mailer.send(invitationLetter(email, invited), { userId, orgId });
  };
  return {
    listInvitations: async ({ caller, input: { org_id } }) => list(await manager(caller, org_id)),
    createInvitation: async ({ caller, input: { org_id, role, email, days } }) => {
      const actor = await manager(caller, org_id);
      if (!rolesFor(actor, null).includes(role))
        throw new AppError('forbidden', 'You may not invite people to a higher role than yours.');
      const createdBy = caller.userId;
      const id = await store.create(org_id, { role, email: email?.toLowerCase() ?? null, days, createdBy });
      return { ...(await list(actor)), mailed: await mail(await store.open(id), createdBy) };
    },
    toggleInvitations: async ({ caller, input: { org_id, id, enabled } }) => {
      const actor = await manager(caller, org_id);
      const roles = rolesFor(actor, null);
      const changed = await store.setEnabled(org_id, { actorId: caller.userId, id, roles }, enabled);
      if (id !== undefined && changed === 0) throw new AppError('not_found', 'There is no such invitation.');
      return list(actor);
    },
    readInvitation: ({ request, input }) =>
      guard(`address ${request.headers.get('x-forwarded-for') ?? 'direct'}`, async () => {
        const { orgName, role, email, expiresAt } = await codes.read(input.invite_code);
        return { data: { orgName, role, email, expiresAt } };
      }),
    joinOrg: ({ caller, input }) =>
      guard(`user ${caller.userId}`, async () => ({
        data: { id: await codes.join(input.invite_code, caller.userId) },
      })),
  };
}
