import { describe, expect, it } from 'vitest';
import { CLOSED, moveTo, neighbour, show, step } from './drawer-history.ts';

const at = (uuid: string, siblings: readonly string[] = []) => ({ uuid, siblings });

describe('drawer history', () => {
  it('goes back and forward, and stops at its ends', () => {
    const two = show(show(CLOSED, at('a')), at('b'));
    expect(step(two, -1).at).toBe(0);
    expect(step(step(two, -1), -1).at).toBe(0);
    expect(step(step(two, -1), 1).at).toBe(1);
    expect(step(two, 1).at).toBe(1);
  });

  it('forgets what lay ahead when another entity is shown', () => {
    const back = step(show(show(CLOSED, at('a')), at('b')), -1);
    expect(show(back, at('c')).entries.map(({ uuid }) => uuid)).toEqual(['a', 'c']);
  });

  it('does not add what is shown already', () => {
    const one = show(CLOSED, at('a'));
    expect(show(one, at('a'))).toEqual(one);
  });

  it('moves along the list it was opened from', () => {
    const middle = show(CLOSED, at('b', ['a', 'b', 'c']));
    expect([neighbour(middle, -1), neighbour(middle, 1)]).toEqual(['a', 'c']);
    const last = moveTo(middle, 'c');
    expect([neighbour(last, 1), last.entries.length]).toEqual([undefined, 1]);
  });

  it('knows no neighbours without a list', () => {
    expect(neighbour(show(CLOSED, at('a')), 1)).toBeUndefined();
    expect(neighbour(CLOSED, 1)).toBeUndefined();
  });
});
