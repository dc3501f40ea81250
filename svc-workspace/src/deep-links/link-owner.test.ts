import type { DeepLink, Notification } from '@cairn/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest } from '../../test/workspace-under-test.ts';

const at = await workspaceUnderTest(undefined, {
  linkQuotas: { own: { things: 2, characters: 1e6 }, org: { things: 100, characters: 1e6 } },
});
const { orgId } = await at.bootstrap();
const { orgId: otherId } = await at.bootstrap('other@example.com', 'Other');
const ada = await at.member(orgId, 'user', 'ada');
const bob = await at.member(orgId, 'user', 'bob');
const admin = await at.member(orgId, 'admin', 'grace');
const viewer = await at.member(orgId, 'viewer', 'vera');
const stranger = await at.member(otherId, 'admin', 'eve');
afterAll(() => at.engine.db.destroy());

type Headers = Record<string, string>;
const call = (route: string, who: { headers: Headers }, input: object) =>
  at.send(`/api/deep-links/${route}`, { org_id: orgId, ...input }, who.headers);
const STATE = '{"params":{"select":["Commit"]}}';
const make = async (who: { headers: Headers }, scope = 'org') => {
  const { body } = await call('create', who, { type: 'explore-v1', name: 'Q', state: STATE, scope });
  return (body.data as DeepLink | undefined)?.id ?? '';
};

describe('the owner of a saved thing', () => {
  it('gives it to another member, and may not change it any more', async () => {
    const id = await make(ada);
    const given = await call('set-owner', ada, { id, owner: bob.userId });
    expect(given.body.data).toMatchObject({ ownerName: 'bob', version: 1, canEdit: false });
    const read = await call('read', bob, { id });
    expect(read.body.data).toMatchObject({ ownerName: 'bob', canEdit: true });
    expect((await call('set-owner', ada, { id, owner: ada.userId })).status).toBe(403);
    await call('delete', bob, { id });
  });

  it('is changed back by an admin', async () => {
    const id = await make(ada);
    for (const owner of [bob.userId, ada.userId]) {
      expect((await call('set-owner', admin, { id, owner })).status).toBe(200);
    }
    expect((await call('read', bob, { id })).body.data).toMatchObject({ ownerName: 'ada', canEdit: false });
    await call('delete', ada, { id });
  });

  it('is told who gave it, unless they took it or want no such news', async () => {
    const told = async (who: { headers: Headers }) => {
      const path = `/api/${orgId}/notifications/get-notifications`;
      const { body } = await at.send(path, {}, who.headers);
      return (body.data as unknown as Notification[]).filter(({ type }) => type === 'Given');
    };
    const eric = await at.member(orgId, 'user', 'eric');
    const id = await make(ada);
    await call('set-owner', admin, { id, owner: admin.userId });
    expect(await told(admin)).toEqual([]);
    await call('set-owner', admin, { id, owner: eric.userId });
    expect(await told(eric)).toMatchObject([
      {
        message: 'grace gave you the query Q',
        metadata: { path: expect.stringMatching(/^explore\?s=.*&d=/) },
      },
    ]);
    await at.send(`/api/${orgId}/notifications/settings`, { Given: false }, eric.headers);
    const next = await make(ada);
    await call('set-owner', ada, { id: next, owner: eric.userId });
    expect(await told(eric)).toHaveLength(1);
    for (const each of [id, next]) await call('delete', eric, { id: each });
  });

  it.each([
    ['a viewer', viewer, 'The new owner has to be a member of the org who may change things.'],
    ['somebody outside', stranger, 'The new owner has to be a member of the org who may change things.'],
  ])('is never %s', async (_, who, message) => {
    const id = await make(ada);
    const { body } = await call('set-owner', ada, { id, owner: who.userId });
    expect(body.error).toMatchObject({ code: 'forbidden', message });
    await call('delete', ada, { id });
  });

  it('shares a private thing before giving it', async () => {
    const id = await make(ada, 'private');
    const { body } = await call('set-owner', ada, { id, owner: bob.userId });
    expect(body.error?.message).toBe('Share this with the org before you give it to somebody.');
    await call('delete', ada, { id });
  });

  it('gives to nobody who keeps as much as fits', async () => {
    await make(bob);
    await make(bob);
    const id = await make(ada);
    const { body } = await call('set-owner', ada, { id, owner: bob.userId });
    expect(body.error?.code).toBe('quota_exceeded');
    expect(body.error?.message).toContain('The new owner keeps as much as fits');
  });
});
