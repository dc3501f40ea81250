import type { OrgId, UserId } from '@cairn/contracts';
import { expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import { savedSpaces } from '../../test/saved-spaces.ts';
import { userStateStore } from './store.ts';

const DAY_MS = 86_400_000;

/** What checklists and recent activity promise on every database. */
export function userStateStoreConformance(
  open: () => Database,
  addOrg: () => Promise<OrgId>,
  addUser: (name: string) => Promise<UserId>,
): void {
  it('keep what was opened in the last 30 days, newest first, and the same again within a second once', async () => {
    const [orgId, ada] = [await addOrg(), await addUser('ada')];
    let time = 0;
    const states = userStateStore(open(), () => new Date(time));
    const opened = (id: string) => ({
      type: 'team' as const,
      id,
      name: id.toUpperCase(),
      url: `/acme/${id}`,
    });
    const track = async (id: string, at: number) => {
      time = at;
      await states.track(orgId, ada, opened(id));
    };
    const recent = async () =>
      (await states.recent(orgId, ada)).map(({ id, timestamp }) => [id, Date.parse(timestamp)]);
    await track('old', 0);
    await track('a', 30 * DAY_MS);
    await track('a', 30 * DAY_MS + 999);
    expect(await recent()).toEqual([['a', 30 * DAY_MS]]);
    await track('b', 30 * DAY_MS + 1_500);
    await track('a', 30 * DAY_MS + 2_000);
    expect(await recent()).toEqual([
      ['a', 30 * DAY_MS + 2_000],
      ['b', 30 * DAY_MS + 1_500],
    ]);
    expect(await states.recent(await addOrg(), ada)).toEqual([]);
    expect(
      await open().selectFrom('recent_activity').where('user_id', '=', ada).select('thing_id').execute(),
    ).toHaveLength(2);
  });

  it('leave out a saved thing while it is deleted, or no longer shared with the user', async () => {
    const [orgId, ada, bob] = [await addOrg(), await addUser('ada'), await addUser('bob')];
    const [states, spaces] = [userStateStore(open()), savedSpaces(open(), orgId, bob)];
    const kept = await spaces.make('Kept');
    const [deleted, hidden] = [await spaces.make('Deleted'), await spaces.make('Hidden')];
    for (const id of [kept, deleted, hidden])
      await states.track(orgId, ada, { type: 'space', id, name: 'Old', url: `/acme/space/${id}` });
    const names = async () => (await states.recent(orgId, ada)).map(({ name }) => name).toSorted();
    expect(await names()).toEqual(['Deleted', 'Hidden', 'Kept']);
    await spaces.remove(deleted);
    await spaces.hide(hidden, 'Hidden');
    expect(await names()).toEqual(['Kept']);
    await spaces.restore(deleted);
    expect(await names()).toEqual(['Deleted', 'Kept']);
  });

  it('know when somebody was here before a visit, which goes on until they stay away for half an hour', async () => {
    const [orgId, ada] = [await addOrg(), await addUser('ada')];
    let minutes = 0;
    const iso = (at: number) => new Date(at * 60_000).toISOString();
    const states = userStateStore(open(), () => new Date(minutes * 60_000));
    const visitAt = (at: number) => {
      minutes = at;
      return states.visit(orgId, ada);
    };
    expect([await visitAt(0), await visitAt(20), await visitAt(45)]).toEqual([null, null, null]);
    expect([await visitAt(90), await visitAt(100)]).toEqual([iso(45), iso(45)]);
    expect(await visitAt(5_000)).toBe(iso(100));
    expect(await states.visit(await addOrg(), ada)).toBeNull();
  });

  it('end the first visit with its day, by the clock of the user', async () => {
    const [orgId, night, day] = [await addOrg(), await addUser('night'), await addUser('day')];
    let time = 0;
    const states = userStateStore(open(), () => new Date(time));
    const visitAt = (userId: UserId, moment: string) => {
      time = Date.parse(moment);
      return states.visit(orgId, userId, 'America/Los_Angeles');
    };
    // Midnight in Los Angeles is 07:00 here.
    const seen = [
      await visitAt(night, '2026-07-02T06:40:00Z'),
      await visitAt(night, '2026-07-02T06:55:00Z'),
      await visitAt(night, '2026-07-02T07:05:00Z'),
      await visitAt(night, '2026-07-02T07:20:00Z'),
    ];
    const before = '2026-07-02T06:55:00.000Z';
    expect(seen).toEqual([null, null, before, before]);
    expect(await visitAt(day, '2026-07-01T23:50:00Z')).toBeNull();
    expect(await visitAt(day, '2026-07-02T00:10:00Z')).toBeNull();
  });

  it('complete a task once, in every org of the user', async () => {
    const [one, two, ada] = [await addOrg(), await addOrg(), await addUser('ada')];
    const at = new Date().toISOString();
    for (const org_id of [one, two])
      await open()
        .insertInto('members')
        .values({ org_id, user_id: ada, role: 'user', created_at: at })
        .execute();
    let time = 1_000;
    const states = userStateStore(open(), () => new Date(time));
    await states.setTask(one, ada, 'create-chart', 'dismiss');
    await states.completeEverywhere(ada, 'create-chart');
    time = 2_000;
    await states.completeEverywhere(ada, 'create-chart');
    for (const org of [one, two]) {
      const task = (await states.tasks(org, ada)).find(({ id }) => id === 'create-chart');
      expect(task).toMatchObject({ completedAt: new Date(1_000).toISOString(), dismissed: org === one });
    }
  });
}
