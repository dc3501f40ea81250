import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError, atLeast, READ_ONLY_MESSAGE, type Caller, type Route } from '@cairn/contracts';
import { z } from 'zod';
import type { Verifier } from './tokens.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares two secrets in constant time. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

/** Throws unless a request comes from a part of Cairn itself, which knows the secret. Without a secret nobody does. */
export function requireInternal(request: Request, secret: string | undefined): void {
  const given = request.headers.get('x-cairn-internal');
  if (given && secret && sameSecret(given, secret)) return;
  throw new AppError('unauthenticated', 'This is for the parts of Cairn itself.');
}

/** Whether the org is named in the input, so that the handler checks it. */
const namesOrg = ({ input }: Route) => input instanceof z.ZodObject && 'org_id' in input.shape;

/** Who found an API token has not found an account. */
function refuseApiToken(route: Route, { apiScope }: Caller): void {
  if (apiScope === undefined || route.access !== 'session' || route.method === 'GET' || namesOrg(route))
    return;
  throw new AppError('forbidden', 'An API token does not change accounts. Do it in the browser.');
}

/** An API token that pushes calls what is made for it, and nobody else calls that. */
function requireScope({ scope }: Route, { apiScope }: Caller): void {
  if (scope === undefined && apiScope === 'push')
    throw new AppError(
      'forbidden',
      'This API token only pushes. Make one that reads under Settings, Logins.',
    );
  if (scope === undefined || scope === apiScope) return;
  throw new AppError(
    'forbidden',
    'This takes an API token that only pushes. An admin makes one under Settings, Logins.',
  );
}

function requireRole(route: Route, caller: Caller, orgId: string | undefined): void {
  if (route.access === 'public' || route.access === 'session' || route.access === 'internal') return;
  if (orgId === undefined || caller.orgId !== orgId || !caller.role) {
    throw new AppError('not_found', 'There is no such org, or you are not a member of it.');
  }
  if (atLeast(caller.role, route.access)) return;
  if (caller.role === 'viewer' && route.errors?.includes('read_only')) {
    throw new AppError('read_only', READ_ONLY_MESSAGE);
  }
  throw new AppError('forbidden', `This needs the role ${route.access}; yours is ${caller.role}.`);
}

/** Authenticates and authorises a request for its route; rejects with the error of the route's access. */
export async function admit(
  route: Route,
  request: Request,
  orgId: string | undefined,
  keys: { verifier: Verifier; internalSecret?: string },
): Promise<Caller | null> {
  if (route.access === 'public') return null;
  if (route.access === 'internal') {
    requireInternal(request, keys.internalSecret);
    return null;
  }
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!token) throw new AppError('unauthenticated', 'Sign in to go on.');
  const caller = await keys.verifier(token);
  refuseApiToken(route, caller);
  requireRole(route, caller, orgId);
  requireScope(route, caller);
  return caller;
}
