import { describe, expect, it } from 'vitest';
import { drawableBoard } from './board-state.ts';

const card = { kind: 'markdown', markdown: 'Hello' };
const at = (i: string, part: object = {}) => ({ i, x: 0, y: 0, w: 1, h: 1, ...part });

describe('a board that an earlier version saved', () => {
  it('is drawn without positions of cards that are not there, whatever they are called', () => {
    const layout = ['a', 'b', 'constructor', '__proto__', 'toString', 'a'].map((i) => at(i));
    const drawn = drawableBoard().parse({ layout, data: { a: card } });
    expect(drawn.layout).toEqual([at('a')]);
  });

  it('is drawn with its cards where a board can have them', () => {
    const layout = [at('a', { x: -5, y: 1e15, w: 0, h: 1e15 })];
    const [position] = drawableBoard().parse({ layout, data: { a: card } }).layout;
    expect(position).toEqual({ i: 'a', x: 0, y: 10_000, w: 1, h: 10_000 });
  });
});
