import {
  accountContract,
  apiTokenContract,
  canSee,
  deepLinkContract,
  followingContract,
  invitationContract,
  memberContract,
  narrativePrefixContract,
  notificationContract,
  pictureContract,
  scopedActor,
  UserId,
  userStateContract,
  workspaceContract,
  type HelpLinks,
  type LinkType,
  type SavedTypeTable,
  type SignInProvider,
  type SignUpMode,
} from '@cairn/contracts';
import { auditContract } from '@cairn/contracts/audit';
import { internalContract } from '@cairn/contracts/internal';
import { colleagueContract } from '@cairn/contracts/colleagues';
import { followedChangesContract } from '@cairn/contracts/feed';
import { spaceContract } from '@cairn/contracts/spaces';
import { linkSearchContract } from '@cairn/contracts/link-search';
import { LINK_TYPES } from '@cairn/contracts/link-types';
import { openTabsContract } from '@cairn/contracts/open-tabs';
import { connectionContract, oidcContract } from '@cairn/contracts/oidc';
import { outboxContract } from '@cairn/contracts/outbox';
import { twoFactorContract } from '@cairn/contracts/two-factor';
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
import { emailChanges } from './accounts/email-change.ts';
import type { OidcSite } from './accounts/oidc/plugin.ts';
import { currentOf } from './accounts/login.ts';
import { createPasswordLink } from './accounts/password-links.ts';
import { accountRoutes } from './accounts/routes.ts';
import { signClaims, userOfSession } from './accounts/sessions.ts';
import type { DatabaseEngine } from './database/dialects.ts';
import type { Database } from './database/tables.ts';
import { auditRoutes } from './audit/routes.ts';
import { auditStore } from './audit/store.ts';
import { backupRoutes } from './backup/routes.ts';
import { apiTokenRoutes } from './api-tokens/routes.ts';
import { apiTokenStore } from './api-tokens/store.ts';
import { answersSoon, databaseOutage } from './database/health.ts';
import type { AskKinds } from './deep-links/availability.ts';
import type { LinkQuotas } from './deep-links/quotas.ts';
import type { ActorIn } from './deep-links/link-access.ts';
import { linkRoutes } from './deep-links/routes.ts';
import { linkStore } from './deep-links/store.ts';
import type { LinkStore } from './deep-links/link-store.ts';
import { exploreStateRoutes } from './explore-states/routes.ts';
import { exploreStateStore } from './explore-states/store.ts';
import { invitationCodes, invitationRoutes } from './invitations/routes.ts';
import { invitationStore } from './invitations/store.ts';
import type { Mailer } from './mail/mailer.ts';
import { colleagueRoutes, memberRoutes } from './members/routes.ts';
import { memberStore } from './members/store.ts';
import { orgRoutes } from './orgs/routes.ts';
import { orgStore, type OrgStore } from './orgs/store.ts';
import { pictureRoutes, pictureStore } from './preferences/pictures.ts';
import { preferenceRoutes } from './preferences/routes.ts';
import { preferenceStore } from './preferences/store.ts';
import { followedChangesRoutes, followingRoutes } from './following/routes.ts';
import { nothingNamed, type AskNames } from './graph/ask-names.ts';
import { followingStore } from './following/store.ts';
import { openTabRoutes } from './open-tabs/routes.ts';
import { openTabStore } from './open-tabs/store.ts';
import { outboxRoutes } from './outbox/routes.ts';
import { messageStore } from './outbox/store.ts';
import { narrativePrefixRoutes } from './narrative-prefixes/routes.ts';
import { narrativePrefixStore } from './narrative-prefixes/store.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { notificationStore } from './notifications/store.ts';
import { completingTasks } from './user-state/complete-tasks.ts';
import { userStateRoutes } from './user-state/routes.ts';
import { userStateStore } from './user-state/store.ts';
import { manualBilling } from './subscriptions/billing.ts';
import { subscriptionRoutes, withSubscriptions } from './subscriptions/routes.ts';
import { spaceRoutes } from './spaces/routes.ts';
import { spaceStore } from './spaces/store.ts';
import { tokenRoutes, type Identities } from './tokens/routes.ts';

