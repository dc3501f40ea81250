import type { AnyCard } from '@cairn/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newBoard, type BoardDraft } from '../edits.ts';
import { mergeBoards } from './merge-board.ts';

const text = (markdown: string): AnyCard => ({ kind: 'markdown', markdown }) as AnyCard;
const board = (cards: Record<string, string>, change: Partial<BoardDraft> = {}): BoardDraft => {
  const base = newBoard('org');
  const layout = Object.keys(cards).map((i, at) => ({ i, x: 0, y: at * 2, w: 4, h: 2 }));
  const data = Object.fromEntries(Object.entries(cards).map(([id, words]) => [id, text(words)]));
  return { ...base, version: 1, ...change, state: { ...base.state, layout, data } };
};
const words = ({ state }: BoardDraft) =>
  Object.fromEntries(
    Object.entries(state.data).map(([id, card]) => [id, (card as { markdown?: string }).markdown]),
  );

describe('two boards that grew from one', () => {
  it('take what only one side changed, and conflict in nothing', () => {
    const base = board({ a: 'A', b: 'B' });
    const mine = board({ a: 'A mine', b: 'B' });
    const theirs = board({ a: 'A', b: 'B theirs', c: 'C' }, { name: 'Theirs', version: 4 });
    const { conflicts, merged } = mergeBoards({ base, mine, theirs });
    expect(conflicts).toEqual([]);
    expect(merged({})).toMatchObject({ name: 'Theirs', version: 4 });
    expect(words(merged({}))).toEqual({ a: 'A mine', b: 'B theirs', c: 'C' });
  });

  it('list what both changed, and take the side that is chosen', () => {
    const base = board({ a: 'A' }, { name: 'Base' });
    const mine = board({ a: 'mine' }, { name: 'Mine' });
    const theirs = board({ a: 'theirs' }, { name: 'Theirs', version: 2 });
    const { conflicts, merged } = mergeBoards({ base, mine, theirs });
    expect(conflicts).toEqual([
      { id: 'name', label: 'Name', mine: 'Mine', theirs: 'Theirs' },
      { id: 'card:a', label: 'Card “mine”', mine: 'mine', theirs: 'theirs' },
    ]);
    const chosen = merged({ name: 'theirs', 'card:a': 'mine' });
    expect([chosen.name, words(chosen)]).toEqual(['Theirs', { a: 'mine' }]);
  });

  it('conflict where one removed a card that the other changed', () => {
    const three = { base: board({ a: 'A' }), mine: board({}), theirs: board({ a: 'changed' }) };
    const { conflicts, merged } = mergeBoards(three);
    expect(conflicts).toMatchObject([{ id: 'card:a', mine: 'removed', theirs: 'changed' }]);
    expect(words(merged({ 'card:a': 'theirs' }))).toEqual({ a: 'changed' });
    expect(merged({ 'card:a': 'mine' }).state).toMatchObject({ data: {}, layout: [] });
  });

  it('conflict in everything that differs where the first one is not known', () => {
    const three = { base: undefined, mine: board({ a: 'A' }), theirs: board({ a: 'B' }, { name: 'Theirs' }) };
    expect(mergeBoards(three).conflicts.map(({ id }) => id)).toEqual(['name', 'card:a']);
  });

  it('place every card of the merged board once, whatever was changed', () => {
    const cards = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('x', 'y', 'z'));
    const side = fc.constantFrom('mine' as const, 'theirs' as const);
    fc.assert(
      fc.property(
        cards,
        cards,
        cards,
        fc.dictionary(fc.constantFrom('card:a', 'card:b', 'layout'), side),
        (base, mine, theirs, choices) => {
          const { merged } = mergeBoards({ base: board(base), mine: board(mine), theirs: board(theirs) });
          const { state } = merged(choices);
          expect(state.layout.map(({ i }) => i).toSorted()).toEqual(Object.keys(state.data).toSorted());
        },
      ),
    );
  });
});
