import { describe, expect, it } from 'vitest';
import { BoardState, drawableBoard } from './board-state.ts';

const card = { kind: 'markdown', markdown: 'Hello' };
const at = (i: string, part: object = {}) => ({ i, x: 0, y: 0, w: 1, h: 1, ...part });

describe('a board that an earlier version saved', () => {
  it('is drawn without positions of cards that are not there, whatever they are called', () => {
    const layout = ['a', 'b', 'constructor', '__proto__', 'toString', 'a'].map((i) => at(i));
    const drawn = drawableBoard([]).parse({ layout, data: { a: card } });
    expect(drawn.layout).toEqual([at('a')]);
  });

  it('is drawn with its cards where a board can have them', () => {
    const layout = [at('a', { x: -5, y: 1e15, w: 0, h: 1e15 })];
    const [position] = drawableBoard([]).parse({ layout, data: { a: card } }).layout;
    expect(position).toEqual({ i: 'a', x: 0, y: 10_000, w: 1, h: 10_000 });
  });
});

describe('a card of a board', () => {
  const saved = (given: unknown) => BoardState.safeParse({ layout: [], data: { a: given } });

  it('is kept whatever its type is', () => {
    const countdown = { kind: 'countdown', days: 3, more: { nested: [1] } };
    expect(saved(countdown).data?.data).toEqual({ a: countdown });
  });

  it.each([
    ['is no object', 'text'],
    ['has no type', { markdown: 'Hello' }],
    ['has a type that is no name', { kind: 'A b' }],
    ['has a title that is no text', { kind: 'markdown', title: {} }],
    ['has a long title', { kind: 'markdown', title: 'x'.repeat(201) }],
    ['asks what is no query', { kind: 'explore', title: 'T', state: { params: { select: 7 } } }],
    ['is larger than a card may be', { kind: 'markdown', markdown: 'x'.repeat(200_000) }],
  ])('is refused when it %s', (_, given) => {
    expect(saved(given).success).toBe(false);
  });

  it('leaves the prototype of objects alone', () => {
    const given: unknown = JSON.parse('{ "kind": "note", "__proto__": { "kind": "markdown" } }');
    const card = saved(given).data?.data['a'];
    expect(Object.getPrototypeOf(card)).toBe(Object.prototype);
  });
});

describe('a board that is saved', () => {
  it.each(['constructor', 'toString', '__proto__'])('has no card named %s', (name) => {
    const state: unknown = JSON.parse(`{"layout":[],"data":{"${name}":${JSON.stringify(card)}}}`);
    const { error } = BoardState.safeParse(state);
    expect(error?.issues).toMatchObject([{ path: ['data', name], message: 'is not a name for a card' }]);
  });
});
