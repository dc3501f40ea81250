import { describe, expect, it } from 'vitest';
import {
  API_TOKEN,
  ask,
  codeOf,
  exchanges,
  fresh,
  gateway,
  seen,
  setUpGateway,
  signedIn,
} from '../../test/gateway.ts';

setUpGateway();

const bearing = (token: string, headers: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${token}`, ...headers },
});

describe('an API token', () => {
  it('is traded like a session, and the service sees the token of svc-workspace alone', async () => {
    gateway.url = await fresh();
    for (let n = 0; n < 3; n += 1)
      expect((await ask('/api/acme/things', bearing(API_TOKEN))).status).toBe(200);
    expect(exchanges).toEqual([{ apiToken: API_TOKEN, orgId: 'acme' }]);
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer token-acme');
  });

  it('comes before a cookie, so that a script is never more than its token', async () => {
    gateway.url = await fresh();
    const { headers } = signedIn();
    await ask('/api/acme/things', bearing(API_TOKEN, headers as Record<string, string>));
    expect(exchanges).toEqual([{ apiToken: API_TOKEN, orgId: 'acme' }]);
  });

  it('is none of the accounts: their routes see no session', async () => {
    gateway.url = await fresh();
    await ask('/api/auth/api-tokens', bearing(API_TOKEN));
    expect(seen[0]?.headers.has('authorization')).toBe(false);
    expect(seen[0]?.headers.has('cookie')).toBe(false);
    expect(exchanges).toEqual([]);
  });

  it.each([`cairn_${'b'.repeat(43)}`, 'cairn_', 'cairn_ x', `cairn_${'a'.repeat(300)}`, 'a.b.c'])(
    'is not %s',
    async (token) => {
      const answer = await ask('/api/acme/things', bearing(token));
      expect([answer.status, await codeOf(answer)]).toEqual([401, 'unauthenticated']);
    },
  );

  it('opens nothing at the next request once it is revoked', async () => {
    gateway.url = await fresh();
    expect((await ask('/api/acme/things', bearing(API_TOKEN))).status).toBe(200);
    const revoked = await ask('/api/auth/api-tokens/revoke', { method: 'POST', ...signedIn() });
    expect(revoked.status).toBe(200);
    expect((await ask('/api/acme/things', bearing(API_TOKEN))).status).toBe(401);
  });
});
