import type { AuditEntry } from '@cairn/contracts/audit';
import { sql } from 'kysely';
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

const acts = async (input: object = {}) => {
  const { body } = await at.send(`/api/${orgId}/audit/list`, input, admin.headers);
  return { data: body.data as unknown as AuditEntry[], next: body['next'] as number | null };
};
const newest = async (count = 1) =>
  (await acts({ limit: count })).data.map(({ action, actor, target, changes }) => [
    action,
    actor,
    target,
    ...changes.map(({ what, from, to }) => `${what} ${from ?? '-'} ${to ?? '-'}`),
  ]);
const post = (path: string, input: object) => at.send(path, input, admin.headers);
const STATE = '{"params":{"select":["Commit"]}}';
const link = (scope: string, name = 'Commits') => ({
  org_id: orgId,
  type: 'explore-v1',
  name,
  state: STATE,
  scope,
});
const BY = 'grace@example.com';

/** Lets the log refuse every act, on either database. */
const FULL = {
  sqlite: [`create trigger no_room before insert on audit_log begin select raise(abort, 'no room'); end`],
  postgres: [
    `create function no_room() returns trigger language plpgsql as 'begin raise exception ''no room''; end'`,
    'create trigger no_room before insert on audit_log for each row execute function no_room()',
  ],
};

