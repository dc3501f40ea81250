import { UserId, type OrgId } from '@cairn/contracts';
import { expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import { exploreStateStore } from './store.ts';

const ada = UserId.parse('ada');
const bob = UserId.parse('bob');

/** What kept queries promise on every database. */
export function exploreStateStoreConformance(open: () => Database, addOrg: () => Promise<OrgId>): void {
  it('gives the same text the same key and keeps it once', async () => {
    const store = exploreStateStore(open());
    const orgId = await addOrg();
    const text = `N4Ig${'x'.repeat(400_000)}é🦉'"\\`;
    const key = await store.put(orgId, ada, text);
    expect(key).toMatch(/^k[0-9a-f]{32}$/);
    expect(await store.put(orgId, ada, text)).toBe(key);
    expect(await store.get(orgId, key)).toBe(text);
    expect(await store.put(orgId, ada, `${text} `)).not.toBe(key);
  });

  it('keeps orgs apart', async () => {
    const store = exploreStateStore(open());
    const [mine, theirs] = [await addOrg(), await addOrg()];
    const key = await store.put(mine, ada, 'a query');
    expect(await store.get(theirs, key)).toBeNull();
    expect(await store.put(theirs, ada, 'a query')).not.toBe(key);
  });

  it('keeps only so much for each person and for the org, and what is there stays', async () => {
    const store = exploreStateStore(open(), () => new Date(), { own: 10, org: 15 });
    const orgId = await addOrg();
    const key = await store.put(orgId, ada, 'ten chars.');
    await expect(store.put(orgId, ada, 'more')).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(await store.put(orgId, ada, 'ten chars.')).toBe(key);
    await store.put(orgId, bob, 'more');
    await expect(store.put(orgId, bob, 'still more')).rejects.toMatchObject({ code: 'quota_exceeded' });
  });
}
