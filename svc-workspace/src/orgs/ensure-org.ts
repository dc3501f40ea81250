import { OrgId, type UserId } from '@cairn/contracts';
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/tables.ts';

const newOrgId = () => OrgId.parse(`org-${randomBytes(6).toString('hex')}`);

interface Joining {
  readonly orgId: OrgId;
  readonly userId: UserId;
  readonly createdAt: string;
}

/** Makes a user super admin of an org, if they are no member yet. */
async function join(db: Database, { orgId, userId, createdAt }: Joining): Promise<OrgId> {
  await db
    .insertInto('members')
    .values({ org_id: orgId, user_id: userId, role: 'super', created_at: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return orgId;
}

const findOrg = (db: Database, orgId: OrgId) =>
  db.selectFrom('orgs').select(['id', 'simulated']).where('id', '=', orgId).executeTakeFirst();

/** Creates a simulated org where it is missing. An id that a real org has is not taken. */
export async function ensureSimulatedOrg(
  db: Database,
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

type Owner = Omit<Joining, 'orgId'> & { readonly email: string };

/** Creates an org of this user, who becomes its super admin. */
export async function createOwnOrg(
  db: Database,
  { userId, email, createdAt }: Owner,
  name: string,
): Promise<OrgId> {
  const id = newOrgId();
  const org = { id, name, signup_email: email, created_by: userId, created_at: createdAt };
  await db.insertInto('orgs').values(org).execute();
  return join(db, { orgId: id, userId, createdAt });
}

/** Finds the named org, else the oldest real org of the user, else creates one. */
export async function ensureOwnedOrg(
  db: Database,
  owner: Owner,
  name: string,
  orgId?: OrgId,
): Promise<OrgId> {
  const { userId, createdAt } = owner;
  const named = orgId && (await findOrg(db, orgId));
  if (named) return join(db, { orgId: OrgId.parse(named.id), userId, createdAt });
  const oldest = await oldestRealOrgOf(db, userId);
  if (oldest) return OrgId.parse(oldest.org_id);
  return createOwnOrg(db, owner, name);
}
