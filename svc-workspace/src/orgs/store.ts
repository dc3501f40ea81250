import {
  AppError,
  effectiveRole,
  Org,
  OrgId,
  orgCreationProblem,
  type OrgActor,
  type Role,
  type UserId,
} from '@cairn/contracts';
import { TWO_FACTOR_REQUIRED } from '@cairn/contracts/two-factor';
import { compileOnce } from '../database/compile-once.ts';
import { changesBetween, recordAct } from '../database/record-act.ts';
import type { Database } from '../database/tables.ts';
import { createOwnOrg, ensureOwnedOrg, ensureSimulatedOrg } from './ensure-org.ts';

/** A user's role in an org, and the settings of the org that tokens carry. */
export interface OrgMembership {
  readonly role: Role;
  readonly firstDay: Org['firstDay'];
  /** The first day that the user has chosen for themselves; null for that of the org. */
  readonly ownFirstDay: Org['firstDay'] | null;
  readonly personMeasures: Org['personMeasures'];
  /** Whether all data of the org is invented. */
  readonly simulated: boolean;
}

interface OrgChanges {
  readonly name?: string | undefined;
  readonly firstDay?: Org['firstDay'] | undefined;
  readonly boardCreator?: Org['boardCreator'] | undefined;
  readonly personMeasures?: Org['personMeasures'] | undefined;
  readonly twoFactor?: 'optional' | 'required' | undefined;
}

export interface OrgStore {
  /** The orgs of a user by name, with the effective role in each. */
  listOf(userId: UserId): Promise<Org[]>;
  /** A member with the effective role; null for everybody else, superusers too. `two_factor_required` where the org demands it. */
  actorIn(orgId: OrgId, userId: UserId): Promise<OrgActor | null>;
  /** The membership of a user; null when there is none. `two_factor_required` where the org demands it. */
  membershipOf(orgId: OrgId, userId: UserId): Promise<OrgMembership | null>;
  /** Changes the named settings and returns the org as this member sees it; `not_found` for everybody else. */
  update(orgId: OrgId, userId: UserId, changes: OrgChanges): Promise<Org>;
  /** The first day of the week in an org; null where there is no such org. */
  firstDayOf(orgId: OrgId): Promise<Org['firstDay'] | null>;
  /** Creates an org with the user as its super admin; `forbidden` for users who may not. */
  create(
    owner: { userId: UserId; email: string },
    name: string,
    trials: boolean,
    /** Runs in the same transaction. */
    also?: (trx: Database) => Promise<void>,
  ): Promise<Org>;
  /** Why a user may not create an org; null when they may. */
  creationProblem(userId: UserId, trials: boolean): Promise<string | null>;
  /** The simulated org that a user belongs to, created where there is none. */
  openSimulated(userId: UserId): Promise<Org>;
  /** Creates a simulated org with the user as super admin where it is missing; who is no member of it joins nothing. */
  ensureSimulated(userId: UserId, name: string, orgId?: OrgId): Promise<OrgId>;
  /** Finds the named org, else the user's oldest, else creates one. A new user joins the named one as super admin. */
  ensureOwned(
    owner: { userId: UserId; email: string; isNew?: boolean },
    name: string,
    orgId?: OrgId,
  ): Promise<OrgId>;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly signup_email: string | null;
  readonly simulated: number;
  readonly first_day: number;
  readonly board_creator: Org['boardCreator'];
  readonly person_measures: Org['personMeasures'];
  readonly role: Role;
  readonly superuser: boolean | number | null;
  readonly two_factor: 'optional' | 'required';
  readonly twoFactorEnabled: boolean | number | null;
}

const roleOf = ({ role, superuser }: Pick<Row, 'role' | 'superuser'>) =>
  effectiveRole(role, Boolean(superuser));
const dayOf = (first_day: number) => Org.shape.firstDay.parse(first_day);

const lacksFactor = (row: Pick<Row, 'two_factor' | 'twoFactorEnabled'>) =>
  row.two_factor === 'required' && !row.twoFactorEnabled;

/** Throws where the org demands a second factor that the member lacks. */
function checkFactor(row: Pick<Row, 'two_factor' | 'twoFactorEnabled'>): void {
  if (lacksFactor(row)) throw new AppError('two_factor_required', TWO_FACTOR_REQUIRED);
}

function orgOf({ id, name, role, signup_email, simulated, first_day, superuser, ...row }: Row): Org {
  return {
    id: OrgId.parse(id),
    name,
    role: roleOf({ role, superuser }),
    signupEmail: signup_email,
    firstDay: dayOf(first_day),
    boardCreator: row.board_creator,
    personMeasures: row.person_measures,
    ...(row.two_factor === 'required' ? { twoFactor: row.two_factor } : {}),
    ...(lacksFactor(row) ? { needsTwoFactor: true as const } : {}),
    ...(simulated === 1 ? { simulated: true as const } : {}),
  };
}

const FACTOR_FIRST =
  'Set up two factors for your own account first, under Settings, Logins. You would lock yourself out.';
/** The settings whose changes the audit log tells. */
const TOLD = ['name', 'first_day', 'board_creator', 'person_measures', 'two_factor'] as const;

function membershipsOf(db: Database, userId: string) {
  return db
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
      'orgs.board_creator',
      'orgs.person_measures',
      'orgs.two_factor',
      'members.role',
      'user.superuser',
      'user.twoFactorEnabled',
    ]);
}