describe('the audit log', () => {
  it('begins with the org', async () => {
    const { data } = await acts();
    expect(data.map(({ action }) => action)).toEqual(['member.joined', 'org.created']);
    expect(data[1]).toMatchObject({ actor: 'owner@example.com', target: 'Acme' });
  });

  it('tells of people: their roles, their going, their links', async () => {
    const bob = await at.member(orgId, 'user', 'bob');
    await post(`/api/${orgId}/users/set-role`, { user_id: bob.userId, role: 'admin' });
    await post(`/api/${orgId}/users/set-role`, { user_id: bob.userId, role: 'admin' });
    await post(`/api/${orgId}/users/remove`, { user_id: bob.userId });
    expect(await newest(2)).toEqual([
      ['member.removed', BY, 'bob@example.com'],
      ['member.role', BY, 'bob@example.com', 'role user admin'],
    ]);
    const eve = await at.member(orgId, 'user', 'eve');
    await at.send(`/api/${orgId}/users/leave`, {}, eve.headers);
    expect(await newest()).toEqual([['member.left', 'eve@example.com', 'eve@example.com']]);
    const boss = await at.member(orgId, 'admin', 'boss', true);
    await at.send(`/api/${orgId}/users/password-link`, { user_id: admin.userId }, boss.headers);
    expect(await newest()).toEqual([['member.passwordLink', 'boss@example.com', BY]]);
  });

  it('tells of invitations, and of who joined by them', async () => {
    const made = await post('/api/login-links/create-link', {
      org_id: orgId,
      role: 'viewer',
      email: 'joe@x.org',
    });
    expect(await newest()).toEqual([['invitation.created', BY, 'joe@x.org', 'role - viewer']]);
    const [{ id }] = made.body.data as unknown as [{ id: string }];
    await post('/api/login-links/toggle-links', { org_id: orgId, id, enabled: false });
    await post('/api/login-links/toggle-links', { org_id: orgId, enabled: true });
    expect(await newest(2)).toEqual([
      ['invitation.switched', BY, 'all invitations', 'enabled - true'],
      ['invitation.switched', BY, 'joe@x.org', 'enabled - false'],
    ]);
    const open = await post('/api/login-links/create-link', { org_id: orgId, role: 'user' });
    const [{ invite_code }] = open.body.data as unknown as [{ invite_code: string }];
    await at.bootstrap('joe@example.com', "joe's own");
    const headers = await at.bearer(await at.signIn('joe@example.com'));
    await at.send('/api/user/join-org', { invite_code }, headers);
    expect(await newest()).toEqual([['member.joined', 'joe@example.com', null, 'role - user']]);
  });

  it('tells of settings and API tokens', async () => {
    await post(`/api/${orgId}/org-settings`, { name: 'Acme Ltd', firstDay: 1 });
    expect(await newest()).toEqual([['org.changed', BY, 'Acme Ltd', 'name Acme Acme Ltd']]);
    const cookie = await at.signIn(BY);
    const token = { name: 'Script', org_id: orgId, scope: 'viewer' };
    const { body } = await at.send('/api/auth/api-tokens/create', token, { cookie });
    const [{ id }] = body.data as unknown as [{ id: string }];
    await at.send('/api/auth/api-tokens/revoke', { id }, { cookie });
    expect(await newest(2)).toEqual([
      ['token.revoked', BY, 'Script'],
      ['token.created', BY, 'Script', 'scope - viewer'],
    ]);
  });

  it('tells of shared things, and nothing of private ones', async () => {
    const before = (await acts()).data[0]?.id;
    const { body } = await post('/api/deep-links/create', link('private', 'My secret'));
    const thing = { org_id: orgId, id: body.data?.id };
    await post('/api/deep-links/update', { ...thing, name: 'My other secret' });
    expect((await acts()).data[0]?.id).toBe(before);
    await post('/api/deep-links/update', { ...thing, name: 'Ours', scope: 'org' });
    await post('/api/deep-links/update', { ...thing, name: 'Theirs' });
    await post('/api/deep-links/update', { ...thing, name: 'Secret again', scope: 'private' });
    await post('/api/deep-links/delete', thing);
    expect(await newest(3)).toEqual([
      ['thing.shared', BY, 'Theirs', 'scope org private'],
      ['thing.changed', BY, 'Theirs', 'name Ours Theirs'],
      ['thing.shared', BY, 'Ours', 'scope private org'],
    ]);
    const shared = await post('/api/deep-links/create', link('org'));
    await post('/api/deep-links/delete', { org_id: orgId, id: shared.body.data?.id });
    expect(await newest(2)).toEqual([
      ['thing.deleted', BY, 'Commits'],
      ['thing.created', BY, 'Commits'],
    ]);
  });

  it('tells who gave a shared thing to whom', async () => {
    const ada = await at.member(orgId, 'user', 'ada');
    const { body } = await post('/api/deep-links/create', link('org', 'Given'));
    const given = { org_id: orgId, id: body.data?.id, owner: ada.userId };
    await post('/api/deep-links/set-owner', given);
    await post('/api/deep-links/set-owner', given);
    expect(await newest(2)).toEqual([
      ['thing.given', BY, 'Given', `owner ${BY} ada@example.com`],
      ['thing.created', BY, 'Given'],
    ]);
  });

  it('is filtered and paged', async () => {
    const joined = await acts({ action: 'member.joined', actor: 'JOE@' });
    expect(joined.data.map(({ actor }) => actor)).toEqual(['joe@example.com']);
    const first = await acts({ limit: 2 });
    const second = await acts({ limit: 2, before: first.next });
    expect(first.data).toHaveLength(2);
    expect(second.data[0]?.id).toBeLessThan(first.data[1]?.id ?? 0);
    expect((await acts({ before: 1 })).next).toBeNull();
    const bad = [{ action: 'x' }, { limit: 101 }, { since: 'soon' }, { org_id: orgId }];
    for (const input of bad) expect((await post(`/api/${orgId}/audit/list`, input)).status).toBe(400);
  });

  it('is a csv that no spreadsheet runs', async () => {
    await post('/api/deep-links/create', link('org', '=1+1,"x"'));
    const path = `/api/${orgId}/audit/csv?action=thing.created`;
    const answer = await at.app.request(path, { headers: admin.headers });
    expect(answer.headers.get('content-disposition')).toContain('audit-log.csv');
    const lines = (await answer.text()).split('\r\n');
    expect(lines[0]).toBe('When,Who,What,On,Changes');
    expect(lines[1]).toMatch(/^\d{4}-.*Z,grace@example\.com,Created a shared thing,"'=1\+1,""x""",$/);
    const wrong = await at.app.request(`${path}&org=x`, { headers: admin.headers });
    expect(wrong.status).toBe(400);
  });

  it('is written with the act or not at all', async () => {
    for (const statement of FULL[at.engine.kind]) await sql.raw(statement).execute(at.engine.db);
    const zoe = await at.member(orgId, 'user', 'zoe').catch(() => null);
    expect(zoe).toBeNull();
    const kept = () => at.engine.db.selectFrom('deep_links').select('id').execute();
    const before = await kept();
    expect((await post('/api/deep-links/create', link('org', 'Lost'))).status).toBe(500);
    expect(await kept()).toEqual(before);
    const from = at.engine.kind === 'postgres' ? ' on audit_log' : '';
    await sql.raw(`drop trigger no_room${from}`).execute(at.engine.db);
  });
});
