import type { Cast, CallerName, TargetName } from './matrix-cast.ts';

/** How to call a route so that nothing but rights can refuse it. */
export interface TriedRoute {
  readonly input?: (cast: Cast, caller: CallerName) => unknown;
  readonly params?: (cast: Cast) => Record<string, string>;
  /** Puts back what a success has taken away. */
  readonly after?: (cast: Cast, caller: CallerName) => Promise<void>;
}

const org = ({ orgId }: Cast) => ({ org_id: orgId });
const link = (target: Parameters<Cast['thing']>[0]) => async (cast: Cast, caller: CallerName) => ({
  ...org(cast),
  id: await cast.thing(target, caller),
});
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
  updateOrg: { input: () => ({ firstDay: 1 }) },
  storeState: { input: () => ({ text: 'a query' }) },
  readState: { params: () => ({ key: `k${'0'.repeat(32)}` }) },
  listMembers: {},
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
  readPrefixes: { input: () => ({}) },
  upsertPrefix: { input: () => ({ name: 'N', prefix: 'P', global_key: 'agent' }) },
  deletePrefix: { input: () => ({ id: 'none' }) },
  readUserState: {},
  setOnboardingTask: { input: () => ({ id: 'profile-photo', action: 'complete' }) },
  trackActivity: { input: () => ({ type: 'board', id: 'b', name: 'B', url: '/own/boards/b' }) },
  getNotifications: { input: () => ({}) },
  dismissNotification: { input: () => ({ id: 'none' }) },
  readNotificationSettings: {},
  setNotificationSettings: { input: () => ({ Shared: true }) },
  listFollowed: {},
  follow: { input: () => ({ kind: 'team', id: 't', action: 'add' }) },
  createLink: {
    input: (cast) => ({
      ...org(cast),
      type: 'explore-v1',
      name: 'New',
      state: '{"params":{"select":["Commit"]}}',
    }),
  },
  listLinks: { input: org },
  readLink: { input: link('org') },
  updateLink: { input: async (cast, caller) => ({ ...(await link('org')(cast, caller)), name: 'Changed' }) },
  deleteLink: { input: link('org') },
  duplicateLink: { input: link('org') },
  hitLink: { input: link('org') },
  bookmarkLink: { input: async (cast, caller) => ({ ...(await link('org')(cast, caller)), action: 'add' }) },
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
  updateOrg: '-RF+++NNF',
  storeState: '-+++++NN+',
  readState: '-NNNNNNNN',
  listMembers: '-FF+++NNF',
  setMemberRole: '-RF+++NNF',
  removeMember: '-RF+++NNF',
  createPasswordLink: '-RFFF+NNF',
  leaveOrg: '-R++++NNF',
  listInvitations: '-RF+++NNF',
  createInvitation: '-RF+++NNF',
  toggleInvitations: '-RF+++NNF',
  joinOrg: '-NNNNNNNF',
  listAudit: '-FF+++NNF',
  exportAudit: '-FF+++NNF',
  readPrefixes: '-FFFF+FFF',
  upsertPrefix: '-FFFF+FFF',
  deletePrefix: '-FFFFNFFF',
  readUserState: '-+++++NN+',
  setOnboardingTask: '-+++++NN+',
  trackActivity: '-+++++NN+',
  getNotifications: '-+++++NN+',
  dismissNotification: '-NNNNNNNN',
  readNotificationSettings: '-+++++NN+',
  setNotificationSettings: '-+++++NN+',
  listFollowed: '-+++++NN+',
  follow: '-+++++NN+',
  createLink: '-R++++NN+',
  listLinks: '-+++++NN+',
  readLink: '-+++++NN+',
  updateLink: '-RF+++NNF',
  deleteLink: '-RF+++NNF',
  duplicateLink: '-R++++NN+',
  hitLink: '-+++++NN+',
  bookmarkLink: '-+++++NN+',
};

const SEEN = '-+++++NN+';
const HIDDEN = '-NNNNNNNN';
const unseen = { private: HIDDEN, elsewhere: HIDDEN, deleted: HIDDEN };
const marked = { own: SEEN, org: SEEN, global: SEEN, ...unseen };
const changed = { own: '-R++++NN+', org: '-RF+++NNF', global: '-RFFF+NNF', ...unseen };
const copied = { own: '-R++++NN+', org: '-R++++NN+', global: '-R++++NN+', ...unseen };

/** The same for each thing that a route may concern. Private, foreign and deleted things do not exist, for superusers too. */
export const THING_RIGHTS: Readonly<Record<string, Readonly<Record<TargetName, string>>>> = {
  readLink: marked,
  hitLink: marked,
  bookmarkLink: marked,
  updateLink: changed,
  deleteLink: changed,
  duplicateLink: copied,
};
