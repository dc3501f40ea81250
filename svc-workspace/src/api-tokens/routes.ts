import {
  AppError,
  ORG_RIGHTS,
  atLeast,
  READ_ONLY_MESSAGE,
  type apiTokenContract,
  type OrgActor,
  type OrgId,
  type UserId,
} from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { ApiTokenStore } from './store.ts';

interface ApiTokenDeps {
  /** The user of the session cookie of a call; throws where there is no session. */
  userOf(call: { readonly request: Request; readonly headers: Headers }): Promise<UserId>;
  actorIn(orgId: OrgId, userId: UserId): Promise<OrgActor | null>;
}

/** The API tokens of the session user. Every route requires a session, so a leaked token cannot create another. */
export function apiTokenRoutes(
  tokens: ApiTokenStore,
  { userOf, actorIn }: ApiTokenDeps,
): Handlers<typeof apiTokenContract> {
  return {
    listApiTokens: async (call) => ({ data: await tokens.list(await userOf(call)) }),
    createApiToken: async (call) => {
      const userId = await userOf(call);
      const { org_id: orgId, name, scope, days } = call.input;
      const actor = await actorIn(orgId, userId);
      if (!actor) throw new AppError('not_found', 'There is no such org, or you are not a member of it.');
      if (actor.role === 'viewer') throw new AppError('read_only', READ_ONLY_MESSAGE);
      if (scope === 'push' && !atLeast(actor.role, ORG_RIGHTS.manageSources))
        throw new AppError(
          'forbidden',
          'Only an admin makes a token that pushes: what it sends is seen by all.',
        );
      const token = await tokens.create(userId, { orgId, name, scope, days });
      return { token, data: await tokens.list(userId) };
    },
    revokeApiToken: async (call) => {
      const userId = await userOf(call);
      if (!(await tokens.revoke(userId, call.input.id))) {
        throw new AppError('not_found', 'There is no such token.');
      }
      return { data: await tokens.list(userId) };
    },
  };
}
