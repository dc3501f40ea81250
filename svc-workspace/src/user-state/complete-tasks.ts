import type { Caller, LinkType, OnboardingTaskId, UserId } from '@cairn/contracts';
import type { Logger } from '@cairn/service-kit';

/** What a call says about its act. */
interface ActCall {
  readonly caller: Pick<Caller, 'userId'>;
  readonly input?: unknown;
  readonly log: Logger;
}

interface Act {
  readonly task: OnboardingTaskId;
  /** Whether a call is the act; every call is where it says nothing. */
  readonly is?: (input: Readonly<Record<string, unknown>>, answer: unknown) => boolean;
}

const typeIn = (answer: unknown) => (answer as { data?: { type?: LinkType } }).data?.type;

/** The act that completes each task, by the route that does it. `explore-topics` comes with recent activity. */
export const TASK_ACTS = {
  updatePreferences: { task: 'profile-complete', is: ({ displayName }) => displayName !== undefined },
  setPicture: { task: 'profile-photo', is: ({ png }) => png !== null },
  setNotificationSettings: { task: 'notification-preferences' },
  bookmarkLink: {
    task: 'favorite-board',
    is: ({ action }, answer) => action === 'add' && typeIn(answer) === 'dashboard-v1',
  },
  createLink: { task: 'create-chart', is: (_, answer) => typeIn(answer) === 'explore-v1' },
  joinOrg: { task: 'join-team' },
  updateLink: { task: 'dashboard-preferences', is: (_, answer) => typeIn(answer) === 'dashboard-v1' },
} as const satisfies Readonly<Record<string, Act>>;

type Complete = (userId: UserId, task: OnboardingTaskId) => Promise<void>;

/** Lets the handlers of acts complete their tasks. A checklist that fails never fails the act. */
export function completingTasks<Routes extends object>(routes: Routes, complete: Complete): Routes {
  const wrapped = Object.entries(TASK_ACTS).map(([name, { task, ...act }]: [string, Act]) => {
    const handler = routes[name as keyof Routes] as (call: ActCall) => unknown;
    const completing = async (call: ActCall) => {
      const answer = await handler(call);
      const input = (call.input ?? {}) as Readonly<Record<string, unknown>>;
      if (!act.is || act.is(input, answer)) {
        await complete(call.caller.userId, task).catch((err: unknown) =>
          call.log.warn({ err }, 'no task completed'),
        );
      }
      return answer;
    };
    return [name, completing];
  });
  return { ...routes, ...Object.fromEntries(wrapped) };
}
