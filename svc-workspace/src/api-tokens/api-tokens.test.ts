import type { ApiToken, Role } from '@cairn/contracts';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

let at: WorkspaceUnderTest;
let orgId: string;
beforeEach(async () => {
  at = await workspaceUnderTest();
  ({ orgId } = await at.bootstrap());
});
afterEach(async () => {
  vi.useRealTimers();
  await at.engine.db.destroy();
});

/** Signs somebody with this role in and gives the cookie. */
async function person(role: Role, superuser = false): Promise<string> {
  await at.member(orgId, role, 'ada', superuser);
  return at.signIn('ada@example.com');
}

const make = async (cookie: string, input: object = {}) => {
  const body = { name: 'Script', org_id: orgId, scope: 'viewer', ...input };
  const answer = await at.send('/api/auth/api-tokens/create', body, { cookie });
  return { ...answer, token: String(answer.body['token']), list: answer.body.data as unknown as ApiToken[] };
};
const exchange = (apiToken: string, org?: string) =>
  at.inside('/internal/token', { apiToken, ...(org === undefined ? {} : { orgId: org }) });
const headersOf = async (apiToken: string) => ({
  authorization: `Bearer ${String((await exchange(apiToken)).body['token'])}`,
});
const STATE = '{"params":{"select":["Commit"]}}';
const save = (headers: Record<string, string>, scope = 'private') =>
  at.send(
    '/api/deep-links/create',
    { org_id: orgId, type: 'explore-v1', name: 'Mine', state: STATE, scope },
    headers,
  );

