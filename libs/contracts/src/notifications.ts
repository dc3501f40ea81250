import { z } from 'zod';
import { OrgId } from './identity.ts';
import { defineContract } from './route.ts';

/** Every kind of notification, with the words of its setting. */
export const NOTIFICATION_KINDS = {
  IntegrationError: 'A source cannot be read',
  Followed: 'Something that you follow changes',
  Shared: 'A board is shared with the organization',
  Given: 'Somebody gives you what they saved',
  JobFinished: 'A job of yours is finished',
} as const;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;
export const NotificationKind = z.enum(Object.keys(NOTIFICATION_KINDS) as NotificationKind[]);

/** A message to one person in one org. */
export const Notification = z.object({
  id: z.string(),
  type: NotificationKind,
  message: z.string(),
  metadata: z.object({
    integration: z.string().optional(),
    /** The address, below the org, of what it is about. */
    path: z.string().optional(),
  }),
  updatedAt: z.string(),
});
export type Notification = z.infer<typeof Notification>;

/** The notifications of a page (W§9). */
export const NOTIFICATIONS_PER_PAGE = 10;

const params = z.object({ orgId: OrgId });
const Settings = z.record(NotificationKind, z.boolean());
const list = z.object({ data: z.array(Notification), total: z.int() });
const settings = z.object({ data: Settings });
const one = z.strictObject({ id: z.string().min(1).max(64) });

/** The notifications of the user in an org, and a setting for each kind. */
export const notificationContract = defineContract({
  getNotifications: {
    method: 'POST',
    path: '/api/{orgId}/notifications/get-notifications',
    batched: true,
    access: 'viewer',
    summary: 'The notifications of the user, newest first, in pages of ten.',
    params,
    input: z.strictObject({ page: z.int().min(1).max(1_000).default(1) }),
    output: list,
  },
  dismissNotification: {
    method: 'POST',
    path: '/api/{orgId}/notifications/dismiss',
    access: 'viewer',
    summary: 'Takes one notification off the list of the user.',
    params,
    input: one,
    output: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  },
  restoreNotification: {
    method: 'POST',
    path: '/api/{orgId}/notifications/restore',
    access: 'viewer',
    summary: 'Brings back one notification that the user dismissed.',
    params,
    input: one,
    output: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  },
  readNotificationSettings: {
    method: 'GET',
    path: '/api/{orgId}/notifications/settings',
    access: 'viewer',
    summary: 'Which kinds of notifications the user gets.',
    params,
    output: settings,
  },
  setNotificationSettings: {
    method: 'POST',
    path: '/api/{orgId}/notifications/settings',
    access: 'viewer',
    summary: 'Chooses which kinds the user gets; kinds that are not named stay.',
    params,
    input: z.strictObject({
      IntegrationError: z.boolean().optional(),
      Followed: z.boolean().optional(),
      Shared: z.boolean().optional(),
      Given: z.boolean().optional(),
      JobFinished: z.boolean().optional(),
    } satisfies Record<NotificationKind, z.ZodType>),
    output: settings,
  },
});
