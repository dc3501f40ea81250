import { describe, expect, it } from 'vitest';
import { findFaults, plant } from './faults.ts';

const inFunction = (text: string) => `export function f(a: number, b: number[]) {\n  ${text}\n}\n`;
const planted = (text: string) => {
  const source = inFunction(text);
  return findFaults('f.ts', source).map((fault) => plant(source, fault).split('\n')[1]?.trim());
};

describe('the faults of a function', () => {
  it.each([
    ['return a < 2;', ['return a <= 2;', 'return a < 3;']],
    [
      'return a === b.length && !a;',
      ['return a !== b.length && !a;', 'return a === b.length || !a;', 'return a === b.length && a;'],
    ],
    ['return a ? b : c;', ['return a ? c : b;']],
    ['if (a) return;', ['if (!(a)) return;']],
    ['tell(a);', [';']],
    ['if (c()) tell(a);', ['if (!(c())) tell(a);', 'if (c()) ;']],
    ['await tell(a);', [';']],
    ['return b.filter(isOdd).length;', ['return b.length;']],
    ['return a ?? b;', ['return b;']],
    ['return [a];', ['return [];']],
    ['return true;', ['return false;']],
    ['return a + b;', ['return a - b;']],
  ])('of %s are these', (text, faults) => {
    expect(planted(text)).toEqual(faults);
  });

  it.each([
    ['a text that is put together', 'return `a` + a;'],
    ['a type', 'const c = a as 1 | 2;'],
    ['what is said of a failure', 'throw new Error([1 < 2].join());'],
  ])('leave %s alone', (_, text) => {
    expect(planted(text)).toEqual([]);
  });

  it('say where they are and what stands there', () => {
    const [fault] = findFaults('f.ts', inFunction('return a > 2;'));
    expect(fault).toMatchObject({ line: 2, words: '> → >=' });
  });

  it('are none outside of functions', () => {
    expect(findFaults('f.ts', 'export const MOST = 3 + 4;')).toEqual([]);
  });
});
