import {
  LinkBrief,
  SAVED_TYPES,
  type DeepLink,
  type ListedTypeTable,
  type SavedTypeRules,
} from '@cairn/contracts';
import { PAGES } from '@cairn/host';
import { aNote, plantedSavedTypes } from '@cairn/saved/planted';
import { describe, expect, it } from 'vitest';
import { savedTypeOf } from './saved-type.ts';
import { addressOf, inLibraryOrder, savedQuery, savedTypes, typeOf, wordsOf } from './saved-types.ts';

const savedBoard = savedTypeOf('dashboard-v1', SAVED_TYPES['dashboard-v1']);

/** A link with the brief that the service tells of its state; nothing where that cannot be read. */
const link = (type: DeepLink['type'], state: unknown): DeepLink => {
  const table: ListedTypeTable = SAVED_TYPES;
  const rules: SavedTypeRules | undefined = table[type];
  const parsed = rules?.state.safeParse(state);
  return {
    ...aNote({ id: 'a b' }),
    type,
    name: 'Weekly',
    state: typeof state === 'string' ? state : JSON.stringify(state),
    brief: LinkBrief.parse(parsed?.success ? (rules?.brief?.(parsed.data) ?? {}) : {}),
  };
};
const question = { params: { select: ['Commit'] }, viz: [{ value: 'barChart', config: {} }] };
const query = link('explore-v1', question);
const board = link('dashboard-v1', {
  layout: [{ i: 'a', x: 0, y: 0, w: 4, h: 4 }],
  data: {
    a: { kind: 'explore', title: 'Commits', state: question },
    b: { kind: 'markdown', markdown: 'Why' },
  },
  extras: { tags: ['delivery'] },
});
const titleOf = () => 'Commits';

describe('the table of saved things', () => {
  it('opens every type on a page of the product, and has its icon', () => {
    for (const { page, icon } of savedTypes) expect(PAGES.find(({ path }) => path === page)?.icon).toBe(icon);
  });

  it('gives every type words of its own', () => {
    for (const field of ['word', 'label', 'plural', 'searchHeading', 'howTo'] as const) {
      expect(new Set(savedTypes.map((type) => type[field])).size).toBe(savedTypes.length);
    }
  });

  it('lists boards before queries in the library, and types without a place last', () => {
    const words = inLibraryOrder(plantedSavedTypes.toReversed()).map(({ word }) => word);
    expect(words).toEqual(['board', 'query', 'space', 'topic', 'report', 'note']);
  });

  it('puts the types into words', () => {
    expect(wordsOf(savedTypes, 'many')).toBe('boards, queries, spaces, topics and reports');
    expect(wordsOf(savedTypes, 'one')).toBe('board, query, space, topic or report');
    expect(wordsOf(plantedSavedTypes, 'many')).toBe('boards, queries, spaces, topics, reports and notes');
  });

  it('knows no type of a link that a newer Cairn saved', () => {
    expect(typeOf({ type: 'later-v1' as never })).toBeUndefined();
    expect(addressOf('acme', link('later-v1' as never, {}))).toBe('/acme/library');
  });
});

describe('the state of a saved thing', () => {
  it('is read with its defaults', () => {
    expect(savedQuery.stateOf(query)?.params.select).toEqual(['Commit']);
    expect(savedBoard.stateOf(board)?.extras.columnCount).toBe(12);
  });

  it.each(['', '{', 'null', '[]', '{"params":1}'])('is null when it cannot be read: %s', (text) => {
    expect(savedQuery.stateOf(link('explore-v1', text))).toBeNull();
    expect(savedBoard.stateOf(link('dashboard-v1', text))).toBeNull();
  });

  it('is null when the link is of another type', () => {
    expect(savedQuery.stateOf(board)).toBeNull();
    expect(savedBoard.stateOf(query)).toBeNull();
  });

  it('says what a thing asks, shows, holds and is tagged with', () => {
    expect(query.brief.kinds).toEqual(['Commit']);
    expect(board.brief.kinds).toEqual(['Commit']);
    expect(savedQuery.question(query)?.viz[0]?.value).toBe('barChart');
    expect([savedQuery.isQuestion, savedBoard.isQuestion]).toEqual([true, false]);
    expect(savedQuery.summary(query, titleOf)).toBe('Commits');
    expect(savedBoard.summary(board, titleOf)).toBe('1 card');
    expect(board.brief.tags).toEqual(['delivery']);
  });

  it('has nothing in it when it cannot be read', () => {
    for (const type of savedTypes) {
      const broken = link(type.type, '{');
      expect(type.question(broken)).toBeNull();
      expect(type.summary(broken, titleOf)).toBe('');
    }
  });
});

describe('the address of a saved thing', () => {
  it('is the page of a board, with its id encoded', () => {
    expect(addressOf('acme', board)).toBe('/acme/boards/a%20b');
  });

  it('is Explore with query, view, name and id for a query', () => {
    const { pathname, searchParams } = new URL(addressOf('acme', query), 'http://x');
    expect(pathname).toBe('/acme/explore');
    expect([...searchParams.keys()].toSorted()).toEqual(['d', 's', 'v']);
  });

  it('is Explore under its name, with nothing asked, for a query that cannot be read', () => {
    const { pathname, searchParams } = new URL(addressOf('acme', link('explore-v1', '{')), 'http://x');
    expect(pathname).toBe('/acme/explore');
    expect([...searchParams.keys()]).toEqual(['d']);
  });

  it('is that of a planted type', () => {
    expect(addressOf('acme', aNote({ id: 'n1' }), plantedSavedTypes)).toBe('/acme/notes/n1');
  });
});
