import { ROLE_WORDS, type Role } from '@cairn/contracts';
import type { Letter } from './mailer.ts';

const lettered = (to: string, subject: string, paragraphs: readonly string[]): Letter => ({
  to,
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
});

/** The letter that confirms the e-mail of a new account. */
export function confirmationLetter(to: string, url: string): Letter {
  return lettered(to, 'Confirm your e-mail for Cairn', [
    'Somebody made an account at Cairn with this e-mail. If it was you, open this link within an hour:',
    url,
    'If it was not you, do nothing. Without the link nobody can use the account.',
  ]);
}

/** The letter with which people set a new password. */
export function passwordLetter(to: string, url: string): Letter {
  return lettered(to, 'Set a new password for Cairn', [
    'Somebody asked for a new password of your Cairn account. If it was you, open this link within a day:',
    url,
    'If it was not you, do nothing. Your password stays as it is.',
  ]);
}

interface Invited {
  readonly orgName: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly url: string;
}

/** The letter that invites somebody into an org. */
export function invitationLetter(to: string, { orgName, role, invitedBy, url }: Invited): Letter {
  return lettered(to, `You are invited to ${orgName} on Cairn`, [
    `${invitedBy} invites you to ${orgName} as ${ROLE_WORDS[role]}. Open this link to join:`,
    url,
    'The link is for this e-mail alone and works once.',
  ]);
}
