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

const person = async (name: string) => {
  const { headers } = await at.member(orgId, 'user', name);
  return { headers, cookie: await at.signIn(`${name}@example.com`) };
};
const codeOf = async (cookie: string) =>
  String((await at.send('/api/auth/login-code', {}, { cookie })).body['code']);
const link = (cookie: string, login_code: string) =>
  at.send('/api/auth/link-login', { login_code }, { cookie });

describe('linking accounts', () => {
  it('moves memberships and what was kept, and ends the account and its sessions', async () => {
    const [old, kept] = [await person('old'), await person('kept')];
    const state = '{"params":{"select":["Commit"]}}';
    const save = { org_id: orgId, type: 'explore-v1', name: 'Mine', state };
    const { body } = await at.send('/api/deep-links/create', save, old.headers);
    const elsewhere = await at.bootstrap('boss@example.com', 'Elsewhere');
    const { user_id } = await at.engine.db
      .selectFrom('deep_links')
      .select('user_id')
      .executeTakeFirstOrThrow();
    const created_at = new Date().toISOString();
    await at.engine.db
      .insertInto('members')
      .values({ org_id: elsewhere.orgId, user_id: user_id ?? '', role: 'viewer', created_at })
      .execute();
    const code = await codeOf(kept.cookie);
    expect((await link(old.cookie, ` ${code} `)).body).toEqual({ success: true });
    const headers = await at.bearer(kept.cookie, orgId);
    const read = await at.send('/api/deep-links/read', { org_id: orgId, id: body.data?.id }, headers);
    expect(read.body.data).toMatchObject({ name: 'Mine', ownerName: 'kept', scope: 'private' });
    const orgs = (await at.send('/api/user/orgs', undefined, headers)).body as unknown as { name: string }[];
    expect(orgs.map(({ name }) => name)).toEqual(['Acme', 'Elsewhere', "kept's own", "old's own"]);
    expect((await at.inside('/internal/token', { cookie: old.cookie })).status).toBe(401);
    expect((await link(kept.cookie, code)).status).toBe(404);
  });

  it('is refused without a session, with a code that is wrong, old or one’s own, and to a superuser', async () => {
    const [old, kept] = [await person('old'), await person('kept')];
    const code = await codeOf(kept.cookie);
    expect((await link('', code)).status).toBe(401);
    expect((await at.send('/api/auth/login-code', {})).status).toBe(401);
    expect((await link(old.cookie, 'wrong')).body.error?.code).toBe('not_found');
    expect((await link(kept.cookie, code)).body.error?.code).toBe('conflict');
    await at.bootstrap('boss@example.com', 'Elsewhere');
    const boss = await at.signIn('boss@example.com');
    expect((await link(boss, await codeOf(kept.cookie))).body.error?.code).toBe('forbidden');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 + 1 });
    expect((await link(old.cookie, code)).body.error?.code).toBe('not_found');
  });
});
