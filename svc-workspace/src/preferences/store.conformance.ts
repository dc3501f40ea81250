import { UserId } from '@cairn/contracts';
import { expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import { pictureStore } from './pictures.ts';
import { preferenceStore } from './store.ts';

const NOTHING_CHOSEN = {
  timezone: null,
  firstDay: null,
  dateFormat: 'MMM D, YYYY',
  timeFormat: null,
  numberFormat: 'en-US',
  period: null,
  picture: null,
};

/** What preferences promise on every database. */
export function preferenceStoreConformance(
  open: () => Database,
  addUser: (name: string) => Promise<UserId>,
): void {
  it('begins with the name of the account and the theme of the system', async () => {
    const me = await preferenceStore(open()).read(await addUser('ada'));
    expect(me).toMatchObject({ superuser: false, preferences: { theme: 'system', displayName: 'ada' } });
  });

  it('changes what is named and leaves the rest', async () => {
    const store = preferenceStore(open());
    const userId = await addUser('bob');
    await store.update(userId, { theme: 'dark' });
    expect((await store.update(userId, { displayName: 'Bob 🦉' })).preferences).toEqual({
      ...NOTHING_CHOSEN,
      theme: 'dark',
      displayName: 'Bob 🦉',
    });
    expect((await store.update(userId, {})).preferences.theme).toBe('dark');
    expect((await store.update(userId, { theme: 'light' })).preferences.displayName).toBe('Bob 🦉');
  });

  it('keeps each choice, and gives it back to Cairn with null', async () => {
    const store = preferenceStore(open());
    const userId = await addUser('choosy');
    const chosen = {
      timezone: 'Asia/Tokyo',
      firstDay: 7,
      dateFormat: 'DD.MM.YYYY',
      timeFormat: 'h12',
      numberFormat: 'de-DE',
      period: 'P90D',
    } as const;
    expect((await store.update(userId, chosen)).preferences).toMatchObject(chosen);
    const back = { timezone: null, firstDay: null, timeFormat: null, period: null };
    expect((await store.update(userId, back)).preferences).toMatchObject({ ...chosen, ...back });
    const odd = open().updateTable('preferences').set({ first_day: 8 }).where('user_id', '=', userId);
    await expect(odd.execute()).rejects.toThrow();
  });

  it('shows a picture to its owner and to those who share an org, until it is removed', async () => {
    const pictures = pictureStore(open());
    const [ada, bob, eve] = [await addUser('seen'), await addUser('colleague'), await addUser('stranger')];
    const created_at = '2026-03-01T10:00:00.000Z';
    const id = `org-${ada}`.slice(0, 64);
    await open().insertInto('orgs').values({ id, name: 'Acme', signup_email: null, created_at }).execute();
    const rows = [ada, bob].map((user_id) => ({ org_id: id, user_id, role: 'viewer' as const, created_at }));
    await open().insertInto('members').values(rows).execute();
    const named = await pictures.set(ada, 'cG5n');
    expect((await preferenceStore(open()).read(ada)).preferences.picture).toBe(named);
    const seen = () => Promise.all([ada, bob, eve].map((viewer) => pictures.seenBy(viewer, ada)));
    expect(await seen()).toEqual(['cG5n', 'cG5n', null]);
    expect(await pictures.set(ada, null)).toBeNull();
    expect(await seen()).toEqual([null, null, null]);
  });

  it('reports an account that is gone as not signed in', async () => {
    await expect(preferenceStore(open()).read(UserId.parse('gone'))).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });
}
