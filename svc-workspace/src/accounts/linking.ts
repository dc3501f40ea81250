import { AppError, type accountContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/tables.ts';
import { attempt, type AttemptLimit } from './attempts.ts';
import type { Auth } from './auth.ts';
import { currentOf } from './login.ts';
import { mergeUsers } from './merge-users.ts';

const MINUTES = 15;
const identifierOf = (code: string) => `login-code:${code}`;

/** Codes that merge two accounts into one (W§4, W§5). */
export function linkingRoutes(
  auth: Auth,
  db: Database,
  limit: AttemptLimit,
): Pick<Handlers<typeof accountContract>, 'createLoginCode' | 'linkLogin'> {
  return {
    createLoginCode: async (call) => {
      const { userId } = await currentOf(auth, call);
      const { internalAdapter } = await auth.$context;
      const code = randomBytes(15).toString('base64url');
      const expiresAt = new Date(Date.now() + MINUTES * 60_000);
      const identifier = identifierOf(code);
      await internalAdapter.createVerificationValue({ identifier, value: userId, expiresAt });
      return { code, expiresAt: expiresAt.toISOString() };
    },
    linkLogin: async (call) => {
      const { userId } = await currentOf(auth, call);
      const { internalAdapter } = await auth.$context;
      await attempt([[limit, `link ${userId}`]], async () => {
        const identifier = identifierOf(call.input.login_code);
        const link = await internalAdapter.findVerificationValue(identifier);
        if (!link || link.expiresAt <= new Date()) {
          throw new AppError('not_found', 'This login code was used or is too old. Ask for a new one.');
        }
        if (link.value === userId) {
          throw new AppError('conflict', 'This code is of the account that you are signed in with.');
        }
        await internalAdapter.consumeVerificationValue(identifier);
        await mergeUsers(db, userId, link.value);
      });
      return { success: true as const };
    },
  };
}
