import { z } from 'zod';
import { EntityUuid, OrgId, UserId } from './identity.ts';
import { ORG_RIGHTS } from './org-access.ts';
import { READ_ERRORS } from './read-errors.ts';
import { defineContract } from './route.ts';

const params = z.object({ orgId: OrgId });

/** Who uses an account: a human, a program, or an agent that writes code itself. */
export const PersonType = z.enum(['person', 'bot', 'agent']);
export type PersonType = z.infer<typeof PersonType>;

/** An account of a person, and why it is theirs. */
export const PersonAccount = z.object({
  /** The uuid with which the account can be split off; null where only its source can change it. */
  uuid: z.string().nullable(),
  integration: z.string(),
  address: z.string(),
  /** The names that the account uses. */
  names: z.array(z.string()),
  /** Their own address, or what joins it: a mailmap, one login of a forge, an admin. */
  method: z.enum(['own', 'mailmap', 'login', 'vouched', 'email', 'decision', 'source']),
});
export type PersonAccount = z.infer<typeof PersonAccount>;

/** A person of the graph with their accounts. */
export const KnownPerson = z.object({
  uuid: z.string(),
  name: z.string(),
  type: PersonType,
  typeReason: z.string().nullable(),
  accounts: z.array(PersonAccount),
  /** The logins of Cairn that an admin linked to the person. */
  logins: z.array(UserId),
});
export type KnownPerson = z.infer<typeof KnownPerson>;

/** Two people who may be one, with the reasons. */
export const PersonSuggestion = z.object({
  people: z.tuple([KnownPerson, KnownPerson]),
  reasons: z.array(z.string()),
  /** From 0 to 1. */
  confidence: z.number(),
});
export type PersonSuggestion = z.infer<typeof PersonSuggestion>;

/** A decision of an admin. */
export const PersonDecision = z.object({
  number: z.int(),
  kind: z.enum(['merge', 'split', 'dismiss', 'classify', 'link', 'undo']),
  /** The decision in words, with the names of that time. */
  words: z.string(),
  reason: z.string().nullable(),
  author: z.string(),
  decidedAt: z.string(),
  /** False for an undo, and for a decision that was taken back. */
  canUndo: z.boolean(),
});
export type PersonDecision = z.infer<typeof PersonDecision>;

const page = { page: z.int().min(1).max(100_000).default(1), pageSize: z.int().min(1).max(100).default(25) };
const Paged = z.object({ page: z.int(), pageSize: z.int(), total: z.int() });
const reason = z.string().trim().max(500).optional();
const Decided = z.object({ data: z.object({ number: z.int() }) });
/** The person of a login, and what tells so. */
const PersonFound = z.object({
  data: z.object({ uuid: z.string(), name: z.string(), method: z.enum(['email', 'decision']) }).nullable(),
});
const decides = { method: 'POST', access: ORG_RIGHTS.manageIdentities, params, output: Decided } as const;

/** The routes of svc-graph about the people of the graph and their accounts. */
export const identityContract = defineContract({
  listPeople: {
    method: 'POST',
    path: '/api/{orgId}/identities/list',
    access: ORG_RIGHTS.manageIdentities,
    summary:
      'The people of the graph by name, with their accounts; a search finds names, addresses and logins.',
    params,
    input: z.strictObject({
      search: z.string().max(200).default(''),
      type: PersonType.optional(),
      ...page,
    }),
    output: z.object({ data: z.array(KnownPerson), meta: Paged }),
    errors: READ_ERRORS,
  },
  suggestMerges: {
    method: 'GET',
    path: '/api/{orgId}/identities/suggestions',
    access: ORG_RIGHTS.manageIdentities,
    summary: 'Pairs of people who may be one human, likeliest first, at most 100; `total` counts all.',
    params,
    output: z.object({ data: z.array(PersonSuggestion), meta: z.object({ total: z.int() }) }),
    errors: READ_ERRORS,
  },
  listDecisions: {
    method: 'POST',
    path: '/api/{orgId}/identities/decisions',
    access: ORG_RIGHTS.manageIdentities,
    summary: 'What admins decided about people, newest first.',
    params,
    input: z.strictObject(page),
    output: z.object({ data: z.array(PersonDecision), meta: Paged }),
    errors: READ_ERRORS,
  },
  mergePeople: {
    ...decides,
    path: '/api/{orgId}/identities/merge',
    summary: 'Gives all accounts of a person to another one. Nothing is deleted, and it can be undone.',
    input: z.strictObject({ person: EntityUuid, into: EntityUuid, reason }),
    errors: ['not_found', 'invalid_input', 'conflict', 'read_only'],
  },
  splitAccount: {
    ...decides,
    path: '/api/{orgId}/identities/split',
    summary: 'Makes an account a person of its own again.',
    input: z.strictObject({ account: EntityUuid, reason }),
    errors: ['not_found', 'conflict', 'read_only'],
  },
  dismissSuggestion: {
    ...decides,
    path: '/api/{orgId}/identities/dismiss',
    summary: 'Says that two people are not the same, so that it is not suggested again.',
    input: z.strictObject({ people: z.tuple([EntityUuid, EntityUuid]), reason }),
    errors: ['not_found', 'invalid_input', 'read_only'],
  },
  classifyPerson: {
    ...decides,
    path: '/api/{orgId}/identities/classify',
    summary: 'Says whether a person is a human, a bot or an AI agent.',
    input: z.strictObject({ person: EntityUuid, type: PersonType, reason }),
    errors: ['not_found', 'conflict', 'read_only'],
  },
  linkLogin: {
    ...decides,
    path: '/api/{orgId}/identities/link-login',
    summary: 'Says which person a login of the org is; a verified e-mail links by itself.',
    input: z.strictObject({ person: EntityUuid, userId: UserId, email: z.string().max(254), reason }),
    errors: ['not_found', 'read_only'],
  },
  ownPerson: {
    method: 'GET',
    path: '/api/{orgId}/identities/own',
    batched: true,
    access: 'viewer',
    summary: 'The person of the graph that the caller is; null where nothing tells.',
    params,
    output: PersonFound,
    errors: READ_ERRORS,
  },
  personOfUser: {
    method: 'POST',
    path: '/api/{orgId}/identities/of-user',
    batched: true,
    access: 'viewer',
    summary:
      'The person of the graph that another user is: by what an admin linked, else by their e-mail; null where nothing tells.',
    params,
    input: z.strictObject({ userId: UserId, email: z.string().max(254).default('') }),
    output: PersonFound,
    errors: READ_ERRORS,
  },
  undoDecision: {
    ...decides,
    path: '/api/{orgId}/identities/undo',
    summary: 'Takes a decision back; it stays in the log, and so does the undo.',
    input: z.strictObject({ number: z.int().min(1), reason }),
    errors: ['not_found', 'conflict', 'read_only'],
  },
});
