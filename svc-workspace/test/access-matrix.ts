import type { CallerName } from '@cairn/service-kit/matrix';
import { ENTITY_ITEM, type Cast, type TargetName } from './matrix-cast.ts';

/** How to call a route so that nothing but rights can refuse it. */
export interface TriedRoute {
  readonly input?: (cast: Cast, caller: CallerName) => unknown;
  readonly params?: (cast: Cast) => Record<string, string>;
  /** Puts back what a success has taken away. */
  readonly after?: (cast: Cast, caller: CallerName) => Promise<void>;
}

const org = ({ orgId }: Cast) => ({ org_id: orgId });
type Input = (cast: Cast, caller: CallerName) => Promise<object>;
type OfThing = (target: TargetName) => Input;

const link =
  (more: object = {}): OfThing =>
  (target) =>
  async (cast, caller) => ({ ...org(cast), id: await cast.thing(target, caller), ...more });
const space =
  (field: 'uuid' | 'space_id', more: object = {}): OfThing =>
  (target) =>
  async (cast, caller) => ({ [field]: await cast.thing(target, caller, 'space-v1'), ...more });
/** What a caller deleted, where they can have seen it, and what others did. */
const deleted: OfThing = (target) => async (cast, caller) => {
  const id = await cast.thing(target, caller);
  await cast.remove(id, target, caller);
  return { ...org(cast), id };
};
/** Gives a thing to the only member whom nobody signs in as. */
const given: OfThing = (target) => async (cast, caller) => ({
  ...org(cast),
  id: await cast.thing(target, caller),
  owner: await cast.bystander(),
});
const NEW_ITEM = { name: 'Ada', ...ENTITY_ITEM };

/** How to call the routes that concern a thing. */
export const THING_INPUTS: Readonly<Record<string, OfThing>> = {
  readLink: link(),
  hitLink: link(),
  bookmarkLink: link({ action: 'add' }),
  updateLink: link({ name: 'x' }),
  annotateLink: link({ useCase: 'x' }),
  deleteLink: link(),
  duplicateLink: link(),
  restoreLink: deleted,
  setLinkOwner: given,
  readSpace: space('uuid'),
  pinSpace: space('space_id', { action: 'add' }),
  updateSpace: space('uuid', { name: 'x' }),
  deleteSpace: space('uuid'),
  createSpaceItem: space('space_id', NEW_ITEM),
  readSpaceItem: space('space_id', { uuid: 'i' }),
  updateSpaceItem: space('space_id', { uuid: 'i', place: 0 }),
  deleteSpaceItem: space('space_id', { uuid: 'i' }),
};

/** The same routes, each for a thing that is shared with the org. */
const ofShared = Object.fromEntries(
  Object.entries(THING_INPUTS).map(([name, of]): [string, TriedRoute] => [name, { input: of('org') }]),
);

const member = async (cast: Cast) => ({ user_id: await cast.bystander() });

const ROLE_OF = {
  viewer: 'viewer',
  user: 'user',
  admin: 'admin',
  super: 'super',
  superuser: 'super',
} as const;