export interface WorkspaceDeps {
  readonly engine: DatabaseEngine;
  readonly auth: Auth;
  /** Makes the accounts anew, for one provider of OpenID Connect. */
  readonly authFor: (site: OidcSite) => Auth;
  readonly secret: string;
  readonly publicUrl: string;
  readonly log: Logger;
  /** The folder of the database, where that is a file. */
  readonly dataDir?: string;
  /** Seconds that messages stay on the page; 0 means until they are dismissed. */
  readonly notifTimeout?: number;
  /** Where people find help. */
  readonly help?: HelpLinks;
  /** Who may create an account; invited people by default. */
  readonly signUp?: SignUpMode;
  /** Whether everybody may try Cairn with one org of their own; off by default. */
  readonly trials?: boolean;
  /** Sends mail, where a mail server is configured. */
  readonly mailer?: Mailer | undefined;
  /** The sites whose accounts sign in here. */
  readonly providers?: readonly SignInProvider[];
  readonly registry?: Registry;
  /** The types of saved things. */
  readonly savedTypes?: SavedTypeTable;
  /** How much a user and an org may keep. */
  readonly linkQuotas?: LinkQuotas;
  /** Asks svc-graph which data of an org is missing. */
  readonly askKinds?: AskKinds | undefined;
  /** Asks svc-graph what entities are called. */
  readonly askNames?: AskNames | undefined;
}

const contractOf = (types: SavedTypeTable) => ({
  ...accountContract,
  ...apiTokenContract,
  ...twoFactorContract,
  ...oidcContract,
  ...connectionContract,
  ...workspaceContract,
  ...memberContract,
  ...colleagueContract,
  ...invitationContract,
  ...auditContract,
  ...narrativePrefixContract,
  ...userStateContract,
  ...openTabsContract,
  ...notificationContract,
  ...followingContract,
  ...followedChangesContract,
  ...spaceContract,
  ...pictureContract,
  ...deepLinkContract(Object.keys(types) as LinkType[]),
  ...linkSearchContract(Object.keys(types) as LinkType[]),
  ...internalContract,
  ...outboxContract,
});

/** A board may hold a million characters, and each may be escaped. */
const BODY_LIMIT = 4 * 1_048_576;

const DISK_CHECK_MS = 2_000;

/** Verifies tokens with the keys of the service's own database, without a request to itself. */
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

/** The limits on guessing codes, per user, and higher per address, which many may share. */
function guardGuesses() {
  const rules = { seconds: 600, counts: 'failures', denied: 'Too many codes that open nothing.' } as const;
  const [perUser, perAddress] = [limitAttempts({ ...rules, max: 20 }), limitAttempts({ ...rules, max: 500 })];
  return <T>(key: string, run: () => Promise<T>): Promise<T> =>
    attempt([[key.startsWith('address ') ? perAddress : perUser, key]], run);
}

/** The stores and lookups of callers, for issuing tokens and deciding rights. */
function callersOf({ engine: { db }, auth }: WorkspaceDeps) {
  const orgs = orgStore(db);
  const apiTokens = apiTokenStore(db);
  const identities: Identities = {
    userOfSession: (cookie) => userOfSession(auth, cookie),
    bearerOf: async (token) => {
      const bearer = await apiTokens.find(token);
      if (!bearer) return null;
      const { scope: apiScope, ...owner } = bearer;
      return { ...owner, apiScope, superuser: false };
    },
    membershipOf: orgs.membershipOf,
    firstDayOf: orgs.firstDayOf,
    sign: signClaims.bind(null, auth),
  };
  const actorIn: ActorIn = async (orgId, caller) => {
    // An API token is valid in one org only.
    if (caller.apiScope && caller.orgId !== orgId) return null;
    const actor = await orgs.actorIn(orgId, caller.userId);
    return actor && scopedActor(actor, caller.apiScope);
  };
  return { orgs, apiTokens, identities, actorIn };
}

/** The routes that need the database alone. */
const plainRoutes = (engine: WorkspaceDeps['engine']) => ({
  ...pictureRoutes(pictureStore(engine.db)),
  ...auditRoutes(auditStore(engine.db)),
  ...narrativePrefixRoutes(narrativePrefixStore(engine.db)),
  ...outboxRoutes(messageStore(engine.db)),
  ...exploreStateRoutes(exploreStateStore(engine.db)),
  ...backupRoutes(engine),
});

