import { emptyQuery, encodeText, Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { replacesEntry } from './history-rule.ts';
import { AUTOMATIC_VIEW } from '@cairn/views';
import { addressParams, readAddress, storedKeyOf, type ExploreAddress } from './address.ts';

const address: ExploreAddress = {
  query: Query.parse({ orgId: 'acme', select: ['Commit'], duration: 'P30D' }),
  view: { value: 'barChart', config: { vertical: true } },
  title: 'Commits, last 30 days',
  saved: 'q1',
  fullscreen: false,
};
const searchOf = (params: Record<string, string>) => `?${new URLSearchParams(params).toString()}`;

describe('the address', () => {
  it('holds the whole state of the page', () => {
    expect(readAddress(searchOf(addressParams(address)), 'acme')).toEqual(address);
  });

  it('falls back to an empty query when it is garbage', () => {
    const nothing = { query: emptyQuery('acme'), view: AUTOMATIC_VIEW, title: undefined, saved: undefined };
    expect(readAddress('?s=%E0%A4%A&d=]]&t=7&v=zzz', 'acme')).toEqual({ ...nothing, fullscreen: true });
    expect(readAddress(`?v=${encodeText({ value: 'a pie', config: {} })}`, 'acme').view).toEqual(
      AUTOMATIC_VIEW,
    );
    expect(readAddress(`?v=${encodeText({ value: 'barChart' })}`, 'acme').view).toEqual(AUTOMATIC_VIEW);
  });

  it('takes the text behind a stored key', () => {
    const key = `k${'a'.repeat(32)}`;
    expect(storedKeyOf(`?s=${key}`)).toBe(key);
    const text = encodeText({ select: ['Person'] });
    expect(readAddress(`?s=${key}`, 'acme', text).query.select).toEqual(['Person']);
    expect(storedKeyOf(`?s=${text}`)).toBeNull();
  });

  it('asks about the first of several entities, and knows that there were more', () => {
    const many = readAddress(`?s=${encodeText({ select: ['Commit', 'Person'], search: 'fix' })}`, 'acme');
    expect(many).toMatchObject({ query: { select: ['Commit'], search: 'fix' }, selectsMany: true });
    expect(readAddress(searchOf(addressParams(many)), 'acme').selectsMany).toBeUndefined();
  });

  it('may be launched with an entity only', () => {
    expect(readAddress('?e=append&entity=Commit', 'acme').query.select).toEqual(['Commit']);
  });
});

describe('the history', () => {
  it.each([
    [900, null, true],
    [5_000, null, false],
    [5_000, 4_800, true],
    [5_000, 4_700, false],
  ])('at %i ms after a change at %s replaces the entry: %s', (now, last, replaces) => {
    expect(replacesEntry(now, 0, last)).toBe(replaces);
  });
});
