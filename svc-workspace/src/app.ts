import {
  accountContract,
  deepLinkContract,
  internalContract,
  invitationContract,
  memberContract,
  SAVED_TYPES,
  workspaceContract,
  type SavedTypeTable,
  type SignUpMode,
  type UserId,
} from '@cairn/contracts';
import {
  atMostEvery,
  checkWritable,
  createVerifier,
  serve,
  type Logger,
  type ServiceApp,
  type Verifier,
} from '@cairn/service-kit';
import { createLocalJWKSet, errors } from 'jose';
import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import { attempt, limitAttempts } from './accounts/attempts.ts';
import type { Auth } from './accounts/auth.ts';
import { bootstrapRoutes } from './accounts/bootstrap.ts';
import { accountRoutes } from './accounts/routes.ts';
import { signClaims, userOfSession } from './accounts/sessions.ts';
import { changeEmail } from './accounts/users.ts';
import type { DatabaseEngine } from './database/dialects.ts';
import { answersSoon, databaseOutage } from './database/health.ts';
import type { LinkQuotas } from './deep-links/quotas.ts';
import { linkRoutes } from './deep-links/routes.ts';
import { linkStore } from './deep-links/store.ts';
import { exploreStateRoutes } from './explore-states/routes.ts';
import { exploreStateStore } from './explore-states/store.ts';
import { invitationCodes, invitationRoutes } from './invitations/routes.ts';
import { invitationStore } from './invitations/store.ts';
import { memberRoutes } from './members/routes.ts';
import { memberStore } from './members/store.ts';
import { orgRoutes } from './orgs/routes.ts';
import { orgStore } from './orgs/store.ts';
import { preferenceRoutes } from './preferences/routes.ts';
import { preferenceStore } from './preferences/store.ts';
import { tokenRoutes } from './tokens/routes.ts';

export interface WorkspaceDeps {
  readonly engine: DatabaseEngine;
  readonly auth: Auth;
  readonly secret: string;
  readonly publicUrl: string;
  readonly log: Logger;
  /** The folder of the database, where it is a file of Cairn's. */
  readonly dataDir?: string;
  /** Seconds that messages stay on the page; 0 means until they are dismissed. */
  readonly notifTimeout?: number;
  /** Who may make an account; who has an invitation, unless told otherwise. */
  readonly signUp?: SignUpMode;
  /** Whether everybody may try Cairn with one org of their own; off unless told otherwise. */
  readonly trials?: boolean;
  readonly registry?: Registry;
  /** The types of saved things that there are. */
  readonly savedTypes?: SavedTypeTable;
  /** How much a person and an org may keep. */
  readonly linkQuotas?: LinkQuotas;
}

const contractOf = (types: SavedTypeTable) => ({
  ...accountContract,
  ...workspaceContract,
  ...memberContract,
  ...invitationContract,
  ...deepLinkContract(types),
  ...internalContract,
});

/** A board may hold a million characters, and each may be escaped. */
const BODY_LIMIT = 4 * 1_048_576;

const DISK_CHECK_MS = 2_000;

/** The keys are our own, in our own database: no request to ourselves to verify a token. */
function localVerifier(auth: Auth): Verifier {
  let known: ReturnType<typeof createLocalJWKSet> | undefined;
  return createVerifier({
    keys: async (header, token) => {
      try {
        if (known) return await known(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      }
      known = createLocalJWKSet(await auth.api.getJwks());
      return known(header, token);
    },
  });
}

/** What somebody might guess at, limited per key, and how often a user may change their e-mail. */
function newGuards(auth: Auth) {
  const guesses = limitAttempts({
    max: 20,
    seconds: 600,
    counts: 'failures',
    denied: 'Too many codes that open nothing.',
  });
  const emails = limitAttempts({ max: 10, seconds: 3_600, counts: 'all', denied: 'Too many changes.' });
  return {
    guard: <T>(key: string, run: () => Promise<T>): Promise<T> => attempt([[guesses, key]], run),
    emailChange: (userId: UserId, email: string): Promise<void> =>
      attempt([[emails, userId]], () => changeEmail(auth, userId, email)),
  };
}

/** The app of svc-workspace: accounts, orgs and saved things. Its database must be migrated. */
export function createApp(deps: WorkspaceDeps): ServiceApp {
  const { engine, auth, secret, publicUrl, log, registry, dataDir, savedTypes = SAVED_TYPES } = deps;
  const { db, health } = engine;
  const orgs = orgStore(db);
  const identities = {
    userOfSession: (cookie: string) => userOfSession(auth, cookie),
    membershipOf: orgs.membershipOf,
    firstDayOf: orgs.firstDayOf,
    sign: signClaims.bind(null, auth),
  };
  const { signUp = 'invitation', trials = false } = deps;
  const { guard, emailChange } = newGuards(auth);
  const invitations = { store: invitationStore(db), secret };
  const account = { db, publicUrl, signUp, invitations: invitationCodes(invitations) };
  const handlers = {
    ...accountRoutes(auth, account),
    ...bootstrapRoutes(auth, orgs.ensureOwned),
    ...tokenRoutes(identities),
    ...orgRoutes(orgs, { trials, changeEmail: emailChange }),
    ...memberRoutes(memberStore(db)),
    ...invitationRoutes({ ...invitations, publicUrl, actorIn: orgs.actorIn, guard }),
    ...preferenceRoutes(preferenceStore(db), {
      notifTimeout: deps.notifTimeout,
      orgCreationProblem: (userId) => orgs.creationProblem(userId, trials),
      changeEmail: emailChange,
    }),
    ...linkRoutes(linkStore(db), orgs.actorIn, savedTypes, deps.linkQuotas),
    ...exploreStateRoutes(exploreStateStore(db)),
  };
  return serve(contractOf(savedTypes), handlers, {
    name: 'svc-workspace',
    log,
    verifier: localVerifier(auth),
    internalSecret: secret,
    bodyLimit: BODY_LIMIT,
    checks: {
      database: answersSoon(() => sql`select 1`.execute(db)),
      // Anybody may ask whether it is ready, and each check writes.
      ...(dataDir ? { disk: atMostEvery(DISK_CHECK_MS, () => checkWritable(dataDir)) } : {}),
    },
    problems: () => health.problems(),
    outageOf: databaseOutage,
    around: (call) => health.around(call),
    ...(registry ? { registry } : {}),
  });
}
