import { describe, expect, it } from 'vitest';
import { drawerOf, neighbour, withDrawer } from './drawer-address.ts';

const A = '00000000-0000-4000-8000-000000000001';
const B = '00000000-0000-4000-8000-000000000002';
const place = (search: string, state: unknown = null) => ({
  pathname: '/acme/explore',
  search,
  hash: '',
  state,
});

describe('the drawer in the address', () => {
  it('is what the address names, with its list and how deep it is', () => {
    const { to, state } = withDrawer(place('?s=abc', { kept: 1 }), { uuid: A, siblings: [A, B], depth: 2 });
    expect(to).toBe(`/acme/explore?s=abc&entity=${A}`);
    expect(state).toEqual({ kept: 1, drawer: { siblings: [A, B], depth: 2 } });
    expect(drawerOf(place(`?s=abc&entity=${A}`, state))).toEqual({ uuid: A, siblings: [A, B], depth: 2 });
  });

  it('is open without a list where the address alone names it', () => {
    expect(drawerOf(place(`?entity=${A}`))).toEqual({ uuid: A, siblings: [], depth: 0 });
  });

  it.each([
    ['no entity', '', null],
    ['an id that is none', '?entity=nonsense', null],
    ['something that runs', '?entity=javascript:alert(1)', null],
  ])('is closed for %s', (_, search, state) => {
    expect(drawerOf(place(search, state))).toBeNull();
  });

  it.each(['text', 5, { drawer: 'text' }, { drawer: { siblings: [1, A], depth: 'x' } }])(
    'trusts no state of a history entry: %o',
    (state) => {
      const siblings = typeof state === 'object' && typeof state.drawer === 'object' ? [A] : [];
      expect(drawerOf(place(`?entity=${A}`, state))).toEqual({ uuid: A, siblings, depth: 0 });
    },
  );

  it('leaves nothing behind when it is closed', () => {
    const open = withDrawer(place('?s=abc'), { uuid: A, siblings: [], depth: 1 });
    const search = open.to.slice(open.to.indexOf('?'));
    expect(withDrawer(place(search, open.state), null)).toEqual({ to: '/acme/explore?s=abc', state: null });
  });

  it('knows the neighbours in its list', () => {
    const entry = { uuid: A, siblings: [B, A], depth: 1 };
    expect([neighbour(entry, -1), neighbour(entry, 1)]).toEqual([B, undefined]);
    expect(neighbour({ ...entry, siblings: [B] }, 1)).toBeUndefined();
  });
});
