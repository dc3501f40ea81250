import { describe, expect, it } from 'vitest';
import { filtersIn, switchesIn } from './addressed-filters.ts';

describe('the filters that an address names', () => {
  const filters = [{ field: 'action', mode: 'exclude', values: ['created'] }];

  it('are those of a timeline', () => {
    expect(filtersIn(JSON.stringify(filters))).toEqual(filters);
  });

  it.each([
    null,
    '',
    'nonsense',
    '{}',
    '[{"field":"secret","mode":"include","values":["a"]}]',
    '[{"field":"action","mode":"include","values":[]}]',
    JSON.stringify(Array.from({ length: 7 }, () => filters[0])),
  ])('are none in %o', (text) => {
    expect(filtersIn(text)).toEqual([]);
  });

  it('stand beside what is folded and left out', () => {
    expect(switchesIn(null)).toEqual({ similar: true, bots: true, withoutBots: false });
    expect(switchesIn('apart.people')).toEqual({ similar: false, bots: true, withoutBots: true });
    expect(switchesIn('unfolded')).toEqual({ similar: true, bots: false, withoutBots: false });
  });
});
