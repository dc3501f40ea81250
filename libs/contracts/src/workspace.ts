import { FirstDay } from '@cairn/query';
import { z } from 'zod';
import { deepLinkContract } from './deep-links.ts';
import { OrgId, PersonMeasures, Role, UserId } from './identity.ts';
import { ORG_RIGHTS } from './org-access.ts';
import { PreferenceChanges, Preferences } from './preferences.ts';
import { defineContract } from './route.ts';
import { shownName } from './shown-text.ts';
import { SubscribedOrg, Subscription, SubscriptionChange } from './subscription.ts';
import { LINK_TYPE_NAMES } from './saved-types/saved-types.ts';

/** Where the people of an installation find help (W§2.2); what it does not name is not offered. */
export const HelpLinks = z.object({
  community: z.url().optional(),
  docs: z.url().optional(),
  releaseNotes: z.url().optional(),
});
export type HelpLinks = z.infer<typeof HelpLinks>;

/** The session user's own account and settings. */
export const Me = z.object({
  id: UserId,
  email: z.string(),
  superuser: z.boolean(),
  /** The reason why they may not create an org; null when they may. */
  orgCreationProblem: z.string().nullable(),
  preferences: Preferences,
  /** Seconds until messages close by themselves; 0 keeps them open (W§9). */
  notifTimeout: z.int().min(0),
  help: HelpLinks.optional(),
});
export type Me = z.infer<typeof Me>;

/** The least role that creates boards: admins, or everybody but viewers (ruling 13). */
export const BoardCreator = z.enum(['user', 'admin']);

/** Whether members of an org need two factors. */
export const TwoFactorDemand = z.enum(['optional', 'required']);

export const Org = z.object({
  id: OrgId,
  name: z.string(),
  role: Role,
  signupEmail: z.string().nullable(),
  /** The first day of its weeks, in every query that names none. */
  firstDay: FirstDay,
  /** The least role that may create boards in it. */
  boardCreator: BoardCreator,
  /** Who sees the measures of one person in it. */
  personMeasures: PersonMeasures,
  /** Set where its members need two factors. */
  twoFactor: z.literal('required').optional(),
  /** Set where the caller lacks the second factor that it demands, and may read nothing of it. */
  needsTwoFactor: z.literal(true).optional(),
  /** Whether all its data is invented, which pages say; absent where it is not. */
  simulated: z.literal(true).optional(),
  /** What it has subscribed to; null for nothing yet, absent where this Cairn gives no trials. */
  subscription: Subscription.nullable().optional(),
});
export type Org = z.infer<typeof Org>;

const orgName = shownName(100);

export const workspaceContract = defineContract({
  me: {
    method: 'GET',
    path: '/api/user/me',
    access: 'session',
    summary: 'The session user.',
    output: z.object({ data: Me }),
  },
  listOrgs: {
    method: 'GET',
    path: '/api/user/orgs',
    access: 'session',
    summary: 'The orgs of the session user.',
    output: z.array(Org),
    errors: ['unavailable'],
  },
  updatePreferences: {
    method: 'POST',
    path: '/api/user/preferences',
    access: 'session',
    summary: 'Changes what the caller has chosen for themselves; what is not named stays.',
    input: PreferenceChanges,
    output: z.object({ data: Me }),
    changesUser: true,
  },
  createOrg: {
    method: 'POST',
    path: '/api/user/create-org',
    access: 'session',
    summary:
      'Creates an org with the caller as its super admin. With an e-mail that differs from theirs it changes that too, as update-email does; or neither happens.',
    input: z.strictObject({
      name: orgName,
      email: z.email('Please enter a valid email').max(254).optional(),
      /** Of the caller, for another e-mail. */
      password: z.string().max(128).optional(),
    }),
    output: z.object({ data: Org }),
    errors: ['forbidden', 'conflict', 'invalid_credentials', 'rate_limited'],
  },
  openSimulated: {
    method: 'POST',
    path: '/api/{orgId}/simulated-org',
    access: ORG_RIGHTS.manageSources,
    summary: 'The org of the caller for the simulated company, made where they belong to none.',
    params: z.object({ orgId: OrgId }),
    output: z.object({ data: Org }),
    errors: ['not_found', 'read_only'],
  },
  setSubscription: {
    method: 'POST',
    path: '/api/user/set-subscription',
    access: 'session',
    summary: 'Sets plan and status of an org, for superusers of this Cairn; what is not named stays.',
    input: SubscriptionChange,
    output: z.object({ data: Subscription }),
    errors: ['forbidden', 'not_found', 'conflict'],
  },
  listSubscriptions: {
    method: 'POST',
    path: '/api/user/list-subscriptions',
    access: 'session',
    summary:
      'The orgs of this Cairn that have a subscription, for its superusers; a hundred at most, whose names have these words.',
    input: z.strictObject({ search: z.string().trim().max(100).default('') }),
    output: z.object({ data: z.array(SubscribedOrg) }),
    errors: ['forbidden', 'conflict'],
  },
  updateEmail: {
    method: 'POST',
    path: '/api/user/update-email',
    access: 'session',
    summary:
      'Changes the e-mail that the caller signs in with, by their password. Where this Cairn sends mail, the present one stays until the link that goes to the new one is opened; else the new one counts as unconfirmed.',
    input: z.strictObject({
      email: z.email('Please enter a valid email').max(254),
      password: z.string().max(128).optional(),
    }),
    output: z.object({ data: Me }),
    errors: ['conflict', 'invalid_credentials', 'rate_limited'],
  },
  updateOrg: {
    method: 'POST',
    path: '/api/{orgId}/org-settings',
    access: ORG_RIGHTS.changeOrg,
    summary: 'Changes what holds for everybody in an org; what is not named stays.',
    params: z.object({ orgId: OrgId }),
    input: z.strictObject({
      name: orgName.optional(),
      firstDay: FirstDay.optional(),
      boardCreator: BoardCreator.optional(),
      personMeasures: PersonMeasures.optional(),
      /** Whoever demands two factors must have them. */
      twoFactor: TwoFactorDemand.optional(),
    }),
    output: z.object({ data: Org }),
    errors: ['not_found', 'read_only'],
    changesOrg: true,
  },
  ...deepLinkContract(LINK_TYPE_NAMES),
  storeState: {
    method: 'POST',
    path: '/api/{orgId}/explore-states',
    access: 'viewer',
    summary: 'Keeps an encoded query that is too long for an address; the same text gives the same key.',
    params: z.object({ orgId: OrgId }),
    input: z.strictObject({ text: z.string().min(1).max(500_000) }),
    output: z.object({ data: z.object({ key: z.string() }) }),
    errors: ['quota_exceeded'],
  },
  readState: {
    method: 'GET',
    path: '/api/{orgId}/explore-states/{key}',
    access: 'viewer',
    summary: 'The encoded query kept under a key.',
    params: z.object({ orgId: OrgId, key: z.string().regex(/^k[0-9a-f]{32}$/) }),
    output: z.object({ data: z.object({ text: z.string() }) }),
    errors: ['not_found'],
  },
});
