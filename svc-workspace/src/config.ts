import { SignUpMode, type HelpLinks } from '@cairn/contracts';
import { serviceEnv } from '@cairn/service-kit';
import { z } from 'zod';
import type { ProviderKeys } from './accounts/auth.ts';
import { DEFAULT_NOTIF_TIMEOUT } from './preferences/routes.ts';

const page = z.url({ protocol: /^https?$/ }).optional();
const client = z.string().min(1).max(500).optional();

/** The environment of svc-workspace, beyond that of every service. */
export const workspaceEnv = serviceEnv
  .extend({
    /** PostgreSQL; without it a SQLite file in the data directory. */
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
      .optional(),
    /** svc-graph, which knows what data there is; without it all counts as there. */
    CAIRN_GRAPH_URL: z.url().optional(),
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
    /** Where the people of this installation find help. */
    CAIRN_COMMUNITY_URL: page,
    CAIRN_DOCS_URL: page,
    CAIRN_RELEASE_NOTES_URL: page,
    /** What GitHub and Google know this installation by; with both of one, its accounts sign in here. */
    CAIRN_GITHUB_CLIENT_ID: client,
    CAIRN_GITHUB_CLIENT_SECRET: client,
    CAIRN_GOOGLE_CLIENT_ID: client,
    CAIRN_GOOGLE_CLIENT_SECRET: client,
  })
  .superRefine((env, context) => {
    for (const name of ['GITHUB', 'GOOGLE'] as const) {
      const [id, secret] = [`CAIRN_${name}_CLIENT_ID`, `CAIRN_${name}_CLIENT_SECRET`] as const;
      if ((env[id] === undefined) === (env[secret] === undefined)) continue;
      const path = [env[id] === undefined ? id : secret];
      context.addIssue({ code: 'custom', path, message: 'must be set as well' });
    }
  });

/** The configured sites whose accounts sign in here. */
export function providersOf(env: z.output<typeof workspaceEnv>): ProviderKeys {
  const keys = (clientId: string | undefined, clientSecret: string | undefined) =>
    clientId && clientSecret ? { clientId, clientSecret } : null;
  const github = keys(env.CAIRN_GITHUB_CLIENT_ID, env.CAIRN_GITHUB_CLIENT_SECRET);
  const google = keys(env.CAIRN_GOOGLE_CLIENT_ID, env.CAIRN_GOOGLE_CLIENT_SECRET);
  return { ...(github ? { github } : {}), ...(google ? { google } : {}) };
}

/** The configured pages of help. */
export function helpLinksOf(env: z.output<typeof workspaceEnv>): HelpLinks {
  const { CAIRN_COMMUNITY_URL, CAIRN_DOCS_URL, CAIRN_RELEASE_NOTES_URL } = env;
  return {
    ...(CAIRN_COMMUNITY_URL ? { community: CAIRN_COMMUNITY_URL } : {}),
    ...(CAIRN_DOCS_URL ? { docs: CAIRN_DOCS_URL } : {}),
    ...(CAIRN_RELEASE_NOTES_URL ? { releaseNotes: CAIRN_RELEASE_NOTES_URL } : {}),
  };
}
