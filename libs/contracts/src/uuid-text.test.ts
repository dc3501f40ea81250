import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uuidText } from './uuid-text.ts';

describe('uuidText', () => {
  it('writes sixteen bytes as a uuid, wherever they lie', () => {
    fc.assert(
      fc.property(fc.uuid({ version: [1, 4, 5] }), fc.nat({ max: 20 }), (uuid, start) => {
        const bytes = new Uint8Array(start + 20).fill(7);
        bytes.set(
          Uint8Array.from(uuid.replaceAll('-', '').match(/../g) ?? [], (hex) => parseInt(hex, 16)),
          start,
        );
        expect(uuidText(bytes, start)).toBe(uuid);
      }),
    );
  });
});
