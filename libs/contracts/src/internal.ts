import { z } from 'zod';
import { OrgId, Role, UserId } from './identity.ts';
import { defineContract } from './route.ts';

const Token = z.object({ token: z.string(), expiresAt: z.string() });
const SessionToken = Token.extend({
  userId: UserId,
  role: Role.optional(),
  /** Headers for the browser: the session cookie again, when the session was prolonged. */
  cookies: z.array(z.string()),
});

/** The owner of an installation, and since when: made now, kept from before, or found in an older installation. */
const KeptOwner = z.object({ email: z.string(), how: z.enum(['made', 'kept', 'bound']) });

const folder = z
  .string()
  .min(1)
  .max(4_096)
  .regex(/^(\/|[A-Za-z]:\\)/, 'must be an absolute path');

/** The route of svc-graph for `npm run backup`; the gateway never proxies it. */
export const graphBackupContract = defineContract({
  backupGraphs: {
    method: 'POST',
    path: '/internal/backup-graphs',
    access: 'internal',
    summary: 'Copies the graph of every org into an empty folder. Writes to each wait while it is copied.',
    input: z.strictObject({ folder }),
    output: z.object({ orgs: z.array(z.string()) }),
    errors: ['conflict'],
  },
});

/** What came of a new key for the secrets of sources. */
const RotatedSecrets = z.object({ orgs: z.int(), resealed: z.int(), lost: z.int() });
export type RotatedSecrets = z.infer<typeof RotatedSecrets>;

/** The route of svc-graph for `npm run rotate-secrets`; the gateway never proxies it. */
export const graphSecretsContract = defineContract({
  rotateSecrets: {
    method: 'POST',
    path: '/internal/rotate-secrets',
    access: 'internal',
    summary: 'Seals the secrets of all sources by a new key, and drops the former one once all are.',
    input: z.strictObject({}),
    output: RotatedSecrets,
    errors: ['conflict'],
  },
});

/** The routes of svc-workspace for the gateway and the launcher; the gateway never proxies these. */
export const internalContract = defineContract({
  exchangeSession: {
    method: 'POST',
    path: '/internal/token',
    access: 'internal',
    summary: 'The token of a session or of an API token, for one of its orgs or for none.',
    input: z.strictObject({
      cookie: z.string().max(8_192).default(''),
      apiToken: z.string().max(200).optional(),
      orgId: OrgId.optional(),
    }),
    output: SessionToken,
    errors: ['not_found', 'two_factor_required'],
  },
  serviceToken: {
    method: 'POST',
    path: '/internal/service-token',
    access: 'internal',
    summary: 'A token with role admin for what Cairn itself does in an org.',
    input: z.strictObject({ orgId: OrgId }),
    output: Token,
    errors: ['not_found'],
  },
  bootstrap: {
    method: 'POST',
    path: '/internal/bootstrap',
    access: 'internal',
    summary:
      'Makes the first org and its owner where there is none, and a sign-in token of the owner for 15 minutes. It gives rights to nobody else.',
    input: z.strictObject({
      /** Of the owner who is to be made; it says nothing where there is an owner. */
      email: z.email().max(254),
      /** The new password of the owner. */
      password: z.string().min(8, 'needs at least 8 characters').max(128).optional(),
      orgName: z.string().trim().min(1).max(200),
      /** The org that this installation made earlier. */
      orgId: OrgId.optional(),
    }),
    output: z.object({
      orgId: OrgId,
      userId: UserId,
      signInToken: z.string(),
      hasPassword: z.boolean(),
      owner: KeptOwner,
    }),
    errors: ['invalid_input', 'conflict'],
  },
  regainOwner: {
    method: 'POST',
    path: '/internal/regain-owner',
    access: 'internal',
    summary:
      'Opens the owner’s account again, or makes the account of an e-mail the owner. Its ways of signing in and its sessions end.',
    input: z.strictObject({
      email: z.email().max(254).optional(),
      /** The org that this installation made. */
      orgId: OrgId.optional(),
    }),
    output: z.object({
      email: z.string(),
      /** The e-mail of who was the owner until now; null where it stays the same. */
      former: z.string().nullable(),
      /** The page that signs the owner in, once, for 15 minutes. */
      url: z.string(),
    }),
    errors: ['not_found'],
  },
  backupWorkspace: {
    method: 'POST',
    path: '/internal/backup-workspace',
    access: 'internal',
    summary: 'Copies the accounts and saved things into a new file, as of one moment.',
    input: z.strictObject({ file: folder }),
    output: z.object({ success: z.literal(true) }),
    errors: ['conflict'],
  },
  simulatedOrg: {
    method: 'POST',
    path: '/internal/simulated-org',
    access: 'internal',
    summary: 'An org for simulated data, made where it is missing; the user is its super admin.',
    input: z.strictObject({
      userId: UserId,
      orgName: z.string().trim().min(1).max(200),
      orgId: OrgId.optional(),
    }),
    output: z.object({ orgId: OrgId }),
  },
});
