import {
  AppError,
  NOTIFICATIONS_PER_PAGE,
  type internalContract,
  type notificationContract,
  type OrgId,
  type UserId,
} from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { Message } from '../database/notify.ts';
import type { NotificationStore } from './store.ts';

type Tell = (orgId: OrgId, people: readonly UserId[], message: Message) => Promise<void>;

/** The notifications of the user, and the reports of other parts of Cairn that make some. */
export function notificationRoutes(
  notifications: NotificationStore,
  tell: Tell,
): Handlers<typeof notificationContract> & Pick<Handlers<typeof internalContract>, 'reportIntegration'> {
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
    readNotificationSettings: async ({ params: { orgId }, caller: { userId } }) => ({
      data: await notifications.wanted(orgId, userId),
    }),
    setNotificationSettings: async ({ params: { orgId }, caller: { userId }, input }) => {
      await notifications.setWanted(orgId, userId, input);
      return { data: await notifications.wanted(orgId, userId) };
    },
    reportIntegration: async ({ input: { orgId, sourceId: about, integration, error } }) => {
      const admins = await notifications.adminsOf(orgId);
      if (admins.length === 0) throw new AppError('not_found', 'There is no such org.');
      if (error === null) await notifications.withdraw(orgId, 'IntegrationError', about);
      else {
        const message = `[${integration}] Integration Error: ${error}`;
        const metadata = { integration, path: 'settings/integrations' };
        const at = new Date().toISOString();
        await tell(orgId, admins, { type: 'IntegrationError', about, message, metadata, at });
      }
      return { success: true as const };
    },
  };
}