/** What an org keeps for each of its people: open tabs, notifications, and what they follow. */
function personalRoutes(
  db: Database,
  deps: { readonly orgs: OrgStore; readonly links: LinkStore; readonly askNames: AskNames },
) {
  const { orgs, links, askNames } = deps;
  return {
    ...openTabRoutes(openTabStore(db)),
    ...notificationRoutes(notificationStore(db)),
    ...followingRoutes(followingStore(db), {
      askNames,
      seesLink: async (orgId, { userId }, type, id) => {
        const [actor, link] = await Promise.all([orgs.actorIn(orgId, userId), links.find(orgId, userId, id)]);
        return actor !== null && link?.type === type && canSee(actor, link);
      },
    }),
    ...followedChangesRoutes(db),
  };
}

function handlersOf(deps: WorkspaceDeps, savedTypes: SavedTypeTable) {
  const { engine, auth, secret, publicUrl, signUp = 'invitation', trials = false, mailer } = deps;
  const { askNames = nothingNamed } = deps;
  const { db } = engine;
  const { orgs, apiTokens, identities, actorIn } = callersOf(deps);
  const guard = guardGuesses();
  const emails = emailChanges(auth, { engine, publicUrl, mailer });
  const invitations = { store: invitationStore(db), secret };
  const links = linkStore(db, undefined, savedTypes);
  const states = userStateStore(db);
  const billing = trials ? manualBilling(db) : null;
  const linkOptions = { types: savedTypes, quotas: deps.linkQuotas, askKinds: deps.askKinds };
  const savedRoutes = linkRoutes(links, actorIn, linkOptions);
  const routes = {
    ...accountRoutes(auth, {
      db,
      secret,
      publicUrl,
      signUp,
      invitations: invitationCodes(invitations),
      mailer,
      providers: deps.providers ?? [],
      emails,
      authFor: deps.authFor,
    }),
    ...apiTokenRoutes(apiTokens, {
      userOf: async (call) => UserId.parse((await currentOf(auth, call)).userId),
      actorIn: orgs.actorIn,
    }),
    ...bootstrapRoutes(auth, { engine, publicUrl, ensureOrg: orgs.ensureOwned }),
    ...tokenRoutes(identities),
    ...orgRoutes(orgs, {
      trials,
      emails,
      mails: mailer !== undefined,
      subscribed: (seen, caller) => withSubscriptions(billing, seen, caller, deps.log),
    }),
    ...subscriptionRoutes(billing, actorIn),
    ...colleagueRoutes(memberStore(db)),
    ...memberRoutes(memberStore(db), (userId) => createPasswordLink(auth, publicUrl, userId)),
    ...invitationRoutes({ ...invitations, publicUrl, actorIn, guard, mailer }),
    ...preferenceRoutes(preferenceStore(db), {
      notifTimeout: deps.notifTimeout,
      help: deps.help,
      orgCreationProblem: (userId) => orgs.creationProblem(userId, trials),
      changeEmail: emails.change,
    }),
    ...savedRoutes,
    ...spaceRoutes(savedRoutes, spaceStore(db), { actorOf: actorIn, askNames }),
    ...userStateRoutes(states, { actorIn, askNames }),
    ...personalRoutes(db, { orgs, links, askNames }),
    ...plainRoutes(engine),
  };
  return completingTasks(routes, (userId, task) => states.completeEverywhere(userId, task));
}

/** The app of svc-workspace: accounts, orgs and saved things. Its database must be migrated. */
export function createApp(deps: WorkspaceDeps): ServiceApp {
  const { engine, auth, secret, log, registry, dataDir, savedTypes = LINK_TYPES } = deps;
  const { db, health } = engine;
  return serve(contractOf(savedTypes), handlersOf(deps, savedTypes), {
    name: 'svc-workspace',
    log,
    verifier: localVerifier(auth),
    internalSecret: secret,
    bodyLimit: BODY_LIMIT,
    checks: {
      database: answersSoon(() => sql`select 1`.execute(db)),
      // Anybody may ask for readiness and each check writes, so checks run at intervals.
      ...(dataDir ? { disk: atMostEvery(DISK_CHECK_MS, () => checkWritable(dataDir)) } : {}),
    },
    problems: () => [...health.problems(), ...(deps.mailer?.problems() ?? [])],
    outageOf: databaseOutage,
    around: (call) => health.around(call),
    ...(registry ? { registry } : {}),
  });
}
