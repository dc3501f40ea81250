import { AppError, type accountContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import { passwordLetter } from '../mail/letters.ts';
import type { Mailer } from '../mail/mailer.ts';
import { attempt, limitAttempts, type AttemptLimit } from './attempts.ts';
import { confirmEmail, type Auth } from './auth.ts';
import type { EmailChanges } from './email-change.ts';
import { createPasswordLink } from './password-links.ts';
import { sessionOf } from './sessions.ts';

interface MailDeps {
  readonly publicUrl: string;
  readonly mailer: Mailer | undefined;
  addressOf(request: Request): string;
  readonly perAddress: AttemptLimit;
  readonly emails: Pick<EmailChanges, 'confirm'>;
}

const TOO_MANY = 'Too many mails were asked for.';

/** Mails a password link where there is such an account. */
async function mailPasswordLink(auth: Auth, email: string, { publicUrl, mailer }: MailDeps): Promise<void> {
  const { internalAdapter } = await auth.$context;
  const found = await internalAdapter.findUserByEmail(email.toLowerCase());
  if (!found || !mailer) return;
  const { url } = await createPasswordLink(auth, publicUrl, found.user.id);
  // Waiting for the mail server would tell whether there is an account.
  void mailer.send(passwordLetter(found.user.email, url));
}

/** The routes that begin or end with a mail. */
export function mailRoutes(
  auth: Auth,
  deps: MailDeps,
): Pick<Handlers<typeof accountContract>, 'forgotPassword' | 'confirmEmail'> {
  const { mailer, addressOf, perAddress, emails } = deps;
  const mails = limitAttempts({ max: 20, seconds: 3_600, counts: 'all', denied: TOO_MANY });
  const perEmail = limitAttempts({ max: 3, seconds: 3_600, counts: 'all', denied: TOO_MANY });
  return {
    forgotPassword: async ({ request, input: { email } }) => {
      if (!mailer)
        throw new AppError('forbidden', 'This Cairn sends no mail. Ask a superuser for a password link.');
      const limits: [AttemptLimit, string][] = [
        [mails, addressOf(request)],
        [perEmail, email.toLowerCase()],
      ];
      await attempt(limits, () => mailPasswordLink(auth, email, deps));
      return { success: true as const };
    },
    confirmEmail: ({ request, headers, input: { token } }) =>
      attempt([[perAddress, addressOf(request)]], async () => {
        const changed = await emails.confirm(token);
        if (changed) {
          const session = await sessionOf(auth, request.headers.get('cookie') ?? '');
          return { signedIn: session?.user.id === changed.userId };
        }
        const { cookies, wantsFactor } = await confirmEmail(auth, deps.publicUrl, request, token);
        for (const cookie of cookies) headers.append('set-cookie', cookie);
        if (wantsFactor) return { signedIn: false, secondFactor: true as const };
        return { signedIn: cookies.length > 0 };
      }),
  };
}
