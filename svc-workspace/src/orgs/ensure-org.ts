import { OrgId, type UserId } from '@cairn/contracts';
import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { recordAct } from '../database/record-act.ts';
import type { Database, Tables } from '../database/tables.ts';

const newOrgId = () => OrgId.parse(`org-${randomBytes(6).toString('hex')}`);

interface Joining {
  readonly orgId: OrgId;
  readonly userId: UserId;
  readonly createdAt: string;
}

/** Makes a user super admin of an org, if they are no member yet. */
async function join(db: Transaction<Tables>, { orgId, userId, createdAt }: Joining): Promise<OrgId> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('members')
    .values({ org_id: orgId, user_id: userId, role: 'super', created_at: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) {
    const changes = [{ what: 'role', from: null, to: 'super' }];
    await recordAct(db, { orgId, actorId: userId, action: 'member.joined', at: createdAt, changes });
  }
  return orgId;
}

const recordCreation = (db: Transaction<Tables>, { orgId, userId, createdAt }: Joining, name: string) =>
  recordAct(db, {
    orgId,
    actorId: userId,
    action: 'org.created',
    at: createdAt,
    target: { id: orgId, name },
  });

const findOrg = (db: Database, orgId: OrgId) =>
  db.selectFrom('orgs').select(['id', 'simulated']).where('id', '=', orgId).executeTakeFirst();

/** Creates a simulated org with the user as super admin where it is missing; it lets nobody into one that is there. */
export async function ensureSimulatedOrg(
  db: Transaction<Tables>,
  { userId, createdAt }: Omit<Joining, 'orgId'>,
  name: string,
  wanted?: OrgId,
): Promise<OrgId> {
  const existing = wanted && (await findOrg(db, wanted));
  const isReal = existing?.simulated === 0;
  const orgId = isReal || wanted === undefined ? newOrgId() : wanted;
  await db
    .insertInto('orgs')
    .values({ id: orgId, name, signup_email: null, created_at: createdAt, simulated: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (existing && !isReal) return orgId;
  await recordCreation(db, { orgId, userId, createdAt }, name);
  return join(db, { orgId, userId, createdAt });
}

const oldestRealOrgOf = (db: Database, userId: UserId) =>
  db
    .selectFrom('members')
    .select('org_id')
    .innerJoin('orgs', 'orgs.id', 'members.org_id')
    .where('user_id', '=', userId)
    .where('orgs.simulated', '=', 0)
    .orderBy('members.created_at')
    .orderBy('org_id')
    .executeTakeFirst();

type Owner = Omit<Joining, 'orgId'> & {
  readonly email: string;
  /** Whether the account was made just now; only then it joins an org that is there. */
  readonly isNew?: boolean | undefined;
};

/** Creates an org of this user, who becomes its super admin. */
export async function createOwnOrg(
  db: Transaction<Tables>,
  { userId, email, createdAt }: Owner,
  name: string,
): Promise<OrgId> {
  const id = newOrgId();
  const org = { id, name, signup_email: email, created_by: userId, created_at: createdAt };
  await db.insertInto('orgs').values(org).execute();
  await recordCreation(db, { orgId: id, userId, createdAt }, name);
  return join(db, { orgId: id, userId, createdAt });
}

/** Finds the named org, else the oldest real org of the user, else creates one. */
export async function ensureOwnedOrg(
  db: Transaction<Tables>,
  owner: Owner,
  name: string,
  orgId?: OrgId,
): Promise<OrgId> {
  const { userId, createdAt, isNew = false } = owner;
  const named = orgId && (await findOrg(db, orgId));
  if (named && isNew) return join(db, { orgId: OrgId.parse(named.id), userId, createdAt });
  if (named) return OrgId.parse(named.id);
  const oldest = await oldestRealOrgOf(db, userId);
  if (oldest) return OrgId.parse(oldest.org_id);
  return createOwnOrg(db, owner, name);
}
