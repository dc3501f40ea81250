import {
  ACTIVITY_DAYS,
  ACTIVITY_TYPES,
  ActivityType,
  OnboardingTaskId,
  OrgId,
  VISIT_PAUSE_MINUTES,
  type OnboardingTask,
  type RecentActivity,
  type UserId,
} from '@cairn/contracts';
import type { Database } from '../database/tables.ts';

export type TaskAction = 'complete' | 'undo' | 'dismiss' | 'restore';

export interface UserStateStore {
  /** The checklist of a user; tasks that nothing was done about are active. */
  tasks(orgId: OrgId, userId: UserId): Promise<OnboardingTask[]>;
  /** What the user opened in the last 30 days and may still see, newest first, by its present name. */
  recent(orgId: OrgId, userId: UserId): Promise<RecentActivity[]>;
  setTask(orgId: OrgId, userId: UserId, task: OnboardingTaskId, action: TaskAction): Promise<void>;
  /** Completes a task in every org of the user, once. */
  completeEverywhere(userId: UserId, task: OnboardingTaskId): Promise<void>;
  track(orgId: OrgId, userId: UserId, opened: Omit<RecentActivity, 'timestamp'>): Promise<void>;
  /**
   * Records that the user is here; the time at which they were last here before this visit. With a time zone the
   * first visit ends with its day there.
   */
  visit(orgId: OrgId, userId: UserId, timezone?: string): Promise<string | null>;
}

const DAY_MS = 86_400_000;
/** The same again within this time is no other opening (W§9). */
const DEBOUNCE_MS = 1_000;
const MOST_RECENT = 200;
/** The activities that are about a saved thing. */
const SAVED = ActivityType.options.filter((type) => ACTIVITY_TYPES[type] !== null);

/** Onboarding tasks and recent activity of users, per org. */
export function userStateStore(db: Database, now: () => Date = () => new Date()): UserStateStore {
  const at = (ms = 0) => new Date(now().getTime() + ms).toISOString();
  const setTask: UserStateStore['setTask'] = async (orgId, userId, task, action) => {
    const changes = {
      complete: { completed_at: at() },
      undo: { completed_at: null },
      dismiss: { dismissed_at: at() },
      restore: { dismissed_at: null },
    }[action];
    await db
      .insertInto('onboarding_tasks')
      .values({ org_id: orgId, user_id: userId, task, completed_at: null, dismissed_at: null, ...changes })
      .onConflict((conflict) => conflict.columns(['org_id', 'user_id', 'task']).doUpdateSet(changes))
      .execute();
  };
  return {
    setTask,
    tasks: async (orgId, userId) => {
      const rows = await db
        .selectFrom('onboarding_tasks')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('user_id', '=', userId)
        .execute();
      return OnboardingTaskId.options.map((id) => {
        const row = rows.find(({ task }) => task === id);
        const [completedAt, dismissedAt] = [row?.completed_at ?? null, row?.dismissed_at ?? null];
        return {
          id,
          completed: completedAt !== null,
          dismissed: dismissedAt !== null,
          completedAt,
          dismissedAt,
        };
      });
    },
    completeEverywhere: async (userId, task) => {
      const open = await db
        .selectFrom('members')
        .leftJoin('onboarding_tasks as done', (join) =>
          join
            .onRef('done.org_id', '=', 'members.org_id')
            .onRef('done.user_id', '=', 'members.user_id')
            .on('done.task', '=', task),
        )
        .where('members.user_id', '=', userId)
        .where('done.completed_at', 'is', null)
        .select('members.org_id')
        .execute();
      for (const { org_id } of open) await setTask(OrgId.parse(org_id), userId, task, 'complete');
    },
    ...activityStore(db, at),
    ...visitStore(db, now),
  };
}

function activityStore(db: Database, at: (ms?: number) => string): Pick<UserStateStore, 'recent' | 'track'> {
  const of = (orgId: OrgId, userId: UserId) =>
    db
      .selectFrom('recent_activity')
      .where('recent_activity.org_id', '=', orgId)
      .where('recent_activity.user_id', '=', userId);
  return {
    recent: async (orgId, userId) => {
      const rows = await of(orgId, userId)
        .leftJoin('deep_links as link', (join) =>
          join
            .onRef('link.id', '=', 'recent_activity.thing_id')
            .on('link.holder', 'in', [orgId, ''])
            .on((on) => on.or([on('link.scope', '!=', 'private'), on('link.user_id', '=', userId)])),
        )
        .select(['recent_activity.type', 'thing_id', 'url', 'at', 'recent_activity.name'])
        .select('link.name as present_name')
        .where('at', '>', at(-ACTIVITY_DAYS * DAY_MS))
        .where((where) =>
          where.or([where('recent_activity.type', 'not in', SAVED), where('link.id', 'is not', null)]),
        )
        .orderBy('at', 'desc')
        .orderBy('thing_id')
        .limit(MOST_RECENT)
        .execute();
      return rows.map(({ type, thing_id: id, name, present_name, url, at: timestamp }) => ({
        type,
        id,
        name: present_name ?? name,
        url,
        timestamp,
      }));
    },
    track: async (orgId, userId, { type, id, name, url }) => {
      const newest = await of(orgId, userId)
        .select(['type', 'thing_id', 'at'])
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst();
      const isSame = newest?.type === type && newest.thing_id === id;
      if (isSame && newest.at > at(-DEBOUNCE_MS)) return;
      await db
        .insertInto('recent_activity')
        .values({ org_id: orgId, user_id: userId, type, thing_id: id, name, url, at: at() })
        .onConflict((conflict) =>
          conflict.columns(['org_id', 'user_id', 'type', 'thing_id']).doUpdateSet({ name, url, at: at() }),
        )
        .execute();
      const old = db.deleteFrom('recent_activity').where('org_id', '=', orgId).where('user_id', '=', userId);
      await old.where('at', '<=', at(-ACTIVITY_DAYS * DAY_MS)).execute();
    },
  };
}

/** The milliseconds since midnight by the clock of a time zone. */
function sinceMidnight(now: Date, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' });
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(now).split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}

function visitStore(db: Database, now: () => Date): Pick<UserStateStore, 'visit'> {
  const at = (ms = 0) => new Date(now().getTime() + ms).toISOString();
  return {
    visit: async (org_id, user_id, timezone) => {
      const pausedSince = at(-VISIT_PAUSE_MINUTES * 60_000);
      const today = timezone === undefined ? '' : at(-sinceMidnight(now(), timezone));
      const { previous_at } = await db
        .insertInto('visits')
        .values({ org_id, user_id, seen_at: at(), previous_at: null })
        .onConflict((conflict) =>
          conflict.columns(['org_id', 'user_id']).doUpdateSet(({ eb, ref, and, or }) => ({
            seen_at: at(),
            previous_at: eb
              .case()
              .when(
                or([
                  eb('visits.seen_at', '<', pausedSince),
                  and([eb('visits.previous_at', 'is', null), eb('visits.seen_at', '<', today)]),
                ]),
              )
              .then(ref('visits.seen_at'))
              .else(ref('visits.previous_at'))
              .end(),
          })),
        )
        .returning('previous_at')
        .executeTakeFirstOrThrow();
      return previous_at;
    },
  };
}
