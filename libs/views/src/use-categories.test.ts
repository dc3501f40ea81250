import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSharedColors } from '@cairn/host';
import { assignColors } from './palette.ts';

describe('the colours that the pictures of a page share', () => {
  it('are the same whichever picture was drawn first, and no two alike', () => {
    const pictures = fc.array(fc.array(fc.string({ maxLength: 6 }), { maxLength: 6 }), { maxLength: 4 });
    fc.assert(
      fc.property(pictures, (all) => {
        const [forward, backward] = [createSharedColors(), createSharedColors()];
        for (const keys of all) forward.add(keys);
        for (const keys of all.toReversed()) backward.add(keys);
        const slots = assignColors(forward.categories());
        expect(slots).toEqual(assignColors(backward.categories()));
        expect(new Set(slots.values()).size).toBe(slots.size);
      }),
    );
  });

  it('tell their readers once for each picture that brings something new', () => {
    const colors = createSharedColors();
    let told = 0;
    const stop = colors.subscribe(() => (told += 1));
    colors.add(['merged', 'open']);
    const before = colors.categories();
    colors.add(['open']);
    expect(told).toBe(1);
    expect(colors.categories()).toBe(before);
    stop();
    colors.add(['closed']);
    expect(told).toBe(1);
    expect([...colors.categories()]).toEqual(['merged', 'open', 'closed']);
  });
});
