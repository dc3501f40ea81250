import {
  OrgId,
  type SubscribedOrg,
  type Subscription,
  type SubscriptionChange,
  TRIAL_DAYS,
  type UserId,
} from '@cairn/contracts';
import { sql, type Transaction } from 'kysely';
import { changesBetween, recordAct } from '../database/record-act.ts';
import type { Database, Tables } from '../database/tables.ts';

type Row = Tables['subscriptions'];

/** All that Cairn knows of billing. Another one than this, which superusers keep by hand, could ask a payment service. */
export interface Billing {
  /** The subscriptions of orgs; an org without one has no entry. */
  of(orgIds: readonly OrgId[]): Promise<Map<OrgId, Subscription>>;
  /** Begins the trial of an org that has no subscription; another one stays as it is. */
  startTrial(orgId: OrgId): Promise<Subscription>;
  /** Sets plan and status of an org, and writes who did it into its audit log; null where there is no such org. */
  change(
    orgId: OrgId,
    actorId: UserId,
    change: Omit<SubscriptionChange, 'org_id'>,
  ): Promise<Subscription | null>;
  /** The orgs with a subscription by name, as many as a page shows. */
  list(search: string): Promise<SubscribedOrg[]>;
}

/** As many orgs as are listed at once; more are found by their names. */
const MOST_LISTED = 100;

const containing = (text: string) => `%${text.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`;

const DAY_MS = 86_400_000;

const toSubscription = (row: Row): Subscription => ({
  id: `sub-${row.org_id}`,
  name: row.name,
  status: row.status,
  startDate: row.start_date,
  endDate: row.end_date,
  trialEndDate: row.trial_end_date,
  currentPeriodStart: row.period_start,
  currentPeriodEnd: row.period_end,
  cancelAtPeriodEnd: row.cancel_at_period_end === 1,
});

/** The trial that an org begins with. */
function trialOf(orgId: OrgId, now: Date): Row {
  const [start, end] = [0, TRIAL_DAYS].map((days) => new Date(now.getTime() + days * DAY_MS).toISOString());
  const dates = { start_date: start ?? '', end_date: null, trial_end_date: end ?? '' };
  const period = { period_start: start ?? '', period_end: end ?? '', cancel_at_period_end: 0 };
  return { org_id: orgId, name: 'Trial', status: 'trialing', ...dates, ...period };
}

/** Subscriptions that superusers of the installation keep by hand. */
export function manualBilling(db: Database, now: () => Date = () => new Date()): Billing {
  const startTrial = async (trx: Database, orgId: OrgId): Promise<Row> => {
    await trx
      .insertInto('subscriptions')
      .values(trialOf(orgId, now()))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return trx.selectFrom('subscriptions').selectAll().where('org_id', '=', orgId).executeTakeFirstOrThrow();
  };
  return {
    of: async (orgIds) => {
      if (orgIds.length === 0) return new Map();
      const rows = await db.selectFrom('subscriptions').selectAll().where('org_id', 'in', orgIds).execute();
      return new Map(rows.map((row) => [OrgId.parse(row.org_id), toSubscription(row)]));
    },
    startTrial: async (orgId) => toSubscription(await startTrial(db, orgId)),
    change: (orgId, actorId, { name, status, trialEndDate }) =>
      db.transaction().execute(async (trx) => {
        const org = trx.selectFrom('orgs').select('id').where('id', '=', orgId);
        if (!(await org.executeTakeFirst())) return null;
        const before = await startTrial(trx, orgId);
        const after = {
          ...before,
          name: name ?? before.name,
          status: status ?? before.status,
          trial_end_date: trialEndDate === undefined ? before.trial_end_date : utc(trialEndDate),
        };
        await trx.updateTable('subscriptions').set(after).where('org_id', '=', orgId).execute();
        await recordSubscription(trx, { orgId, actorId, at: now().toISOString() }, before, after);
        return toSubscription(after);
      }),
    list: async (search) => {
      const rows = await db
        .selectFrom('subscriptions')
        .innerJoin('orgs', 'orgs.id', 'subscriptions.org_id')
        .selectAll('subscriptions')
        .select('orgs.name as org_name')
        .where(sql<boolean>`lower(orgs.name) like ${containing(search)} escape '!'`)
        .orderBy('orgs.name')
        .orderBy('orgs.id')
        .limit(MOST_LISTED)
        .execute();
      return rows.map((row) => ({
        id: OrgId.parse(row.org_id),
        name: row.org_name,
        subscription: toSubscription(row),
      }));
    },
  };
}

const utc = (instant: string | null) => (instant === null ? null : new Date(instant).toISOString());

interface Changed {
  readonly orgId: OrgId;
  readonly actorId: UserId;
  readonly at: string;
}

async function recordSubscription(trx: Transaction<Tables>, changed: Changed, before: Row, after: Row) {
  const changes = changesBetween(before, after, ['name', 'status', 'trial_end_date']);
  if (changes.length === 0) return;
  const target = { id: `sub-${changed.orgId}`, name: after.name };
  await recordAct(trx, { ...changed, action: 'subscription.changed', target, changes });
}
