import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressAt } from './page-address.ts';

describe('the address of a page', () => {
  it.each([
    [addressAt('acme', 'home'), '/acme/home'],
    [addressAt('acme', 'boards', 'new'), '/acme/boards/new'],
    [addressAt('acme', 'settings/integrations', 'jira'), '/acme/settings/integrations/jira'],
    [addressAt('acme', 'library', { filter: 'type:board' }), '/acme/library?filter=type:board'],
    [addressAt('acme', 'space', 's1', { edit: '1', tag: 'a b' }), '/acme/space/s1?edit=1&tag=a%20b'],
    [addressAt('a/b', 'teams', '../x?y#z'), '/a%2Fb/teams/..%2Fx%3Fy%23z'],
  ])('is %s', (address, expected) => {
    expect(address).toBe(expected);
  });

  it('gives back every part and value as it was', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (part, value) => {
          const { pathname, searchParams, hash } = new URL(
            addressAt('acme', 'entity', part, { text: value }),
            'http://here.invalid',
          );
          // An id is never one of these, which lead elsewhere.
          fc.pre(part !== '.' && part !== '..');
          const last = pathname.split('/').slice(3).map(decodeURIComponent);
          expect([last, searchParams.get('text'), hash]).toEqual([[part], value, '']);
        },
      ),
    );
  });
});
