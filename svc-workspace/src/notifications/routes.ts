import { AppError, NOTIFICATIONS_PER_PAGE, type notificationContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { NotificationStore } from './store.ts';

/** The notifications of the user, and which kinds they want. */
export function notificationRoutes(notifications: NotificationStore): Handlers<typeof notificationContract> {
  return {
    getNotifications: async ({ params: { orgId }, caller: { userId }, input: { page } }) => {
      const limit = NOTIFICATIONS_PER_PAGE;
      const [data, total] = await Promise.all([
        notifications.page(orgId, userId, { offset: (page - 1) * limit, limit }),
        notifications.count(orgId, userId),
      ]);
      return { data, total };
    },
    dismissNotification: async ({ params: { orgId }, caller: { userId }, input: { id } }) => {
      if (await notifications.dismiss(orgId, userId, id)) return { success: true as const };
      throw new AppError('not_found', 'This notification was dismissed already.');
    },
    restoreNotification: async ({ params: { orgId }, caller: { userId }, input: { id } }) => {
      if (await notifications.restore(orgId, userId, id)) return { success: true as const };
      throw new AppError('not_found', 'This notification is not among those that you dismissed.');
    },
    readNotificationSettings: async ({ params: { orgId }, caller: { userId } }) => ({
      data: await notifications.wanted(orgId, userId),
    }),
    setNotificationSettings: async ({ params: { orgId }, caller: { userId }, input }) => {
      await notifications.setWanted(orgId, userId, input);
      return { data: await notifications.wanted(orgId, userId) };
    },
  };
}
