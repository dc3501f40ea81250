import { AppError, effectiveRole, Org, OrgId, type Role, type UserId } from '@cairn/contracts';
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/tables.ts';

/** What counts of a user in an org. */
export interface Membership {
  readonly role: Role;
  readonly firstDay: Org['firstDay'];
}

interface OrgChanges {
  readonly firstDay?: Org['firstDay'] | undefined;
}

export interface OrgStore {
  /** The orgs of a user, by name, with the role that counts there. */
  listOf(userId: UserId): Promise<Org[]>;
  /** The role that counts of a user in an org; null for everybody who is not a member, superusers too. */
  roleIn(orgId: OrgId, userId: UserId): Promise<Role | null>;
  /** The role and what holds in the org; null for whoever has no role there. */
  membershipOf(orgId: OrgId, userId: UserId): Promise<Membership | null>;
  /** Changes what is named, and gives the org as this member sees it; `not_found` for everybody else. */
  update(orgId: OrgId, userId: UserId, changes: OrgChanges): Promise<Org>;
  /** The day that weeks of an org begin with; null where there is no such org. */
  firstDayOf(orgId: OrgId): Promise<Org['firstDay'] | null>;
  /** An org whose data is invented, made where it is missing; the user is super admin of it. */
  ensureSimulated(userId: UserId, name: string, orgId?: OrgId): Promise<OrgId>;
  /** The named org where there is one, else the oldest of the user, else a new one; the user is super admin of what it joins. */
  ensureOwned(owner: { userId: UserId; email: string }, name: string, orgId?: OrgId): Promise<OrgId>;
}

const newOrgId = () => OrgId.parse(`org-${randomBytes(6).toString('hex')}`);

interface Row {
  readonly id: string;
  readonly name: string;
  readonly signup_email: string | null;
  readonly simulated: number;
  readonly first_day: number;
  readonly role: Role;
  readonly superuser: boolean | number | null;
}

const roleOf = ({ role, superuser }: Pick<Row, 'role' | 'superuser'>) =>
  effectiveRole(role, Boolean(superuser));
const dayOf = (first_day: number) => Org.shape.firstDay.parse(first_day);

function orgOf({ id, name, role, signup_email, simulated, first_day, superuser }: Row): Org {
  return {
    id: OrgId.parse(id),
    name,
    role: roleOf({ role, superuser }),
    signupEmail: signup_email,
    firstDay: dayOf(first_day),
    ...(simulated === 1 ? { simulated: true as const } : {}),
  };
}

/** Orgs and who belongs to them. */
export function orgStore(db: Database, now: () => Date = () => new Date()): OrgStore {
  const memberships = (userId: UserId) =>
    db
      .selectFrom('members')
      .innerJoin('orgs', 'orgs.id', 'members.org_id')
      .innerJoin('user', 'user.id', 'members.user_id')
      .where('members.user_id', '=', userId)
      .select([
        'orgs.id',
        'orgs.name',
        'orgs.signup_email',
        'orgs.simulated',
        'orgs.first_day',
        'members.role',
        'user.superuser',
      ]);
  return {
    listOf: async (userId) => {
      const rows = await memberships(userId).orderBy('orgs.name').orderBy('orgs.id').execute();
      return rows.map(orgOf);
    },
    update: async (orgId, userId, { firstDay }) => {
      const row = await memberships(userId).where('members.org_id', '=', orgId).executeTakeFirst();
      if (!row) throw new AppError('not_found', 'There is no such org, or you are not a member of it.');
      if (firstDay === undefined) return orgOf(row);
      await db.updateTable('orgs').set({ first_day: firstDay }).where('id', '=', orgId).execute();
      return orgOf({ ...row, first_day: firstDay });
    },
    roleIn: async (orgId, userId) => {
      const row = await memberships(userId).where('members.org_id', '=', orgId).executeTakeFirst();
      return row ? roleOf(row) : null;
    },
    membershipOf: async (orgId, userId) => {
      const row = await memberships(userId).where('members.org_id', '=', orgId).executeTakeFirst();
      return row ? { role: roleOf(row), firstDay: dayOf(row.first_day) } : null;
    },
    firstDayOf: async (orgId) => {
      const row = await db.selectFrom('orgs').select('first_day').where('id', '=', orgId).executeTakeFirst();
      return row ? dayOf(row.first_day) : null;
    },
    ensureSimulated: (userId, name, wanted) =>
      db.transaction().execute(async (trx) => {
        const created_at = now().toISOString();
        const real = await trx
          .selectFrom('orgs')
          .select('id')
          .where('id', '=', wanted ?? '')
          .where('simulated', '=', 0)
          .executeTakeFirst();
        const orgId = real || wanted === undefined ? newOrgId() : wanted;
        await trx
          .insertInto('orgs')
          .values({ id: orgId, name, signup_email: null, created_at, simulated: 1 })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await trx
          .insertInto('members')
          .values({ org_id: orgId, user_id: userId, role: 'super', created_at })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return orgId;
      }),
    ensureOwned: (owner, name, orgId) =>
      db.transaction().execute(async (trx) => {
        const created_at = now().toISOString();
        const join = async (org_id: OrgId) => {
          const member = { org_id, user_id: owner.userId, role: 'super' as const, created_at };
          await trx
            .insertInto('members')
            .values(member)
            .onConflict((conflict) => conflict.doNothing())
            .execute();
          return org_id;
        };
        const named =
          orgId && (await trx.selectFrom('orgs').select('id').where('id', '=', orgId).executeTakeFirst());
        if (named) return join(OrgId.parse(named.id));
        const oldest = await trx
          .selectFrom('members')
          .select('org_id')
          .innerJoin('orgs', 'orgs.id', 'members.org_id')
          .where('user_id', '=', owner.userId)
          .where('orgs.simulated', '=', 0)
          .orderBy('members.created_at')
          .orderBy('org_id')
          .executeTakeFirst();
        if (oldest) return OrgId.parse(oldest.org_id);
        const id = newOrgId();
        await trx.insertInto('orgs').values({ id, name, signup_email: owner.email, created_at }).execute();
        return join(id);
      }),
  };
}
