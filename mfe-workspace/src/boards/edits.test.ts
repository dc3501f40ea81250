import { BoardState } from '@cairn/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editBoard, freePosition, newBoard, sameBoard, type BoardDraft, type BoardEdit } from './edits.ts';

const note = (text: string) => ({ kind: 'markdown', markdown: text, transparent: false });
const NOTE = { w: 6, h: 3 };
const minSize = { w: 2, h: 2 };
const withCards = (count: number): BoardDraft =>
  Array.from({ length: count }, (_, index) => index).reduce(
    (draft, index) =>
      editBoard(draft, { type: 'add', id: `c${index}`, card: note(`card ${index}`), size: NOTE }),
    newBoard(),
  );

const ids = fc.integer({ min: 0, max: 7 }).map((index) => `c${index}`);
const steps = fc.integer({ min: -3, max: 3 });
const edits: fc.Arbitrary<BoardEdit> = fc.oneof(
  fc.record({ type: fc.constant('add' as const), id: ids, card: fc.string().map(note) }).map((edit) => ({
    ...edit,
    id: `${edit.id}-${Math.abs(JSON.stringify(edit.card).length)}`,
    size: NOTE,
  })),
  fc.record({ type: fc.constant('remove' as const), id: ids }),
  fc.record({ type: fc.constant('move' as const), id: ids, dx: steps, dy: steps }),
  fc.record({
    type: fc.constant('resize' as const),
    id: ids,
    dw: steps,
    dh: steps,
    minSize: fc.constant(minSize),
  }),
);

const overlaps = ({ state }: BoardDraft) =>
  state.layout.flatMap((a, at) =>
    state.layout
      .slice(at + 1)
      .filter((b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h)
      .map((b) => [a.i, b.i]),
  );

describe('a board that is edited', () => {
  it('stays a valid board: one position per card, no overlap, inside its columns', () => {
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 25 }), (all) => {
        const added = new Set<string>();
        const draft = all.reduce((board, edit) => {
          if (edit.type === 'add') {
            if (added.has(edit.id) || board.state.data[edit.id]) return board;
            added.add(edit.id);
          }
          return editBoard(board, edit);
        }, withCards(5));
        expect(BoardState.safeParse(draft.state).success).toBe(true);
        expect(draft.state.layout.map(({ i }) => i).toSorted()).toEqual(
          Object.keys(draft.state.data).toSorted(),
        );
        expect(overlaps(draft)).toEqual([]);
        expect(draft.state.layout.every(({ x, w }) => x >= 0 && w >= 1 && x + w <= 12)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('puts a new card where there is room before it grows downwards', () => {
    const draft = withCards(3);
    expect(draft.state.layout.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [6, 0],
      [0, 3],
    ]);
    expect(freePosition(draft.state.layout, 'wide', { w: 40, h: 2 }, 12)).toMatchObject({
      x: 0,
      y: 6,
      w: 12,
    });
  });

  it('moves a card down past the one below it', () => {
    const draft = editBoard(withCards(4), { type: 'move', id: 'c0', dx: 0, dy: 1 });
    const place = (id: string) => draft.state.layout.find(({ i }) => i === id);
    expect(place('c0')).toMatchObject({ x: 0, y: 3 });
    expect(place('c2')).toMatchObject({ x: 0, y: 0 });
  });

  it('stops at the edges and at the smallest size', () => {
    const left = editBoard(withCards(1), { type: 'move', id: 'c0', dx: -3, dy: -3 });
    expect(left.state.layout[0]).toMatchObject({ x: 0, y: 0 });
    const small = editBoard(left, { type: 'resize', id: 'c0', dw: -40, dh: -40, minSize });
    expect(small.state.layout[0]).toMatchObject({ w: 2, h: 2 });
    const wide = editBoard(small, { type: 'resize', id: 'c0', dw: 40, dh: 0, minSize });
    expect(wide.state.layout[0]).toMatchObject({ w: 12 });
  });

  it('gives a removed card its position back', () => {
    const before = withCards(3);
    const position = before.state.layout[0];
    const card = before.state.data['c0'];
    if (!position || !card) throw new Error('the board has a first card');
    const after = editBoard(editBoard(before, { type: 'remove', id: 'c0' }), {
      type: 'restore',
      card,
      position,
    });
    expect(after.state.data).toEqual(before.state.data);
    expect(overlaps(after)).toEqual([]);
  });

  it('fits its cards into fewer columns', () => {
    const { name, description, scope, state } = withCards(4);
    const narrow = editBoard(withCards(4), {
      type: 'settings',
      name,
      description,
      scope,
      extras: { ...state.extras, columnCount: 4 },
    });
    expect(narrow.state.layout.every(({ x, w }) => x + w <= 4)).toBe(true);
    expect(overlaps(narrow)).toEqual([]);
  });

  it('is the same board whatever the order of its positions', () => {
    const one = withCards(3);
    const other = { ...one, state: { ...one.state, layout: one.state.layout.toReversed() } };
    expect(sameBoard(one, other)).toBe(true);
    expect(sameBoard(one, editBoard(one, { type: 'move', id: 'c0', dx: 0, dy: 1 }))).toBe(false);
  });
});
