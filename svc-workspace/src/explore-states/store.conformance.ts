import type { OrgId } from '@cairn/contracts';
import { expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import { exploreStateStore } from './store.ts';

/** What kept queries promise on every database. */
export function exploreStateStoreConformance(open: () => Database, addOrg: () => Promise<OrgId>): void {
  it('gives the same text the same key and keeps it once', async () => {
    const store = exploreStateStore(open());
    const orgId = await addOrg();
    const text = `N4Ig${'x'.repeat(400_000)}é🦉'"\\`;
    const key = await store.put(orgId, text);
    expect(key).toMatch(/^k[0-9a-f]{32}$/);
    expect(await store.put(orgId, text)).toBe(key);
    expect(await store.get(orgId, key)).toBe(text);
    expect(await store.put(orgId, `${text} `)).not.toBe(key);
  });

  it('keeps orgs apart', async () => {
    const store = exploreStateStore(open());
    const [mine, theirs] = [await addOrg(), await addOrg()];
    const key = await store.put(mine, 'a query');
    expect(await store.get(theirs, key)).toBeNull();
    expect(await store.put(theirs, 'a query')).not.toBe(key);
  });
}
