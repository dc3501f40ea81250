import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

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
      { id: orgId, name: 'Acme', role: 'viewer', signupEmail: 'owner@example.com', firstDay: 1 },
      {
        id: expect.any(String),
        name: "ada's own",
        role: 'super',
        signupEmail: 'ada@example.com',
        firstDay: 1,
      },
    ]);
  });

  it('are told to a token of any org or of none, and to nobody without one', async () => {
    await at.bootstrap();
    const cookie = await at.signIn('owner@example.com');
    expect((await at.send('/api/user/orgs', undefined, await at.bearer(cookie))).status).toBe(200);
    expect((await at.send('/api/user/orgs')).status).toBe(401);
  });
});

describe('the first day of an org’s weeks', () => {
  it('is changed by an admin for everybody in it', async () => {
    const { orgId } = await at.bootstrap();
    const admin = await at.member(orgId, 'admin', 'grace');
    const path = `/api/${orgId}/org-settings`;
    const changed = await at.send(path, { firstDay: 7 }, admin.headers);
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({ id: orgId, role: 'admin', firstDay: 7 });
    const reader = await at.member(orgId, 'viewer', 'linus');
    const { body } = await at.send('/api/user/orgs', undefined, reader.headers);
    expect(body).toContainEqual(expect.objectContaining({ id: orgId, firstDay: 7 }));
    expect((await at.send(path, {}, admin.headers)).body.data).toMatchObject({ firstDay: 7 });
    expect((await at.send(path, { firstDay: 1 }, admin.headers)).status).toBe(200);
  });

  it('is in the tokens of the org from then on, of its members and of Cairn itself', async () => {
    const { orgId } = await at.bootstrap();
    const cookie = await at.signIn('owner@example.com');
    const told = async () => {
      const own = await at.bearer(cookie, orgId);
      const { body } = await at.inside('/internal/service-token', { orgId });
      return [own.authorization, String(body['token'])].map((token) => decodeJwt(token)['firstDay']);
    };
    expect(await told()).toEqual([1, 1]);
    const headers = await at.bearer(cookie, orgId);
    await at.send(`/api/${orgId}/org-settings`, { firstDay: 6 }, headers);
    expect(await told()).toEqual([6, 6]);
    await at.send(`/api/${orgId}/org-settings`, { firstDay: 1 }, headers);
    expect(decodeJwt((await at.bearer(cookie)).authorization)).not.toHaveProperty('firstDay');
  });

  it.each([{ firstDay: 0 }, { firstDay: 8 }, { firstDay: 'sunday' }, { firstDay: null }, { name: 'Mine' }])(
    'is not changed by %j',
    async (body) => {
      const { orgId } = await at.bootstrap();
      const cookie = await at.signIn('owner@example.com');
      const headers = await at.bearer(cookie, orgId);
      expect((await at.send(`/api/${orgId}/org-settings`, body, headers)).status).toBe(400);
    },
  );

  it('is for admins: a user is refused, and a reader told that they only read', async () => {
    const { orgId } = await at.bootstrap();
    for (const [role, code] of [
      ['user', 'forbidden'],
      ['viewer', 'read_only'],
    ] as const) {
      const { headers } = await at.member(orgId, role, `kept-${role}`);
      const { body } = await at.send(`/api/${orgId}/org-settings`, { firstDay: 7 }, headers);
      expect(body.error?.code).toBe(code);
    }
  });
});
