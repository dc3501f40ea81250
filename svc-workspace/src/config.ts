import { SignUpMode } from '@cairn/contracts';
import { serviceEnv } from '@cairn/service-kit';
import { z } from 'zod';
import { DEFAULT_NOTIF_TIMEOUT } from './preferences/routes.ts';

/** The environment of svc-workspace, beyond that of every service. */
export const workspaceEnv = serviceEnv.extend({
  /** PostgreSQL; without it a SQLite file in the data directory. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  /** Who may create an account: everybody, invited people, or only the launcher. */
  CAIRN_SIGN_UP: SignUpMode.default('invitation'),
  /** The mail server: `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  CAIRN_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  /** The sender of mails; without one they come from cairn@ the host of the public address. */
  CAIRN_MAIL_FROM: z.string().min(3).max(254).optional(),
  /** Whether everybody may create one org of their own; superusers always may. */
  CAIRN_TRIALS: z.enum(['on', 'off']).default('off'),
  /** Seconds that messages stay on the page; 0 means until they are dismissed. */
  CAIRN_NOTIF_TIMEOUT: z.coerce.number().int().min(0).max(3600).default(DEFAULT_NOTIF_TIMEOUT),
});
