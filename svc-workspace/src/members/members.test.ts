import type { OrgMember, Role } from '@cairn/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

let at: WorkspaceUnderTest;
let orgId: string;
let admin: Awaited<ReturnType<WorkspaceUnderTest['member']>>;
beforeAll(async () => {
  at = await workspaceUnderTest();
  ({ orgId } = await at.bootstrap());
  admin = await at.member(orgId, 'admin', 'grace');
});
afterAll(() => at.engine.db.destroy());

type Headers = Record<string, string>;
const people = async () => {
  const { body } = await at.send(`/api/${orgId}/users/list-users`, undefined, admin.headers);
  return body.data as unknown as OrgMember[];
};
const change = (path: string, input: object, headers: Headers = admin.headers) =>
  at.send(`/api/${orgId}/users/${path}`, input, headers);
const roleOf = async (userId: string) => (await people()).find((each) => each.userId === userId)?.role;

describe('the people of an org', () => {
  it('are listed with name, e-mail and role', async () => {
    expect(await people()).toContainEqual({
      userId: admin.userId,
      name: 'grace',
      email: 'grace@example.com',
      role: 'admin',
      superuser: false,
      joinedAt: expect.any(String),
      picture: null,
    });
  });

  it('know each other by name; viewers see no e-mail address', async () => {
    const named = async (role: Role, name: string) => {
      const { headers } = await at.member(orgId, role, name);
      const { body } = await at.send(`/api/${orgId}/users/colleagues`, {}, headers);
      return (body.data as unknown as OrgMember[]).find(({ userId }) => userId === admin.userId);
    };
    expect(await named('user', 'colleague')).toMatchObject({ name: 'grace', email: 'grace@example.com' });
    expect(await named('viewer', 'visitor')).toMatchObject({ name: 'grace', email: null, role: 'admin' });
  });

  it('get another role, which counts at once where the service decides itself', async () => {
    const ada = await at.member(orgId, 'user', 'ada');
    const changed = await change('set-role', { user_id: ada.userId, role: 'viewer' });
    expect(changed.status).toBe(200);
    expect(await roleOf(ada.userId)).toBe('viewer');
    const save = {
      org_id: orgId,
      type: 'explore-v1',
      name: 'Commits',
      state: '{"params":{"select":["Commit"]}}',
    };
    const refused = await at.send('/api/deep-links/create', save, ada.headers);
    expect(refused.body.error?.code).toBe('read_only');
  });

  it('are gone with the next token when they are removed, and what they shared stays', async () => {
    const eve = await at.member(orgId, 'user', 'eve');
    const cookie = await at.signIn('eve@example.com');
    const state = '{"params":{"select":["Commit"]}}';
    const save = { org_id: orgId, type: 'explore-v1', name: 'Shared', scope: 'org', state };
    const shared = await at.send('/api/deep-links/create', save, eve.headers);
    expect((await change('remove', { user_id: eve.userId })).status).toBe(200);
    expect(await roleOf(eve.userId)).toBeUndefined();
    expect((await at.inside('/internal/token', { cookie, orgId })).status).toBe(404);
    const link = { org_id: orgId, id: shared.body.data?.id };
    expect((await at.send('/api/deep-links/read', link, eve.headers)).body.error?.code).toBe('not_found');
    expect((await at.send('/api/deep-links/read', link, admin.headers)).status).toBe(200);
  });

  it('may leave by themselves, a viewer too', async () => {
    const bob = await at.member(orgId, 'user', 'bob');
    expect((await change('leave', {}, bob.headers)).body.data).toEqual({ id: orgId });
    expect(await roleOf(bob.userId)).toBeUndefined();
    const demo = await at.member(orgId, 'viewer', 'demo');
    expect((await change('leave', {}, demo.headers)).body.data).toEqual({ id: orgId });
  });

  it.each<[Role, object]>([
    ['super', { role: 'user' }],
    ['user', { role: 'super' }],
  ])('with the role %s are not changed to %j by an admin', async (role, input) => {
    const other = await at.member(orgId, role, `above-${role}`);
    const refused = await change('set-role', { user_id: other.userId, ...input });
    expect(refused.body.error?.code).toBe('forbidden');
    expect(await roleOf(other.userId)).toBe(role);
  });

  it('are not changed by a token whose holder is no admin any more', async () => {
    const former = await at.member(orgId, 'admin', 'former');
    await change('set-role', { user_id: former.userId, role: 'user' });
    const refused = await change('set-role', { user_id: former.userId, role: 'admin' }, former.headers);
    expect(refused.body.error?.code).toBe('forbidden');
    expect(await roleOf(former.userId)).toBe('user');
  });

  it.each([
    ['set-role', {}],
    ['set-role', { user_id: 'x', role: 'owner' }],
    ['set-role', { user_id: 'x', role: 'user', superuser: true }],
    ['set-role', { user_id: ['x'], role: 'user' }],
    ['remove', { user_id: '' }],
  ])('are not changed by %s with %j', async (path, input) => {
    expect((await change(path, input)).status).toBe(400);
  });

  it('are not changed where the person belongs to another org', async () => {
    const elsewhere = await at.bootstrap('elsewhere@example.com', 'Elsewhere');
    const refused = await change('set-role', { user_id: elsewhere.userId, role: 'viewer' });
    expect(refused.body.error?.code).toBe('not_found');
  });
});
