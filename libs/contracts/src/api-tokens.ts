import { z } from 'zod';
import { ApiScope, OrgId } from './identity.ts';
import { defineContract } from './route.ts';
import { shownName } from './shown-text.ts';

/** What an API token may do, in words. None of them changes accounts, members or invitations. */
export const API_SCOPES: Readonly<Record<ApiScope, string>> = {
  viewer: 'Read',
  user: 'Read and save',
  admin: 'Read, save and administer',
  push: 'Push, and nothing else',
};

/** How long an API token may work, in days. */
export const API_TOKEN_DAYS = { least: 1, usual: 90, most: 365 } as const;

/** Every API token begins with this, so that a scanner finds one that was published. */
export const API_TOKEN_PREFIX = 'cairn_';

/** An API token as its owner sees it later; the token itself is shown once. */
export const ApiToken = z.object({
  id: z.string(),
  name: z.string(),
  orgId: OrgId,
  orgName: z.string(),
  scope: ApiScope,
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

const list = z.array(ApiToken);

/** The API tokens of the user of the session cookie. A token makes no tokens. */
export const apiTokenContract = defineContract({
  listApiTokens: {
    method: 'GET',
    path: '/api/auth/api-tokens',
    access: 'public',
    summary: 'The API tokens of the user, newest first.',
    output: z.object({ data: list }),
    errors: ['unauthenticated'],
  },
  createApiToken: {
    method: 'POST',
    path: '/api/auth/api-tokens/create',
    access: 'public',
    summary: 'Makes an API token for one org of the user. The token is in this answer alone.',
    input: z.strictObject({
      name: shownName(100),
      org_id: OrgId,
      scope: ApiScope,
      days: z.int().min(API_TOKEN_DAYS.least).max(API_TOKEN_DAYS.most).default(API_TOKEN_DAYS.usual),
    }),
    output: z.object({ token: z.string(), data: list }),
    errors: [
      'unauthenticated',
      'not_found',
      'read_only',
      'forbidden',
      'quota_exceeded',
      'two_factor_required',
    ],
  },
  revokeApiToken: {
    method: 'POST',
    path: '/api/auth/api-tokens/revoke',
    access: 'public',
    summary: 'Ends an API token, from the next request on.',
    input: z.strictObject({ id: z.string().min(1).max(64) }),
    output: z.object({ data: list }),
    errors: ['unauthenticated', 'not_found'],
    endsSessions: true,
  },
});
