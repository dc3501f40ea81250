import { serviceEnv } from '@cairn/service-kit';
import { z } from 'zod';
import { DEFAULT_NOTIF_TIMEOUT } from './preferences/routes.ts';

/** What svc-workspace reads from its environment beside what every service reads. */
export const workspaceEnv = serviceEnv.extend({
  /** PostgreSQL; without it a SQLite file in the data directory. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  /** Whether strangers may make accounts. Closed: only bootstrap makes them. */
  CAIRN_SIGN_UP: z.enum(['open', 'closed']).default('closed'),
  /** Seconds that messages stay on the page; 0 means until they are dismissed. */
  CAIRN_NOTIF_TIMEOUT: z.coerce.number().int().min(0).max(3600).default(DEFAULT_NOTIF_TIMEOUT),
});
