import { AppError, OrgId, type Role, type UserId } from '@cairn/contracts';
import { sql, type Transaction } from 'kysely';
import { recordAct } from '../database/record-act.ts';
import { lockOrg } from '../database/lock-org.ts';
import type { Database, Tables } from '../database/tables.ts';
import { newInvitationId } from './invite-code.ts';

/** An invitation as it is stored; its code is derived from the id. */
export interface KeptInvitation {
  readonly id: string;
  readonly orgId: OrgId;
  readonly orgName: string;
  readonly role: Role;
  readonly email: string | null;
  readonly enabled: boolean;
  readonly uses: number;
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

interface NewInvitation {
  readonly role: Role;
  readonly email: string | null;
  readonly days: number;
  readonly createdBy: UserId;
}

interface ChosenInvitations {
  readonly actorId: UserId;
  readonly id?: string | undefined;
  readonly roles: readonly Role[];
}

export interface InvitationStore {
  /** The invitations of an org, newest first, without those that expired a month ago. */
  list(orgId: OrgId): Promise<KeptInvitation[]>;
  /** Creates an invitation and returns its id; `quota_exceeded` where the org has too many. */
  create(orgId: OrgId, invitation: NewInvitation): Promise<string>;
  /** Turns invitations with one of the roles on or off, or only the named one; returns how many. */
  setEnabled(orgId: OrgId, chosen: ChosenInvitations, enabled: boolean): Promise<number>;
  /** An invitation that is still usable; else `not_found`. */
  open(id: string): Promise<KeptInvitation>;
  /** Makes a user a member by an invitation, whose e-mail is confirmed by one that was mailed to it. Nothing changes for a member. */
  join(id: string, userId: UserId, isMailed?: boolean): Promise<OrgId>;
}

const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;
/** Far more than people create; the limit stops a script. */
const MOST = 200;

/** The error of an unusable code; it does not reveal whether the code was ever valid. */
export const deadInvitation = (): AppError =>
  new AppError(
    'not_found',
    'This invitation does not exist, has expired, or was turned off. Ask for a new one.',
  );

const selectInvitations = (db: Database) =>
  db
    .selectFrom('invitations as one')
    .innerJoin('orgs', 'orgs.id', 'one.org_id')
    .leftJoin('user', 'user.id', 'one.created_by')
    .select(['one.id', 'one.org_id', 'orgs.name as org_name', 'one.role', 'one.email', 'one.enabled'])
    .select(['one.uses', 'user.email as created_by', 'one.created_at', 'one.expires_at']);

type Row = Awaited<ReturnType<ReturnType<typeof selectInvitations>['execute']>>[number];

const toInvitation = (row: Row): KeptInvitation => ({
  id: row.id,
  orgId: OrgId.parse(row.org_id),
  orgName: row.org_name,
  role: row.role,
  email: row.email,
  enabled: row.enabled === 1,
  uses: row.uses,
  createdBy: row.created_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const isOpen = ({ enabled, expiresAt, email, uses }: KeptInvitation, at: string) =>
  enabled && expiresAt > at && (email === null || uses === 0);

/** The invitations into orgs. */
export function invitationStore(db: Database, now: () => Date = () => new Date()): InvitationStore {
  const later = (days: number) => new Date(now().getTime() + days * DAY_MS).toISOString();
  const findBy = async (from: Database, id: string): Promise<KeptInvitation | null> => {
    const row = await selectInvitations(from).where('one.id', '=', id).executeTakeFirst();
    return row ? toInvitation(row) : null;
  };
  return {
    list: async (orgId) => {
      const all = selectInvitations(db)
        .where('one.org_id', '=', orgId)
        .where('one.expires_at', '>', later(-KEPT_DAYS))
        .orderBy('one.created_at', 'desc')
        .orderBy('one.id');
      return (await all.execute()).map(toInvitation);
    },
    create: (orgId, { role, email, days, createdBy }) =>
      db.transaction().execute(async (trx) => {
        await lockOrg(trx, orgId);
        await refuseTooMany(trx, orgId, now().toISOString());
        const id = newInvitationId();
        const times = { created_at: now().toISOString(), expires_at: later(days) };
        const row = { id, org_id: orgId, role, email, created_by: createdBy, ...times };
        await trx.insertInto('invitations').values(row).execute();
        const changes = [{ what: 'role', from: null, to: role }];
        const act = {
          orgId,
          actorId: createdBy,
          action: 'invitation.created' as const,
          at: times.created_at,
        };
        await recordAct(trx, { ...act, target: { id, name: email ?? ANYBODY }, changes });
        return id;
      }),
    setEnabled: switchOf(db, now),
    open: async (id) => {
      const found = await findBy(db, id);
      if (!found || !isOpen(found, now().toISOString())) throw deadInvitation();
      return found;
    },
    join: (id, userId, isMailed = false) =>
      db.transaction().execute(async (trx) => {
        const found = await findBy(trx, id);
        if (!found || !(await lockOrg(trx, found.orgId))) throw deadInvitation();
        // Reads the invitation again: it may have been used or turned off before this transaction locked the org.
        const invitation = await findBy(trx, id);
        if (!invitation) throw deadInvitation();
        const orgId = await enter(trx, invitation, userId, now().toISOString());
        if (isMailed && invitation.email !== null) await confirmAddress(trx, invitation.email, userId);
        return orgId;
      }),
  };
}

/** Turning invitations on and off, with its act in the audit log. */
function switchOf(db: Database, now: () => Date): InvitationStore['setEnabled'] {
  return (orgId, { actorId, id, roles }, enabled) =>
    db.transaction().execute(async (trx) => {
      const all = trx
        .updateTable('invitations')
        .set({ enabled: enabled ? 1 : 0 })
        .where('org_id', '=', orgId)
        .where('role', 'in', roles);
      const { numUpdatedRows } = await (id === undefined ? all : all.where('id', '=', id)).executeTakeFirst();
      if (numUpdatedRows > 0n) {
        const changes = [{ what: 'enabled', from: null, to: String(enabled) }];
        const target = {
          id: id ?? orgId,
          name: id === undefined ? 'all invitations' : await whomOf(trx, id),
        };
        const act = { orgId, actorId, action: 'invitation.switched' as const, at: now().toISOString() };
        await recordAct(trx, { ...act, target, changes });
      }
      return Number(numUpdatedRows);
    });
}

const ANYBODY = 'everybody who has the link';

/** Whom an invitation lets in, in words. */
async function whomOf(db: Database, id: string): Promise<string> {
  const found = await db.selectFrom('invitations').select('email').where('id', '=', id).executeTakeFirst();
  return found?.email ?? ANYBODY;
}

async function refuseTooMany(db: Database, orgId: OrgId, at: string): Promise<void> {
  const { open } = await db
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll().as('open'))
    .where('org_id', '=', orgId)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow();
  if (Number(open) < MOST) return;
  const message = `An organization has ${MOST} invitations at most. Wait until some have expired.`;
  throw new AppError('quota_exceeded', message);
}

/** Checks all reasons for a refusal, and makes the user a member. */
async function enter(
  db: Transaction<Tables>,
  invitation: KeptInvitation,
  userId: UserId,
  at: string,
): Promise<OrgId> {
  const { id, orgId, role, email, createdAt } = invitation;
  const isMember = await db
    .selectFrom('members')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (isMember) return orgId;
  if (!isOpen(invitation, at)) throw deadInvitation();
  await refuseOthers(db, email, userId);
  await refuseRemoved(db, orgId, userId, createdAt);
  const member = { org_id: orgId, user_id: userId, role, created_at: at };
  await db.insertInto('members').values(member).execute();
  const changes = [{ what: 'role', from: null, to: role }];
  await recordAct(db, { orgId, actorId: userId, action: 'member.joined', at, changes });
  await db
    .updateTable('invitations')
    .set((update) => ({ uses: update('uses', '+', 1) }))
    .where('id', '=', id)
    .execute();
  return orgId;
}

/** Keeps that an e-mail is that of its account. */
async function confirmAddress(db: Database, email: string, userId: UserId): Promise<void> {
  await sql`update ${sql.table('user')} set ${sql.ref('emailVerified')} = true
    where id = ${userId} and lower(email) = ${email}`.execute(db);
}

async function refuseOthers(db: Database, email: string | null, userId: UserId): Promise<void> {
  if (email === null) return;
  const user = await db.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirst();
  if (user?.email.toLowerCase() === email) return;
  throw new AppError('forbidden', `This invitation is for ${email}. Sign in with that account to use it.`);
}

async function refuseRemoved(db: Database, orgId: OrgId, userId: UserId, createdAt: string): Promise<void> {
  const removal = await db
    .selectFrom('former_members')
    .select('removed_at')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!removal || removal.removed_at < createdAt) return;
  const message =
    'An admin took you out of this organization. Ask for an invitation that is newer than that.';
  throw new AppError('forbidden', message);
}
