import { expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import { narrativePrefixStore } from './store.ts';

/** What prompt instructions promise on every database. */
export function narrativePrefixStoreConformance(open: () => Database): void {
  it('are one for each kind, and the last word counts', async () => {
    const prefixes = narrativePrefixStore(open());
    await prefixes.set('narrative', { name: 'First', prefix: 'Be brief.' });
    const [first] = await prefixes.list('narrative');
    await prefixes.set('narrative', { name: 'Second', prefix: 'Be kind. 🦉' });
    await prefixes.set('agent', { name: 'Chat', prefix: 'Answer.' });
    expect(await prefixes.list('narrative')).toMatchObject([
      { id: first?.id, name: 'Second', prefix: 'Be kind. 🦉' },
    ]);
    expect((await prefixes.list()).map(({ global_key }) => global_key)).toEqual(['agent', 'narrative']);
    expect([await prefixes.remove(first?.id ?? ''), await prefixes.remove(first?.id ?? '')]).toEqual([
      true,
      false,
    ]);
  });
}
