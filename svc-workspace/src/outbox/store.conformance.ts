import type { OrgId, UserId } from '@cairn/contracts';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import { messageStore } from './store.ts';

/** What taking messages of svc-graph promises on every database. */
export function messageStoreConformance(
  open: () => Database,
  addOrg: () => Promise<OrgId>,
  addUser: (name: string) => Promise<UserId>,
): void {
  const at = '2026-03-01T10:00:00.000Z';
  const member = async (orgId: OrgId, role: 'admin' | 'user') => {
    const user_id = await addUser(role);
    await open().insertInto('members').values({ org_id: orgId, user_id, role, created_at: at }).execute();
    return user_id;
  };
  const toldTo = async (orgId: OrgId, userId: UserId) => {
    const told = open().selectFrom('notifications').select('message').where('org_id', '=', orgId);
    return (await told.where('user_id', '=', userId).execute()).map(({ message }) => message);
  };
  const actsIn = (orgId: OrgId) =>
    open().selectFrom('audit_log').selectAll().where('org_id', '=', orgId).orderBy('id', 'desc').execute();

  it('records an act with the e-mail of who did it, once, however often it comes', async () => {
    const [orgId, messages] = [await addOrg(), messageStore(open())];
    const actorId = await member(orgId, 'admin');
    const target = { id: 's1', name: 'Payments' };
    const act = {
      kind: 'act',
      id: randomUUID(),
      orgId,
      at,
      actorId,
      action: 'source.added',
      target,
    } as const;
    await Promise.all([1, 2, 3].map(() => messages.take({ ...act, changes: [] })));
    await messages.take({ ...act, id: randomUUID(), actorId: null, action: 'source.removed', changes: [] });
    const entries = await actsIn(orgId);
    expect(entries.map((entry) => [entry.action, entry.actor_id, entry.target])).toEqual([
      ['source.removed', null, 'Payments'],
      ['source.added', actorId, 'Payments'],
    ]);
    expect(entries[1]?.actor).toMatch(/^admin-.*@example.com$/);
  });

  it('tells admins of a source that cannot be read until it can, and the starter of a job that it is done', async () => {
    const [orgId, messages] = [await addOrg(), messageStore(open())];
    const [admin, user] = [await member(orgId, 'admin'), await member(orgId, 'user')];
    const source = (error: string | null) =>
      messages.take({
        kind: 'source',
        id: randomUUID(),
        orgId,
        at,
        sourceId: 's1',
        integration: 'Git',
        error,
        path: 'settings/integrations/git',
      });
    await source('the folder is gone');
    await source('still gone');
    expect(await toldTo(orgId, admin)).toEqual(['[Git] Integration Error: still gone']);
    await source(null);
    expect(await toldTo(orgId, admin)).toEqual([]);
    const job = { job: 's1', message: 'Git was read.', path: 'settings/integrations' };
    await messages.take({ kind: 'job', id: randomUUID(), orgId, at, userId: user, ...job });
    expect(await toldTo(orgId, user)).toEqual(['Git was read.']);
  });

  it('tells followers of entities what is new, and of a person admins alone where an org limits measures', async () => {
    const [orgId, messages] = [await addOrg(), messageStore(open())];
    const [admin, user] = [await member(orgId, 'admin'), await member(orgId, 'user')];
    const [repository, person] = [randomUUID(), randomUUID()];
    const follow = (org_id: OrgId, user_id: UserId, kind: 'person' | 'repository', thing_id: string) =>
      open().insertInto('followed').values({ org_id, user_id, kind, thing_id, created_at: at }).execute();
    for (const each of [admin, user]) await follow(orgId, each, 'person', person);
    await follow(orgId, user, 'repository', repository);
    await follow(await addOrg(), admin, 'repository', repository);
    const news = (count: number) =>
      messages.take({
        kind: 'news',
        id: randomUUID(),
        orgId,
        at,
        things: [
          { kind: 'repository', id: repository, name: 'api', words: `${count} commits`, formerIds: [] },
          { kind: 'person', id: person, name: 'Ada', words: `${count} commits`, formerIds: [] },
          { kind: 'team', id: person, name: 'Not followed', words: '1 commit', formerIds: [] },
        ],
      });
    await news(2);
    await news(3);
    const told = new Set(['api: 3 commits', 'Ada: 3 commits']);
    expect(new Set(await toldTo(orgId, user))).toEqual(told);
    expect(await toldTo(orgId, admin)).toEqual(['Ada: 3 commits']);
    await open().updateTable('orgs').set({ person_measures: 'limited' }).where('id', '=', orgId).execute();
    await news(4);
    expect(new Set(await toldTo(orgId, user))).toEqual(new Set(['api: 4 commits', 'Ada: 3 commits']));
    expect(await toldTo(orgId, admin)).toEqual(['Ada: 4 commits']);
  });

  it('tells whoever follows a person, or an account that was merged into them, once', async () => {
    const [orgId, messages] = [await addOrg(), messageStore(open())];
    const [user, other] = [await member(orgId, 'user'), await member(orgId, 'user')];
    const [person, account] = [randomUUID(), randomUUID()];
    const follow = (user_id: UserId, thing_id: string) =>
      open()
        .insertInto('followed')
        .values({ org_id: orgId, user_id, kind: 'person', thing_id, created_at: at })
        .execute();
    for (const thing of [person, account]) await follow(user, thing);
    await follow(other, account);
    const things = [
      { kind: 'person' as const, id: person, name: 'Ada', words: '1 commit', formerIds: [account] },
    ];
    await messages.take({ kind: 'news', id: randomUUID(), orgId, at, things });
    for (const each of [user, other]) expect(await toldTo(orgId, each)).toEqual(['Ada: 1 commit']);
  });

  it('drops what concerns an org that is gone', async () => {
    const orgId = 'org-gone' as OrgId;
    const act = { kind: 'act', id: randomUUID(), orgId, at, actorId: null, action: 'source.added' } as const;
    await messageStore(open()).take({ ...act, changes: [] });
    expect(await actsIn(orgId)).toEqual([]);
  });
}
