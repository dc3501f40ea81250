import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../workspace-under-test.ts';

let at: WorkspaceUnderTest;
beforeAll(async () => {
  at = await workspaceUnderTest();
});
afterAll(() => at.engine.db.destroy());

describe('the orgs of a user', () => {
  it('come as a bare list by name, with the role in each', async () => {
    const { orgId } = await at.bootstrap();
    const { headers } = await at.member(orgId, 'viewer', 'ada');
    const { body } = await at.send('/api/user/orgs', undefined, headers);
    expect(body).toEqual([
      { id: orgId, name: 'Acme', role: 'viewer', signupEmail: 'owner@example.com' },
      { id: expect.any(String), name: "ada's own", role: 'super', signupEmail: 'ada@example.com' },
    ]);
  });

  it('are told to a token of any org or of none, and to nobody without one', async () => {
    await at.bootstrap();
    const cookie = await at.signIn('owner@example.com');
    expect((await at.send('/api/user/orgs', undefined, await at.bearer(cookie))).status).toBe(200);
    expect((await at.send('/api/user/orgs')).status).toBe(401);
  });
});
