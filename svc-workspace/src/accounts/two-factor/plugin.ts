import { twoFactor } from 'better-auth/plugins/two-factor';

/** Every endpoint that opens a session. A sign-in link of the terminal and a confirmed e-mail are one factor too. */
const SIGN_INS: ReadonlySet<string> = new Set([
  '/sign-in/email',
  '/one-time',
  '/verify-email',
  '/callback/:id',
]);

/** The second factor of better-auth, asked for however somebody signs in, which alone its plugin does for passwords. */
export function secondFactor(publicUrl: string) {
  const plugin = twoFactor({
    issuer: `Cairn (${new URL(publicUrl).host})`,
    // Whoever signs in at another site has no password to ask for.
    allowPasswordless: true,
    backupCodeOptions: { storeBackupCodes: 'encrypted' },
  });
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: ({ path = '' }: { path?: string }) => SIGN_INS.has(path),
  }));
  return { ...plugin, hooks: { after } };
}

/** Whether better-auth has answered a sign-in with the wish for a second factor. */
export const wantsFactor = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'twoFactorRedirect' in answer;
