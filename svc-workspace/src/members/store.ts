import {
  AppError,
  effectiveRole,
  LAST_ADMIN,
  leavesNoAdmin,
  memberDenial,
  orgDenial,
  READ_ONLY_MESSAGE,
  UserId,
  type MemberChange,
  type OrgId,
  type OrgMember,
} from '@cairn/contracts';
import type { Transaction } from 'kysely';
import { changesBetween, recordAct } from '../database/record-act.ts';
import { lockOrg } from '../database/lock-org.ts';
import type { Database, Tables } from '../database/tables.ts';

export interface MemberStore {
  /** The people of an org by name. */
  list(orgId: OrgId): Promise<OrgMember[]>;
  /** Changes or ends a membership, as far as the rules allow the actor now. `conflict` for the last admin. */
  change(orgId: OrgId, actorId: UserId, userId: UserId, change: MemberChange): Promise<void>;
  /** Records that a password link is made; call it before, so that no link is unrecorded. */
  recordPasswordLink(orgId: OrgId, actorId: UserId, member: OrgMember): Promise<void>;
}

const noMember = () => new AppError('not_found', 'This person is no member of the organization.');

async function membersOf(db: Database, orgId: OrgId): Promise<OrgMember[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('user', 'user.id', 'members.user_id')
    .leftJoin('preferences', 'preferences.user_id', 'members.user_id')
    .where('members.org_id', '=', orgId)
    .select(['user.id', 'user.name', 'user.email', 'user.superuser'])
    .select(['preferences.display_name', 'preferences.picture', 'members.role', 'members.created_at'])
    .execute();
  const members = rows.map((row) => ({
    userId: UserId.parse(row.id),
    name: row.display_name ?? row.name,
    email: row.email,
    role: row.role,
    superuser: Boolean(row.superuser),
    joinedAt: row.created_at,
    picture: row.picture,
  }));
  return members.toSorted((a, b) => a.name.localeCompare(b.name) || a.email.localeCompare(b.email));
}

/** Throws when the actor may not make the change. */
function checkChange(
  members: readonly OrgMember[],
  { orgId, actorId, userId }: { orgId: OrgId; actorId: UserId; userId: UserId },
  change: MemberChange,
): void {
  const acting = members.find((each) => each.userId === actorId);
  const member = members.find((each) => each.userId === userId);
  if (!acting || !member) throw noMember();
  const { superuser } = acting;
  const actor = { userId: actorId, orgId, role: effectiveRole(acting.role, superuser), superuser };
  const denial = memberDenial(actor, member, change);
  if (denial === 'read_only') throw new AppError(denial, READ_ONLY_MESSAGE);
  if (denial) throw new AppError(denial, 'This needs a higher role than yours.');
  if (leavesNoAdmin(members, userId, change)) throw new AppError('conflict', LAST_ADMIN);
}

/** The people of orgs. A change locks its org, so that two admins who demote each other leave one. */
export function memberStore(db: Database, now: () => Date = () => new Date()): MemberStore {
  return {
    list: (orgId) => membersOf(db, orgId),
    change: (orgId, actorId, userId, change) =>
      db.transaction().execute(async (trx) => {
        if (!(await lockOrg(trx, orgId))) throw noMember();
        const members = await membersOf(trx, orgId);
        checkChange(members, { orgId, actorId, userId }, change);
        const member = members.find((each) => each.userId === userId);
        const at = now().toISOString();
        if (member) await recordMemberChange(trx, { orgId, actorId, member, at }, change);
        if (change === 'removed' || orgDenial(change, 'manageInvitations')) {
          await endInvitationsOf(trx, orgId, userId);
        }
        if (change !== 'removed') {
          const row = trx.updateTable('members').set({ role: change });
          await row.where('org_id', '=', orgId).where('user_id', '=', userId).execute();
          return;
        }
        await trx.deleteFrom('members').where('org_id', '=', orgId).where('user_id', '=', userId).execute();
        if (actorId !== userId) await rememberRemoval(trx, orgId, userId, at);
      }),
    recordPasswordLink: (orgId, actorId, { userId, email }) =>
      db.transaction().execute((trx) => {
        const target = { id: userId, name: email };
        const at = now().toISOString();
        return recordAct(trx, { orgId, actorId, action: 'member.passwordLink', at, target });
      }),
  };
}

interface RecordedChange {
  readonly orgId: OrgId;
  readonly actorId: UserId;
  readonly member: OrgMember;
  readonly at: string;
}

/** Records a change of a membership; a role that stays is none. */
async function recordMemberChange(
  trx: Transaction<Tables>,
  { orgId, actorId, member, at }: RecordedChange,
  change: MemberChange,
): Promise<void> {
  const target = { id: member.userId, name: member.email };
  const act = { orgId, actorId, at, target };
  if (change === 'removed') {
    await recordAct(trx, { ...act, action: actorId === member.userId ? 'member.left' : 'member.removed' });
    return;
  }
  const changes = changesBetween(member, { role: change }, ['role']);
  if (changes.length > 0) await recordAct(trx, { ...act, action: 'member.role', changes });
}

/** Turns off the invitations that a user created, once they may no longer invite. */
async function endInvitationsOf(db: Database, orgId: OrgId, userId: UserId) {
  const own = db.updateTable('invitations').set({ enabled: 0 }).where('created_by', '=', userId);
  await own.where('org_id', '=', orgId).execute();
}

async function rememberRemoval(db: Database, orgId: OrgId, userId: UserId, removed_at: string) {
  await db
    .insertInto('former_members')
    .values({ org_id: orgId, user_id: userId, removed_at })
    .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doUpdateSet({ removed_at }))
    .execute();
}
