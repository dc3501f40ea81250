import { expect, it } from 'vitest';
import { DEFAULT_BRANCH, hasDefaultBranch, withDefaultBranch } from './default-branch.ts';
import { Query } from './schema.ts';

const ask = (text: object) => Query.parse(text);

it('a query of commits is confined to the default branch once, and says so', () => {
  const once = withDefaultBranch(ask({ select: ['Commit'] }));
  expect(once.filters).toEqual([DEFAULT_BRANCH]);
  expect(hasDefaultBranch(once)).toBe(true);
  expect(withDefaultBranch(once)).toBe(once);
});

it('a query of other things, or one that names branches or releases, stays as it is', () => {
  const others = [
    ask({ select: ['Release'] }),
    ask({}),
    ask({ select: ['Commit'], groupBys: ['Branch.name'] }),
    ask({
      select: ['Commit'],
      filters: [{ any: [{ target: 'Branch', attribute: 'name', comparison: { IN: ['next'] } }] }],
    }),
    ask({
      select: ['Commit'],
      filters: [{ target: 'Release', attribute: 'uuid', comparison: { IN: ['x'] } }],
    }),
  ];
  for (const query of others) {
    expect(withDefaultBranch(query)).toBe(query);
    expect(hasDefaultBranch(query)).toBe(false);
  }
});