/** The columns of what is to change. */
const columnsOf = ({ name, firstDay, boardCreator, personMeasures, twoFactor }: OrgChanges) => ({
  ...(name === undefined ? {} : { name }),
  ...(firstDay === undefined ? {} : { first_day: firstDay }),
  ...(boardCreator === undefined ? {} : { board_creator: boardCreator }),
  ...(personMeasures === undefined ? {} : { person_measures: personMeasures }),
  ...(twoFactor === undefined ? {} : { two_factor: twoFactor }),
});

/** Orgs and their members. */
export function orgStore(db: Database, now: () => Date = () => new Date()): OrgStore {
  const memberships = (userId: UserId) => membershipsOf(db, userId);
  // Nearly every call asks this.
  const membershipIn = compileOnce(db, ['orgId', 'userId'], ({ orgId, userId }) =>
    membershipsOf(db, userId).where('members.org_id', '=', orgId),
  );
  return {
    listOf: async (userId) => {
      const rows = await memberships(userId).orderBy('orgs.name').orderBy('orgs.id').execute();
      return rows.map(orgOf);
    },
    update: async (orgId, userId, asked) => {
      const changes = columnsOf(asked);
      return db.transaction().execute(async (trx) => {
        const row = await membershipsOf(trx, userId).where('members.org_id', '=', orgId).executeTakeFirst();
        if (!row) throw new AppError('not_found', 'There is no such org, or you are not a member of it.');
        const after = { ...row, ...changes };
        if (lacksFactor(after)) throw new AppError('two_factor_required', FACTOR_FIRST);
        const told = changesBetween(row, after, TOLD);
        if (told.length > 0) {
          await trx.updateTable('orgs').set(changes).where('id', '=', orgId).execute();
          const act = { orgId, actorId: userId, action: 'org.changed' as const, at: now().toISOString() };
          await recordAct(trx, { ...act, target: { id: orgId, name: after.name }, changes: told });
        }
        return orgOf(after);
      });
    },
    actorIn: async (orgId, userId) => {
      const [row] = await membershipIn({ orgId, userId });
      if (!row) return null;
      checkFactor(row);
      const boardCreator = row.board_creator;
      return { orgId, userId, role: roleOf(row), superuser: Boolean(row.superuser), boardCreator };
    },
    membershipOf: async (orgId, userId) => {
      const row = await memberships(userId)
        .leftJoin('preferences', 'preferences.user_id', 'members.user_id')
        .select('preferences.first_day as own_first_day')
        .where('members.org_id', '=', orgId)
        .executeTakeFirst();
      if (!row) return null;
      checkFactor(row);
      return {
        role: roleOf(row),
        firstDay: dayOf(row.first_day),
        ownFirstDay: row.own_first_day === null ? null : dayOf(row.own_first_day),
        personMeasures: row.person_measures,
        simulated: row.simulated === 1,
      };
    },
    firstDayOf: async (orgId) => {
      const row = await db.selectFrom('orgs').select('first_day').where('id', '=', orgId).executeTakeFirst();
      return row ? dayOf(row.first_day) : null;
    },
    ...creatingStore(db, now),
  };
}

async function founderOf(db: Database, userId: UserId) {
  const user = await db.selectFrom('user').select('superuser').where('id', '=', userId).executeTakeFirst();
  const { created } = await db
    .selectFrom('orgs')
    .select(({ fn }) => fn.countAll().as('created'))
    .where('created_by', '=', userId)
    .executeTakeFirstOrThrow();
  return { superuser: Boolean(user?.superuser), createdOrgs: Number(created) };
}

const SIMULATED_NAME = 'Harbour Works (simulated)';

/** Lets one request of a user wait for another. */
async function lockUser(trx: Database, userId: UserId): Promise<void> {
  await trx
    .updateTable('user')
    .set((update) => ({ name: update.ref('name') }))
    .where('id', '=', userId)
    .execute();
}

/** Creates orgs, and says whether a user may. The user's row is locked, so that two requests at once create one org. */
function creatingStore(
  db: Database,
  now: () => Date,
): Pick<OrgStore, 'create' | 'creationProblem' | 'openSimulated' | 'ensureSimulated' | 'ensureOwned'> {
  return {
    ensureSimulated: (userId, name, orgId) =>
      db.transaction().execute((trx) => {
        const owner = { userId, createdAt: now().toISOString() };
        return ensureSimulatedOrg(trx, owner, name, orgId);
      }),
    ensureOwned: (owner, name, orgId) =>
      db.transaction().execute((trx) => {
        const createdAt = now().toISOString();
        return ensureOwnedOrg(trx, { ...owner, createdAt }, name, orgId);
      }),
    openSimulated: (userId) =>
      db.transaction().execute(async (trx) => {
        await lockUser(trx, userId);
        const mine = () =>
          membershipsOf(trx, userId).where('orgs.simulated', '=', 1).orderBy('orgs.created_at');
        const known = await mine().executeTakeFirst();
        if (known) return orgOf(known);
        await ensureSimulatedOrg(trx, { userId, createdAt: now().toISOString() }, SIMULATED_NAME);
        return orgOf(await mine().executeTakeFirstOrThrow());
      }),
    creationProblem: async (userId, trials) =>
      orgCreationProblem({ ...(await founderOf(db, userId)), trials }),
    create: (owner, name, trials, also) =>
      db.transaction().execute(async (trx) => {
        const { userId } = owner;
        await lockUser(trx, userId);
        const problem = orgCreationProblem({ ...(await founderOf(trx, userId)), trials });
        if (problem !== null) throw new AppError('forbidden', problem);
        const id = await createOwnOrg(trx, { ...owner, createdAt: now().toISOString() }, name);
        await also?.(trx);
        const row = await membershipsOf(trx, userId)
          .where('members.org_id', '=', id)
          .executeTakeFirstOrThrow();
        return orgOf(row);
      }),
  };
}
