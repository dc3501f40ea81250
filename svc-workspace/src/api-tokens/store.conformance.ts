import type { OrgId, UserId } from '@cairn/contracts';
import { expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import { apiTokenStore } from './store.ts';

/** What API tokens promise on every database. */
export function apiTokenStoreConformance(
  open: () => Database,
  addOrg: () => Promise<OrgId>,
  addUser: (name: string) => Promise<UserId>,
): void {
  it('are found by their text until they are revoked by their owner, or expire', async () => {
    const [orgId, ada, eve] = [await addOrg(), await addUser('ada'), await addUser('eve')];
    const tokens = apiTokenStore(open());
    const input = { name: 'Script', orgId, scope: 'user', days: 1 } as const;
    const [one, two] = [await tokens.create(ada, input), await tokens.create(ada, input)];
    expect(await tokens.find(one)).toMatchObject({ userId: ada, orgId, scope: 'user' });
    expect(await tokens.find(`${one}x`)).toBeNull();
    expect(await tokens.list(eve)).toEqual([]);
    const used = (await tokens.list(ada)).find(({ lastUsedAt }) => lastUsedAt !== null);
    expect(await tokens.revoke(eve, used?.id ?? '')).toBe(false);
    expect(await tokens.revoke(ada, used?.id ?? '')).toBe(true);
    expect([await tokens.find(one), (await tokens.find(two))?.userId]).toEqual([null, ada]);
    const tomorrow = apiTokenStore(open(), () => new Date(Date.now() + 86_400_001));
    expect([await tomorrow.find(two), await tomorrow.list(ada)]).toEqual([null, []]);
  });
}