/** Every route that asks for a session or a role. */
export const TRIED_ROUTES: Readonly<Record<string, TriedRoute>> = {
  me: {},
  listOrgs: {},
  updatePreferences: { input: () => ({ theme: 'dark' }) },
  createOrg: {
    input: () => ({ name: 'Mine' }),
    // One org each; the next attempt of the same caller is about rights again.
    after: async ({ at }) => {
      await at.engine.db.deleteFrom('orgs').where('name', '=', 'Mine').execute();
    },
  },
  setPicture: { input: () => ({ png: null }) },
  readPicture: { params: (cast) => ({ userId: cast.callers.admin.userId }) },
  updateEmail: { input: (_, caller) => ({ email: `${caller}@example.com` }) },
  // What it opened would be one more org for later calls of the same caller.
  openSimulated: {
    after: async ({ at }) => {
      await at.engine.db.deleteFrom('orgs').where('simulated', '=', 1).execute();
    },
  },
  setSubscription: { input: (cast) => ({ ...org(cast), status: 'active' }) },
  listSubscriptions: { input: () => ({}) },
  updateOrg: { input: () => ({ firstDay: 1 }) },
  storeState: { input: () => ({ text: 'a query' }) },
  readState: { params: () => ({ key: `k${'0'.repeat(32)}` }) },
  listMembers: {},
  listColleagues: { input: () => ({}) },
  setMemberRole: { input: async (cast) => ({ ...(await member(cast)), role: 'viewer' }) },
  removeMember: { input: member },
  createPasswordLink: { input: member },
  leaveOrg: {
    after: async ({ at, orgId, callers }, caller) => {
      if (!(caller in ROLE_OF)) return;
      const role = ROLE_OF[caller as keyof typeof ROLE_OF];
      const row = { org_id: orgId, user_id: callers[caller].userId, role, created_at: '2026-01-01' };
      await at.engine.db
        .insertInto('members')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  },
  listInvitations: { input: org },
  createInvitation: { input: (cast) => ({ ...org(cast), role: 'viewer' }) },
  toggleInvitations: { input: (cast) => ({ ...org(cast), enabled: true }) },
  joinOrg: { input: () => ({ invite_code: 'none' }) },
  listAudit: { input: () => ({}) },
  exportAudit: {},
  listOidcProviders: {},
  saveOidcProvider: {
    input: () => ({
      name: 'Company',
      issuer: 'https://login.example.com',
      clientId: 'cairn',
      clientSecret: 'known to both sides',
      domains: [],
      orgId: null,
      role: 'user',
      // An enabled one is asked what it is.
      enabled: false,
    }),
  },
  removeOidcProvider: { input: () => ({ id: 'none' }) },
  readPrefixes: { input: () => ({}) },
  upsertPrefix: { input: () => ({ name: 'N', prefix: 'P', global_key: 'agent' }) },
  deletePrefix: { input: () => ({ id: 'none' }) },
  readUserState: {},
  setOnboardingTask: { input: () => ({ id: 'profile-photo', action: 'complete' }) },
  trackActivity: { input: () => ({ type: 'board', id: 'b', name: 'B', url: '/own/boards/b' }) },
  recordVisit: {},
  readOpenTabs: {},
  saveOpenTabs: {
    input: () => ({ revision: 0, tabs: [] }),
    // The script is one of the callers, whose tabs it would find saved.
    after: async ({ at }) => {
      await at.engine.db.deleteFrom('open_tabs').execute();
    },
  },
  getNotifications: { input: () => ({}) },
  dismissNotification: { input: () => ({ id: 'none' }) },
  restoreNotification: { input: () => ({ id: 'none' }) },
  readNotificationSettings: {},
  setNotificationSettings: { input: () => ({ Shared: true }) },
  listFollowed: {},
  follow: { input: () => ({ kind: 'team', id: '0b0e2d4e-0000-5000-8000-000000000001', action: 'add' }) },
  listFollowedChanges: { input: () => ({ start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:00Z' }) },
  listSpaces: {},
  createSpace: { input: () => ({ name: 'New' }) },
  createLink: {
    input: (cast) => ({
      ...org(cast),
      type: 'explore-v1',
      name: 'New',
      state: '{"params":{"select":["Commit"]}}',
    }),
  },
  listLinks: { input: org },
  searchLinks: { input: org },
  readThumbnails: {
    input: async (cast, caller) => ({ ...org(cast), ids: [await cast.thing('org', caller)] }),
  },
  listDeleted: { input: org },
  regroupLinks: { input: (cast) => ({ ...org(cast), fromGroup: 'a', toGroup: 'b' }) },
  ...ofShared,
};

/**
 * What each route answers to nobody, viewer, user, admin, super, superuser, stranger, removed and script:
 * `+` done, `-` unauthenticated, `R` read_only, `F` forbidden, `N` not_found.
 */
export const ROUTE_RIGHTS: Readonly<Record<keyof typeof TRIED_ROUTES, string>> = {
  me: '-++++++++',
  listOrgs: '-++++++++',
  updatePreferences: '-+++++++F',
  createOrg: '-FFFF+FFF',
  setPicture: '-+++++++F',
  readPicture: '-NNNNNNNN',
  updateEmail: '-+++++++F',
  openSimulated: '-RF+++NNF',
  setSubscription: '-FFFF+NNF',
  listSubscriptions: '-FFFF+FFF',
  updateOrg: '-RF+++NNF',
  storeState: '-+++++NN+',
  readState: '-NNNNNNNN',
  listMembers: '-FF+++NNF',
  listColleagues: '-+++++NN+',
  setMemberRole: '-RF+++NNF',
  removeMember: '-RF+++NNF',
  createPasswordLink: '-RFFF+NNF',
  leaveOrg: '-+++++NNF',
  listInvitations: '-RF+++NNF',
  createInvitation: '-RF+++NNF',
  toggleInvitations: '-RF+++NNF',
  joinOrg: '-NNNNNNNF',
  listAudit: '-FF+++NNF',
  exportAudit: '-FF+++NNF',
  listOidcProviders: '-FFFF+FFF',
  saveOidcProvider: '-FFFF+FFF',
  removeOidcProvider: '-FFFFNFFF',
  readPrefixes: '-FFFF+FFF',
  upsertPrefix: '-FFFF+FFF',
  deletePrefix: '-FFFFNFFF',
  readUserState: '-+++++NN+',
  setOnboardingTask: '-+++++NN+',
  trackActivity: '-+++++NN+',
  recordVisit: '-+++++NN+',
  readOpenTabs: '-+++++NN+',
  saveOpenTabs: '-+++++NN+',
  getNotifications: '-+++++NN+',
  dismissNotification: '-NNNNNNNN',
  restoreNotification: '-NNNNNNNN',
  readNotificationSettings: '-+++++NN+',
  setNotificationSettings: '-+++++NN+',
  listFollowed: '-+++++NN+',
  follow: '-+++++NN+',
  listFollowedChanges: '-+++++NN+',
  listSpaces: '-+++++NN+',
  readSpace: '-+++++NN+',
  createSpace: '-R++++NN+',
  updateSpace: '-RF+++NNF',
  deleteSpace: '-RF+++NNF',
  pinSpace: '-+++++NN+',
  createSpaceItem: '-RF+++NNF',
  readSpaceItem: '-+++++NN+',
  updateSpaceItem: '-RF+++NNF',
  deleteSpaceItem: '-RF+++NNF',
  createLink: '-R++++NN+',
  listLinks: '-+++++NN+',
  searchLinks: '-+++++NN+',
  readThumbnails: '-+++++NN+',
  annotateLink: '-RF+++NNF',
  regroupLinks: '-R++++NN+',
  readLink: '-+++++NN+',
  updateLink: '-RF+++NNF',
  deleteLink: '-RF+++NNF',
  duplicateLink: '-R++++NN+',
  restoreLink: '-RF+++NNF',
  listDeleted: '-+++++NN+',
  setLinkOwner: '-RF+++NNF',
  hitLink: '-+++++NN+',
  bookmarkLink: '-+++++NN+',
};

const SEEN = '-+++++NN+';
const HIDDEN = '-NNNNNNNN';
const unseen = { private: HIDDEN, elsewhere: HIDDEN, deleted: HIDDEN };
const marked = { own: SEEN, org: SEEN, global: SEEN, ...unseen };
const changed = { own: '-R++++NN+', org: '-RF+++NNF', global: '-RFFF+NNF', ...unseen };
const copied = { own: '-R++++NN+', org: '-R++++NN+', global: '-R++++NN+', ...unseen };

/** A space that is shared belongs to the admins of its org, whoever made it. */
const shared = { own: '-R++++NN+', org: '-RF+++NNF', global: '-RFFF+NNF', ...unseen };

/** The same for each thing that a route may concern. Private, foreign and deleted things do not exist, for superusers too. */
export const THING_RIGHTS: Readonly<Record<string, Readonly<Record<TargetName, string>>>> = {
  readLink: marked,
  hitLink: marked,
  bookmarkLink: marked,
  updateLink: changed,
  annotateLink: changed,
  deleteLink: changed,
  duplicateLink: copied,
  restoreLink: changed,
  setLinkOwner: { own: '-RFFFFNNF', org: '-RF+++NNF', global: '-RFFFFNNF', ...unseen },
  readSpace: marked,
  pinSpace: marked,
  updateSpace: shared,
  deleteSpace: shared,
  createSpaceItem: shared,
  readSpaceItem: marked,
  updateSpaceItem: shared,
  deleteSpaceItem: shared,
};
