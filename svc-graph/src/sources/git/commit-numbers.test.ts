import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommitNumbers } from './commit-numbers.ts';
import type { Context } from './normalise.ts';

const context: Context = {
  orgId: 'acme',
  sourceId: 's',
  repository: 'r',
  repositoryUuid: 'u',
  webUrl: null,
  isShallow: false,
  observedAt: 0,
};

describe('numbers of commits', () => {
  it.each([40, 64])('are the same for the same name of %i digits, and lead back to it', (length) => {
    // Names that begin alike fall on the same place in the table.
    const sha = fc
      .tuple(fc.constantFrom('', '0'.repeat(8), 'f'.repeat(16)), fc.stringMatching(/^[0-9a-f]{64}$/))
      .map(([begin, rest]) => `${begin}${rest}`.slice(0, length));
    fc.assert(
      fc.property(fc.array(sha, { maxLength: 50 }), (shas) => {
        const numbers = new CommitNumbers(context);
        const given = [...numbers.of(shas)];
        expect(given.map((number) => numbers.shaOf(number))).toEqual(shas);
        expect(new Set(given).size).toBe(new Set(shas).size);
        expect([...numbers.of(shas)]).toEqual(given);
      }),
    );
  });

  it('stay when there are more than there was room for', () => {
    const numbers = new CommitNumbers(context);
    const digits = (at: number) => (Math.imul(at, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
    const shas = Array.from({ length: 20_000 }, (_, at) => digits(at).padEnd(40, '0'));
    const given = [...numbers.of(shas)];
    expect(given).toEqual(shas.map((_, index) => index + 1));
    expect([...numbers.of(shas)]).toEqual(given);
    expect(numbers.shaOf(20_000)).toBe(shas.at(-1));
  });
});
