import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

let at: WorkspaceUnderTest;
let ada: Record<string, string>;
let bob: Record<string, string>;
let viewer: Record<string, string>;

beforeAll(async () => {
  at = await workspaceUnderTest();
  const { orgId } = await at.bootstrap();
  ada = (await at.member(orgId, 'user', 'ada')).headers;
  bob = (await at.member(orgId, 'user', 'bob')).headers;
  viewer = (await at.member(orgId, 'viewer', 'viewer')).headers;
});
afterAll(() => at.engine.db.destroy());

const change = (body: unknown, who?: Record<string, string>) => at.send('/api/user/preferences', body, who);

describe('preferences', () => {
  it('are the caller’s own', async () => {
    const changed = await change({ theme: 'dark', displayName: '  Ada L.  ' }, ada);
    expect(changed.body.data).toMatchObject({
      email: 'ada@example.com',
      superuser: false,
      orgCreationProblem: expect.any(String),
      preferences: { theme: 'dark', displayName: 'Ada L.' },
    });
    expect((await at.send('/api/user/me', undefined, ada)).body).toEqual(changed.body);
    const other = await at.send('/api/user/me', undefined, bob);
    expect(other.body.data).toMatchObject({ preferences: { theme: 'system', displayName: 'bob' } });
  });

  it('stay open to a read-only account: its own look is not the org’s data', async () => {
    expect((await change({ theme: 'light' }, viewer)).status).toBe(200);
  });

  it.each([
    { theme: 'neon' },
    { displayName: '   ' },
    { displayName: 'x'.repeat(101) },
    { superuser: true },
    { theme: ['dark'] },
    null,
    '{',
  ])('refuse %j', async (body) => {
    const answer = await change(body, ada);
    expect(answer.status).toBe(400);
    expect((await at.send('/api/user/me', undefined, ada)).body.data).toMatchObject({ superuser: false });
  });

  it('come with how long messages stay, as the server is set', async () => {
    expect((await at.send('/api/user/me', undefined, ada)).body.data).toMatchObject({ notifTimeout: 6 });
    const set = await workspaceUnderTest(undefined, { notifTimeout: 0 });
    await set.bootstrap();
    const headers = await set.bearer(await set.signIn('owner@example.com'));
    expect((await set.send('/api/user/me', undefined, headers)).body.data).toMatchObject({ notifTimeout: 0 });
    await set.engine.db.destroy();
  });

  it('are shut without a token', async () => {
    expect((await change({ theme: 'dark' })).status).toBe(401);
    expect((await at.send('/api/user/me')).status).toBe(401);
  });
});
