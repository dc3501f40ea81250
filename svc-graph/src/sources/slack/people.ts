import { SlackUser } from './shapes.ts';
import type { WorkspaceRows } from './workspace-rows.ts';

const told = (...names: (string | null | undefined)[]) => names.find((name) => name) ?? null;

/** Adds an account. Its address counts where Slack has confirmed it. */
export function addPerson(rows: WorkspaceRows, user: SlackUser): void {
  const { id, profile } = user;
  const name = told(user.real_name, profile?.real_name, profile?.display_name, user.name) ?? id;
  const isBot = user.is_bot === true || id === 'USLACKBOT';
  const email = profile?.email?.trim().toLowerCase() ?? '';
  const isVouched = email.includes('@') && !isBot && user.is_email_confirmed === true;
  rows.add('Person', {
    ...rows.common('user', id, { name, path: `team/${id}`, createdAt: null }),
    title: told(profile?.title),
    phone: told(profile?.phone),
    timezone: told(user.tz),
    avatarUrl: told(profile?.image_192),
    email: isVouched ? email : null,
    emails: isVouched ? [email] : [],
    isBot,
    botReason: isBot ? 'Slack says so.' : null,
  });
}

/** What is kept of an account; nothing of what is no account. */
export const cutUser = (value: unknown): SlackUser[] => {
  const { success, data } = SlackUser.safeParse(value);
  return success ? [data] : [];
};
