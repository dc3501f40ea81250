import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

let at: WorkspaceUnderTest;
let orgId: string;
let boss: Record<string, string>;
let ada: Awaited<ReturnType<WorkspaceUnderTest['member']>>;
beforeEach(async () => {
  at = await workspaceUnderTest();
  ({ orgId } = await at.bootstrap());
  boss = (await at.member(orgId, 'admin', 'boss', true)).headers;
  ada = await at.member(orgId, 'user', 'ada');
});
afterEach(async () => {
  vi.useRealTimers();
  await at.engine.db.destroy();
});

const ask = (headers: Record<string, string>, user_id: string = ada.userId) =>
  at.send(`/api/${orgId}/users/password-link`, { user_id }, headers);
const tokenOf = async () => {
  const { url } = (await ask(boss)).body.data as unknown as { url: string };
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:4400\/sign-in\?reset=[\w-]{32}$/);
  return url.split('=')[1] ?? '';
};
const reset = (token: string, next = 'another long phrase') =>
  at.send('/api/auth/reset-password', { token, next });
const signIn = async (password: string) =>
  (await at.send('/api/auth/sign-in/email', { email: 'ada@example.com', password })).status;

describe('a password link', () => {
  it('sets a password once, and ends every session', async () => {
    const cookie = await at.signIn('ada@example.com');
    const token = await tokenOf();
    expect((await reset(token)).body).toEqual({ success: true });
    expect([await signIn('correct horse'), await signIn('another long phrase')]).toEqual([401, 200]);
    expect((await at.inside('/internal/token', { cookie })).status).toBe(401);
    expect((await reset(token, 'a third long phrase')).body.error?.code).toBe('invalid_credentials');
    expect(await signIn('another long phrase')).toBe(200);
  });

  it('stays for another try when the password is too easy', async () => {
    const token = await tokenOf();
    expect((await reset(token, 'iloveyou')).body.error?.code).toBe('invalid_input');
    expect((await reset(token)).status).toBe(200);
  });

  it('is dead after a day, and never was one that is guessed', async () => {
    const token = await tokenOf();
    expect((await reset('x'.repeat(32))).status).toBe(401);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_001 });
    expect((await reset(token)).status).toBe(401);
  });

  it('is used by one of two who bring it at once', async () => {
    const token = await tokenOf();
    const both = await Promise.all([
      reset(token, 'the first long phrase'),
      reset(token, 'the other long phrase'),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('is made by superusers alone, for members of the org', async () => {
    const admin = await at.member(orgId, 'admin', 'grace');
    expect((await ask(admin.headers)).body.error?.code).toBe('forbidden');
    expect((await ask(ada.headers)).body.error?.code).toBe('forbidden');
    const stranger = await at.bootstrap('eve@example.com', 'Elsewhere');
    expect((await ask(boss, stranger.userId)).body.error?.code).toBe('not_found');
  });
});