describe('an API token', () => {
  it('is shown once, kept as a hash, and listed with when it was used', async () => {
    const cookie = await person('user');
    const { token, list } = await make(cookie);
    expect(token).toMatch(/^cairn_[\w-]{43}$/);
    expect(list).toEqual([expect.objectContaining({ name: 'Script', orgName: 'Acme', lastUsedAt: null })]);
    expect(JSON.stringify(await at.engine.db.selectFrom('api_tokens').selectAll().execute())).not.toContain(
      token.slice(6),
    );
    await exchange(token);
    const { body } = await at.send('/api/auth/api-tokens', undefined, { cookie });
    expect((body.data as unknown as ApiToken[])[0]?.lastUsedAt).toEqual(expect.any(String));
  });

  it.each([
    ['user', 'viewer', 'viewer'],
    ['user', 'admin', 'user'],
    ['admin', 'user', 'user'],
    ['super', 'admin', 'admin'],
  ] as const)('of the role %s with the scope %s acts as %s', async (role, scope, acts) => {
    const { token } = await make(await person(role, role === 'super'), { scope });
    const { body } = await exchange(token, orgId);
    expect(decodeJwt(String(body['token']))).toMatchObject({ role: acts, orgId, superuser: false });
  });

  it('reads but does not save where its scope is to read, also where the service reads roles itself', async () => {
    const cookie = await person('admin', true);
    const reader = await headersOf((await make(cookie)).token);
    const saved = await save(await at.bearer(cookie, orgId));
    const link = { org_id: orgId, id: saved.body.data?.id };
    expect((await at.send('/api/deep-links/read', link, reader)).status).toBe(200);
    expect((await save(reader)).body.error?.code).toBe('read_only');
    const writer = await headersOf((await make(cookie, { scope: 'user' })).token);
    expect((await save(writer)).status).toBe(200);
    expect((await save(writer, 'global')).body.error?.code).toBe('forbidden');
  });

  it('that pushes does nothing here, is made by admins, and is worth what its owner still is', async () => {
    const cookie = await person('admin', true);
    const { token } = await make(cookie, { scope: 'push' });
    const headers = await headersOf(token);
    expect(decodeJwt(headers.authorization.slice(7))).toMatchObject({ role: 'admin', apiScope: 'push' });
    for (const [path, input] of [
      ['/api/user/me', undefined],
      ['/api/user/orgs', undefined],
      ['/api/deep-links/list', { org_id: orgId }],
    ] as const)
      expect((await at.send(path, input, headers)).body.error?.code, path).toBe('forbidden');
    expect((await save(headers)).body.error?.code).toBe('forbidden');
    await at.engine.db.updateTable('members').set({ role: 'user' }).where('org_id', '=', orgId).execute();
    await at.engine.db.updateTable('user').set({ superuser: null }).execute();
    expect(decodeJwt((await headersOf(token)).authorization.slice(7))).toMatchObject({ role: 'user' });
    expect((await make(cookie, { scope: 'push' })).body.error?.code).toBe('forbidden');
  });

  it('is of one org alone', async () => {
    const cookie = await person('user');
    const { token } = await make(cookie);
    const other = await at.bootstrap('ada@example.com', "ada's own");
    expect((await exchange(token, other.orgId)).status).toBe(404);
    const headers = await headersOf(token);
    const list = await at.send('/api/deep-links/list', { org_id: other.orgId }, headers);
    expect(list.body.error?.code).toBe('not_found');
    const orgs = (await at.send('/api/user/orgs', undefined, headers)).body as unknown as { id: string }[];
    expect(orgs.map(({ id }) => id)).toEqual([orgId]);
  });

  it('changes no account, no member and no invitation, and makes no token', async () => {
    const cookie = await person('super', true);
    const { token } = await make(cookie, { scope: 'admin' });
    const headers = await headersOf(token);
    const user_id = (await at.send('/api/user/me', undefined, headers)).body.data?.id;
    for (const [path, input] of [
      ['/api/user/update-email', { email: 'new@example.com' }],
      ['/api/user/create-org', { name: 'Mine' }],
      ['/api/user/join-org', { invite_code: 'code' }],
      ['/api/user/preferences', { theme: 'dark' }],
      [`/api/${orgId}/users/set-role`, { user_id, role: 'super' }],
      [`/api/${orgId}/users/remove`, { user_id }],
      [`/api/${orgId}/users/leave`, {}],
      ['/api/login-links/create-link', { org_id: orgId, role: 'admin' }],
    ] as const) {
      expect((await at.send(path, input, headers)).body.error?.code, path).toBe('forbidden');
    }
    const another = { name: 'x', org_id: orgId, scope: 'admin' };
    expect((await at.send('/api/auth/api-tokens/create', another, headers)).status).toBe(401);
  });

  it('opens nothing once it is revoked, has expired, or its owner left the org', async () => {
    const cookie = await person('user');
    const [one, two, three] = [await make(cookie), await make(cookie, { days: 1 }), await make(cookie)];
    const revoke = (id: string | undefined, who = cookie) =>
      at.send('/api/auth/api-tokens/revoke', { id }, { cookie: who });
    await at.bootstrap('eve@example.com', 'Elsewhere');
    const eve = await at.signIn('eve@example.com');
    expect((await revoke(one.list[0]?.id, eve)).body.error?.code).toBe('not_found');
    expect((await exchange(one.token)).status).toBe(200);
    expect((await revoke(one.list[0]?.id)).status).toBe(200);
    expect((await exchange(one.token)).status).toBe(401);
    await at.engine.db.deleteFrom('members').where('org_id', '=', orgId).where('role', '=', 'user').execute();
    expect((await exchange(three.token)).status).toBe(404);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_001 });
    expect((await exchange(two.token)).status).toBe(401);
  });

  it('is made by members who may save, up to fifty', async () => {
    const cookie = await person('viewer');
    expect((await make(cookie)).body.error?.code).toBe('read_only');
    expect((await make(cookie, { org_id: 'org-none' })).body.error?.code).toBe('not_found');
    expect((await make('')).body.error?.code).toBe('unauthenticated');
    await at.engine.db.updateTable('members').set({ role: 'user' }).where('role', '=', 'viewer').execute();
    for (let n = 0; n < 50; n += 1) expect((await make(cookie)).status).toBe(200);
    expect((await make(cookie)).body.error?.code).toBe('quota_exceeded');
  });

  it.each([{ scope: 'super' }, { days: 0 }, { days: 366 }, { name: ' ' }, { user_id: 'x' }])(
    'is not made of %j',
    async (input) => {
      expect((await make(await person('user'), input)).status).toBe(400);
    },
  );

  it.each(['', 'cairn_', `cairn_${'a'.repeat(43)}`, "' or '1'='1"])('is not %j', async (token) => {
    expect((await exchange(token)).status).toBe(401);
  });
});
