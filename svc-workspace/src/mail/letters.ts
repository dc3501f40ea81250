import { ROLE_WORDS, type Role } from '@cairn/contracts';
import type { Letter } from './mailer.ts';

type Kind = Letter['kind'];
type Words = { readonly subject: string; readonly paragraphs: readonly string[] };

/** A letter of a kind. Its subject is the same for everybody, so nobody writes to strangers by it. */
const lettered = (kind: Kind, to: string, { subject, paragraphs }: Words): Letter => ({
  kind,
  to,
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
});

/** A name within a sentence; one that holds a link or an address, or is long, is left out. */
function mentioned(name: string, otherwise: string): string {
  const line = name.replace(/[\s\p{C}]+/gu, ' ').trim();
  const isPlain = line !== '' && line.length <= 100 && !/:\/|\/\/|@|www\.|\p{L}\.\p{L}{2,}/iu.test(line);
  return isPlain ? line : otherwise;
}

/** The letter that confirms the e-mail of a new account. */
export function confirmationLetter(to: string, url: string): Letter {
  return lettered('confirmation', to, {
    subject: 'Confirm your e-mail for Cairn',
    paragraphs: [
      'Somebody made an account at Cairn with this e-mail. If it was you, open this link within an hour:',
      url,
      'If it was not you, do nothing. Without the link nobody can use the account.',
    ],
  });
}

/** The letter with which people set a new password. */
export function passwordLetter(to: string, url: string): Letter {
  return lettered('password', to, {
    subject: 'Set a new password for Cairn',
    paragraphs: [
      'Somebody asked for a new password of your Cairn account. If it was you, open this link within a day:',
      url,
      'If it was not you, do nothing. Your password stays as it is.',
    ],
  });
}

/** The letter that confirms the e-mail to which somebody wants to change. */
export function newEmailLetter(to: string, url: string): Letter {
  return lettered('confirmation', to, {
    subject: 'Confirm your new e-mail for Cairn',
    paragraphs: [
      'Somebody wants to sign in at Cairn with this e-mail from now on. If it was you, open this link within a day:',
      url,
      'If it was not you, do nothing. Without the link nothing changes.',
    ],
  });
}

/** The letter that tells the present e-mail that another one is to take its place, or has taken it. */
export function formerEmailLetter(to: string, email: string, isDone: boolean): Letter {
  const happened = isDone
    ? `You sign in at Cairn with ${email} from now on, and no longer with this e-mail.`
    : `Somebody who knows your password wants to sign in to your Cairn account with ${email} in the place of this e-mail. It changes once they open the link that we mailed there.`;
  return lettered('notice', to, {
    subject: isDone ? 'Your e-mail at Cairn has changed' : 'Your e-mail at Cairn is to change',
    paragraphs: [
      happened,
      isDone
        ? 'If it was not you, ask whoever runs this Cairn for help.'
        : 'If it was not you, change your password at once. That also keeps this e-mail.',
    ],
  });
}

interface Invited {
  readonly orgName: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly url: string;
}

/** The letter that invites somebody into an org. */
export function invitationLetter(to: string, { orgName, role, invitedBy, url }: Invited): Letter {
  const org = mentioned(orgName, 'an organization');
  return lettered('invitation', to, {
    subject: 'You are invited to an organization on Cairn',
    paragraphs: [
      `${invitedBy} invites you to ${org} as ${ROLE_WORDS[role]}. Open this link to join:`,
      url,
      'The link is for this e-mail alone and works once.',
    ],
  });
}
