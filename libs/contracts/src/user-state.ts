import { isZone } from '@cairn/query';
import { z } from 'zod';
import { createDenial, type OrgActor } from './access.ts';
import { OrgId } from './identity.ts';
import { defineContract } from './route.ts';
import { SAVED_TYPES, type LinkType } from './saved-types/saved-types.ts';
import { foundName } from './shown-text.ts';

/** The tasks of the onboarding checklist (W§3), with what each asks of a person. */
export const ONBOARDING_TASKS = {
  'profile-complete': 'Say what others should call you',
  'profile-photo': 'Add a picture of yourself',
  'notification-preferences': 'Choose what you are told about',
  'favorite-board': 'Add a board to your favorites',
  'create-chart': 'Save a question',
  'explore-topics': 'Open a topic',
  'join-team': 'Join an organization by invitation',
  'dashboard-preferences': 'Change a board',
} as const;

export type OnboardingTaskId = keyof typeof ONBOARDING_TASKS;
export const OnboardingTaskId = z.enum(Object.keys(ONBOARDING_TASKS) as OnboardingTaskId[]);

/** Whether somebody may do a task; the checklist names no other. */
export function mayDoTask(id: OnboardingTaskId, actor: Pick<OrgActor, 'role' | 'boardCreator'>): boolean {
  if (id === 'create-chart') return createDenial(actor, SAVED_TYPES['explore-v1']) === null;
  return id !== 'dashboard-preferences' || createDenial(actor, SAVED_TYPES['dashboard-v1']) === null;
}

/** A task of the checklist: active, completed or dismissed. */
export const OnboardingTask = z.object({
  id: OnboardingTaskId,
  completed: z.boolean(),
  dismissed: z.boolean(),
  completedAt: z.string().nullable(),
  dismissedAt: z.string().nullable(),
});
export type OnboardingTask = z.infer<typeof OnboardingTask>;

/** What people open (W§3), each with the type of saved thing that it is; null for what nobody saved. */
export const ACTIVITY_TYPES = {
  board: 'dashboard-v1',
  chart: 'explore-v1',
  competency: 'competency-v1',
  competencytopic: 'competency-topic-v1',
  entity: null,
  report: 'narrative-v1',
  search: null,
  space: 'space-v1',
  team: null,
  topic: 'digest-v2',
  user: null,
} as const satisfies Readonly<Record<string, LinkType | null>>;

export type ActivityType = keyof typeof ACTIVITY_TYPES;
export const ActivityType = z.enum(Object.keys(ACTIVITY_TYPES) as ActivityType[]);

/** Something that the user opened lately. */
export const RecentActivity = z.object({
  type: ActivityType,
  id: z.string(),
  name: z.string(),
  url: z.string(),
  timestamp: z.string(),
});
export type RecentActivity = z.infer<typeof RecentActivity>;

/** The part of the tasks that is completed, in percent; dismissed ones do not count (W§4). */
export function completionOf(tasks: readonly Pick<OnboardingTask, 'completed' | 'dismissed'>[]): number {
  const open = tasks.filter(({ dismissed }) => !dismissed);
  return open.length === 0
    ? 0
    : Math.round((100 * open.filter(({ completed }) => completed).length) / open.length);
}

const UserState = z.object({
  onboardingTasks: z.array(OnboardingTask),
  completion: z.int().min(0).max(100),
  recentActivity: z.array(RecentActivity),
});

/** The days for which recent activity is kept (W§9). */
export const ACTIVITY_DAYS = 30;

/** After this time away, coming back begins another visit. */
export const VISIT_PAUSE_MINUTES = 30;

const Zone = z.string().max(60).refine(isZone, 'must be a time zone');
const params = z.object({ orgId: OrgId });
const output = z.object({ data: UserState });

/** What an org keeps about the user alone: the onboarding checklist, and what they opened lately. */
export const userStateContract = defineContract({
  readUserState: {
    method: 'GET',
    path: '/api/{orgId}/user-state',
    batched: true,
    access: 'viewer',
    summary:
      'The checklist of the user, and what they opened in the last 30 days, newest first. What was deleted is left out, and so are tasks that the user may not do.',
    params,
    output,
  },
  setOnboardingTask: {
    method: 'POST',
    path: '/api/{orgId}/user-state/task',
    access: 'viewer',
    summary: 'Completes or dismisses a task of the checklist, or takes that back.',
    params,
    input: z.strictObject({
      id: OnboardingTaskId,
      action: z.enum(['complete', 'undo', 'dismiss', 'restore']),
    }),
    output,
  },
  trackActivity: {
    method: 'POST',
    path: '/api/{orgId}/user-state/activity',
    access: 'viewer',
    summary: 'Records that the user opened something. The same again within a second changes nothing.',
    params,
    input: z.strictObject({
      type: ActivityType,
      id: z.string().min(1).max(200),
      /** What it is called; a long name is shortened. */
      name: foundName(200),
      /** An address of this Cairn. */
      url: z
        .string()
        .max(2_000)
        .regex(/^\/[^/\\]/, 'must be an address of this Cairn'),
    }),
    output: z.object({ success: z.literal(true) }),
  },
  recordVisit: {
    method: 'POST',
    path: '/api/{orgId}/user-state/visit',
    access: 'viewer',
    summary:
      'Records that the user is here, and tells when they were here before this visit. A visit goes on until they stay away for 30 minutes; the first one ends with its day, in the time zone.',
    params,
    input: z.strictObject({ timezone: Zone.optional() }),
    output: z.object({ data: z.object({ lastVisit: z.string().nullable() }) }),
  },
});
