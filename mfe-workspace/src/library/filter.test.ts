import { savedQuery, savedTypes, type SavedType } from '@cairn/saved';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COLLECTIONS,
  filterToken,
  hasToken,
  matchesFilter,
  parseFilter,
  relatedTags,
  SCOPES,
  STATUSES,
  toggleToken,
  type LibraryItem,
} from './filter.ts';
import { parseSort, SORT_COLUMNS, sortItems, sortText } from './sort.ts';

const [savedBoard] = savedTypes.filter(({ word }) => word === 'board') as [SavedType];
// Types that a later Cairn may have.
const { libraryOrder: _place, ...unplaced } = savedBoard;
const topic: SavedType = { ...unplaced, word: 'topic', filterWords: 'tags too' };
const report: SavedType = { ...unplaced, word: 'report', filterWords: 'ignored' };
const space: SavedType = { ...savedBoard, word: 'space', libraryOrder: 2 };
const TYPES = [...savedTypes, space, topic, report];

const item: LibraryItem = {
  name: 'Review load',
  description: 'Who waits for whom',
  type: savedBoard,
  scope: 'org',
  status: 'populated',
  tags: ['Time to merge', 'delivery'],
  isBookmarked: true,
  isMine: false,
};
const passes = (text: string, change: Partial<LibraryItem> = {}) =>
  matchesFilter({ ...item, ...change }, parseFilter(text, TYPES));

const items: fc.Arbitrary<LibraryItem> = fc.record({
  name: fc.string({ maxLength: 20 }),
  description: fc.string({ maxLength: 20 }),
  type: fc.constantFrom(...TYPES),
  scope: fc.constantFrom(...SCOPES),
  status: fc.constantFrom(...STATUSES),
  tags: fc.array(fc.constantFrom('delivery', 'Time to merge', 'risk'), { maxLength: 3 }),
  isBookmarked: fc.boolean(),
  isMine: fc.boolean(),
});
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
  it('lets everything through when it is empty', () => {
    fc.assert(fc.property(items, (any) => matchesFilter(any, parseFilter('  '))));
  });

  it('finds words in name or description, all of them, whatever their case', () => {
    expect(passes('LOAD waits')).toBe(true);
    expect(passes('load nobody')).toBe(false);
    expect(passes('delivery')).toBe(false);
  });

  it('finds the tags of topics by words, and lets reports through', () => {
    expect(passes('delivery', { type: topic })).toBe(true);
    expect(passes('nowhere', { type: report })).toBe(true);
    expect(passes('nowhere type:board', { type: report })).toBe(false);
  });

  it('wants all tags, written with underscores', () => {
    expect(passes('tag:time_to_merge tag:delivery')).toBe(true);
    expect(passes('tag:time_to_merge tag:risk')).toBe(false);
  });

  it('wants one of the types, scopes, states and collections', () => {
    expect(passes('type:query type:board scope:org status:populated in:favorites')).toBe(true);
    expect(passes('type:query')).toBe(false);
    expect(passes('in:mine')).toBe(false);
    expect(passes('in:mine in:favorites')).toBe(true);
  });

  it('reads a token with an unknown value as a word', () => {
    expect(parseFilter('type:banana').words).toEqual(['type:banana']);
    expect(passes('type:banana')).toBe(false);
  });

  it('narrows with every tag and every word, and widens with a second token of a group', () => {
    fc.assert(
      fc.property(items, texts, fc.stringMatching(/^[a-z]{1,4}$/), (any, text, word) => {
        const before = matchesFilter(any, parseFilter(text));
        const narrowed = matchesFilter(any, parseFilter(`${text} ${word} tag:risk`));
        expect(narrowed && !before).toBe(false);
        const typed = matchesFilter(any, parseFilter(`${text} type:board`));
        const wider = matchesFilter(any, parseFilter(`${text} type:board type:query`));
        expect(typed && !wider).toBe(false);
      }),
    );
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

describe('related tags', () => {
  it('are the most frequent 18, in alphabetical order', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      tags: Array.from({ length: index + 1 }, (_tag, at) => `t${String(at).padStart(2, '0')}`),
    }));
    const tags = relatedTags(many);
    expect(tags).toHaveLength(18);
    expect(tags[0]).toEqual({ tag: 't00', count: 30 });
    expect(tags.at(-1)?.tag).toBe('t17');
  });
});

describe('the order of the library', () => {
  it('puts board before query before space before others', () => {
    const of = (type: SavedType) => ({ ...item, type });
    const sorted = sortItems([of(report), of(space), of(savedQuery), of(savedBoard)], {
      id: 'type',
      direction: 'ascending',
    });
    expect(sorted.map(({ type }) => type.word)).toEqual(['board', 'query', 'space', 'report']);
  });

  it('keeps every item, and orders names without regard to case', () => {
    fc.assert(
      fc.property(fc.array(items, { maxLength: 20 }), fc.constantFrom(...SORT_COLUMNS), (all, id) => {
        const sorted = sortItems(all, { id, direction: 'descending' });
        expect(sorted).toHaveLength(all.length);
        expect(new Set(sorted)).toEqual(new Set(all));
      }),
    );
    const names = sortItems(
      [
        { ...item, name: 'beta' },
        { ...item, name: 'Alpha' },
      ],
      parseSort(null),
    );
    expect(names.map(({ name }) => name)).toEqual(['Alpha', 'beta']);
  });

  it('comes back from the address as it went in', () => {
    for (const id of SORT_COLUMNS) {
      for (const direction of ['ascending', 'descending'] as const) {
        expect(parseSort(sortText({ id, direction }))).toEqual({ id, direction });
      }
    }
    expect(parseSort('nonsense')).toEqual({ id: 'name', direction: 'ascending' });
  });
});
