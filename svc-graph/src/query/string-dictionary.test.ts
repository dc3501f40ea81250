import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SHORT, StringDictionary, viewOf } from './string-dictionary.ts';

/** Texts around the length beyond which lookup differs; some repeat. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: SHORT + 20 }),
  fc.string({ unit: fc.constantFrom('a', 'b', '\0', 'é'), maxLength: SHORT + 4 }),
);

/** A short text as three numbers, as DuckDB stores it. */
function numbersOf(bytes: Buffer): [number, number, number] {
  const padded = Buffer.concat([bytes, Buffer.alloc(SHORT)]);
  return [padded.readInt32LE(0), padded.readInt32LE(4), padded.readInt32LE(8)];
}

describe('StringDictionary', () => {
  it('finds each text again, as bytes or as numbers, and keeps the different ones in their order', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 200 }), fc.nat({ max: 9 }), (texts, offset) => {
        const words = new StringDictionary();
        const different = [...new Set(texts)];
        for (const [index, each] of texts.entries()) {
          const bytes = Buffer.concat([Buffer.alloc(offset, 1), Buffer.from(each), Buffer.alloc(3, 2)]);
          const end = bytes.length - 3;
          const short = bytes.subarray(offset, end);
          const place =
            index % 2 === 0 && short.length <= SHORT
              ? words.placeShort(short.length, ...numbersOf(short))
              : words.place(viewOf(bytes), offset, end);
          expect(words.text(place)).toBe(each);
          expect(place).toBe(different.indexOf(each));
        }
        expect(words.count).toBe(different.length);
        const { offsets, bytes } = words.from(0);
        expect(different.map((_, word) => bytes.toString('utf8', offsets[word], offsets[word + 1]))).toEqual(
          different,
        );
      }),
    );
  });

  it('tells apart so many texts that some have the same hash, and hands out those from one on', () => {
    const COUNT = 240_000;
    const words = new StringDictionary();
    const named = (index: number) => {
      const digest = createHash('md5').update(String(index)).digest('hex');
      return index % 2 === 0 ? digest.slice(0, SHORT) : digest;
    };
    const placed = (text: string) => {
      const bytes = Buffer.from(text);
      return words.place(viewOf(bytes), 0, bytes.length);
    };
    const texts = Array.from({ length: COUNT }, (_, index) => named(index));
    expect(texts.filter((each, index) => placed(each) !== index)).toEqual([]);
    expect(texts.filter((each, index) => words.text(index) !== each || placed(each) !== index)).toEqual([]);
    const { offsets, bytes } = words.from(COUNT - 1);
    expect([offsets.length, bytes.toString('utf8', offsets[0], offsets[1])]).toEqual([2, texts.at(-1)]);
  });
});
