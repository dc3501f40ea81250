import { describe, expect, it } from 'vitest';
import { drawLot } from './lot.ts';
import { findTests, readImporters } from './tests-of-file.ts';

const root = new URL('../../../..', import.meta.url).pathname;

describe('the tests of a file', () => {
  it('are those that import it, the nearest first', () => {
    const importers = new Map([
      ['a/src/x.ts', ['a/src/y.ts', 'a/src/x.test.ts', 'b/src/z.test.ts']],
      ['a/src/y.ts', ['a/src/y.test.ts', 'a/src/x.ts']],
    ]);
    expect(findTests('a/src/x.ts', importers)).toEqual([
      'a/src/x.test.ts',
      'b/src/z.test.ts',
      'a/src/y.test.ts',
    ]);
    expect(findTests('a/src/y.ts', importers)[0]).toBe('a/src/y.test.ts');
    expect(findTests('a/src/alone.ts', importers)).toEqual([]);
  });

  it('are found through packages, by their names', () => {
    const tests = findTests('libs/contracts/src/errors.ts', readImporters(root));
    expect(tests).toContain('libs/contracts/src/client.test.ts');
    expect(tests).toContain('svc-graph/src/store/damaged-graph.test.ts');
  });
});

describe('a lot', () => {
  const things = Array.from({ length: 50 }, (_, at) => at);

  it('is the same for the same seed, and another for another', () => {
    expect(drawLot(things, 5, 1)).toEqual(drawLot(things, 5, 1));
    expect(drawLot(things, 5, 1)).not.toEqual(drawLot(things, 5, 2));
  });

  it('draws each thing at most once, and all where there are no more', () => {
    expect(new Set(drawLot(things, 20, 3)).size).toBe(20);
    expect(drawLot(things, 99, 3)).toEqual(things);
  });
});
