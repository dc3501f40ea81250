import { UserId } from '@cairn/contracts';
import { expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import { preferenceStore } from './store.ts';

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
      theme: 'dark',
      displayName: 'Bob 🦉',
    });
    expect((await store.update(userId, {})).preferences.theme).toBe('dark');
    expect((await store.update(userId, { theme: 'light' })).preferences.displayName).toBe('Bob 🦉');
  });

  it('reports an account that is gone as not signed in', async () => {
    await expect(preferenceStore(open()).read(UserId.parse('gone'))).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });
}
