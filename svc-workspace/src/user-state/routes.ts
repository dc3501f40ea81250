import {
  completionOf,
  mayDoTask,
  type Caller,
  type OrgActor,
  type OrgId,
  type RecentActivity,
  type userStateContract,
} from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { AskNames } from '../graph/ask-names.ts';
import type { UserStateStore } from './store.ts';

interface UserStateDeps {
  readonly actorIn: (orgId: OrgId, caller: Caller) => Promise<OrgActor | null>;
  readonly askNames: AskNames;
}

/** What is left of recent activity once entities are gone, by the names of now. */
async function stillThere(
  orgId: OrgId,
  recent: readonly RecentActivity[],
  askNames: AskNames,
): Promise<RecentActivity[]> {
  const isEntity = ({ type }: RecentActivity) => type === 'team' || type === 'entity';
  const uuidOf = ({ id }: RecentActivity) => id.toLowerCase();
  const { names, gone } = await askNames(orgId, recent.filter(isEntity).map(uuidOf));
  return recent.flatMap((each) => {
    if (!isEntity(each)) return [each];
    const uuid = uuidOf(each);
    if (gone.has(uuid)) return [];
    const name = names.get(uuid)?.name;
    // What has no name of its own is called by its uuid; the page that was open called it better.
    return [name === undefined || name === uuid ? each : { ...each, name }];
  });
}

/** The checklist of the user and what they opened lately. */
export function userStateRoutes(
  states: UserStateStore,
  { actorIn, askNames }: UserStateDeps,
): Handlers<typeof userStateContract> {
  const answer = async (orgId: OrgId, caller: Caller) => {
    const { userId } = caller;
    const [actor, tasks, recentActivity] = await Promise.all([
      actorIn(orgId, caller),
      states.tasks(orgId, userId),
      states.recent(orgId, userId).then((recent) => stillThere(orgId, recent, askNames)),
    ]);
    const onboardingTasks = tasks.filter(({ id }) => actor !== null && mayDoTask(id, actor));
    return { data: { onboardingTasks, completion: completionOf(onboardingTasks), recentActivity } };
  };
  return {
    readUserState: ({ params: { orgId }, caller }) => answer(orgId, caller),
    setOnboardingTask: async ({ params: { orgId }, caller, input: { id, action } }) => {
      await states.setTask(orgId, caller.userId, id, action);
      return answer(orgId, caller);
    },
    recordVisit: async ({ params: { orgId }, caller: { userId }, input: { timezone } }) => ({
      data: { lastVisit: await states.visit(orgId, userId, timezone) },
    }),
    trackActivity: async ({ params: { orgId }, caller: { userId }, input }) => {
      await states.track(orgId, userId, input);
      // Who opens something is here, on whatever page.
      await states.visit(orgId, userId);
      if (input.type === 'topic') await states.setTask(orgId, userId, 'explore-topics', 'complete');
      return { success: true as const };
    },
  };
}
