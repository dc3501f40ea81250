import { savedTypes } from '@cairn/saved';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asLinkFilter,
  COLLECTIONS,
  filterToken,
  hasToken,
  hintOf,
  parseFilter,
  SCOPES,
  STATUSES,
  toggleToken,
} from './filter.ts';
import { parseSort, SORT_COLUMNS, sortText } from './sort.ts';

const TYPES = savedTypes;
const asked = (text: string) => asLinkFilter(parseFilter(text, TYPES), TYPES);

const unnamed = { ownerNames: [], kinds: [], views: [], durations: [] };

const tokens = fc.oneof(
  fc.constantFrom(...TYPES).map(({ word }) => filterToken('type', word)),
  fc.constantFrom(...SCOPES).map((value) => filterToken('scope', value)),
  fc.constantFrom(...STATUSES).map((value) => filterToken('status', value)),
  fc.constantFrom(...COLLECTIONS).map((value) => filterToken('in', value)),
  fc.constantFrom('Time to merge', 'risk').map((value) => filterToken('tag', value)),
);
const texts = fc
  .array(fc.oneof(tokens, fc.stringMatching(/^[a-z]{1,4}$/)), { maxLength: 6 })
  .map((all) => all.join(' '));

describe('the filter of the library', () => {
  it('asks for every known type and nothing else when it is empty', () => {
    const types = TYPES.map(({ type }) => type);
    const nothing = { words: '', tags: [], scopes: [], collections: [], statuses: [], ...unnamed };
    expect(asked('  ')).toEqual({ ...nothing, types });
  });

  it('asks for words, tags, types, scopes, states and collections, whatever their case', () => {
    expect(asked('LOAD tag:Time_to_merge TYPE:Space scope:ORG in:favorites status:notconfigured x')).toEqual({
      words: 'load x',
      tags: ['time_to_merge'],
      types: ['space-v1'],
      scopes: ['org'],
      collections: ['favorites'],
      statuses: ['notConfigured'],
      ...unnamed,
    });
  });

  it('asks for owners, kinds, views and durations, and takes what stands in quotes as one value', () => {
    const text =
      'owner:"Grace Brooks" select:"Pull Request" visualization:Bar duration:P30D tag:"time to merge" "two words" name:x';
    expect(asked(text)).toMatchObject({
      ownerNames: ['grace_brooks'],
      kinds: ['pull_request'],
      views: ['bar'],
      durations: ['p30d'],
      tags: ['time_to_merge'],
      words: 'two words x',
    });
  });

  it('tells of every token that it does not know, and what it does', () => {
    const { words, unknown } = parseFilter('foo:bar status:gone tag: lead "open', TYPES);
    expect(words).toEqual(['foo:bar', 'status:gone', 'tag:', 'lead', 'open']);
    expect(unknown).toEqual(['foo:bar', 'status:gone']);
    expect(hintOf('foo:bar', TYPES)).toContain('Tokens begin with tag:, type:');
    expect(hintOf('status:gone', TYPES)).toBe(
      'status:gone is read as words. After status: comes populated, processing or notConfigured.',
    );
    expect(hintOf('type:banana', TYPES)).toContain('board');
  });

  it('finds a token again however it was quoted', () => {
    expect(hasToken('tag:"Time to merge" x', 'tag:time_to_merge')).toBe(true);
    expect(toggleToken('tag:"Time to merge" "a b"', 'tag:time_to_merge')).toBe('"a b"');
  });

  it('reads a token with an unknown value as a word', () => {
    expect(parseFilter('type:banana').words).toEqual(['type:banana']);
  });

  it('asks for no more than the service takes', () => {
    const filter = asked(`${'tag:x '.repeat(40)} ${'word '.repeat(300)} tag:${'y'.repeat(300)}`);
    expect(filter.tags?.length).toBe(20);
    expect(filter.words?.length).toBeLessThanOrEqual(500);
  });

  it('toggles a token on and off again without touching the rest', () => {
    fc.assert(
      fc.property(texts, tokens, (text, token) => {
        const off = hasToken(text, token) ? toggleToken(text, token) : text;
        const on = toggleToken(off, token);
        expect(hasToken(on, token)).toBe(true);
        expect(toggleToken(on, token)).toBe(off);
      }),
    );
  });
});

describe('the order of the library', () => {
  it('comes back from the address as it went in', () => {
    for (const id of SORT_COLUMNS) {
      for (const direction of ['ascending', 'descending'] as const) {
        expect(parseSort(sortText({ id, direction }))).toEqual({ id, direction });
      }
    }
    expect(parseSort('nonsense')).toEqual({ id: 'name', direction: 'ascending' });
  });
});
