import fc from 'fast-check';
import { v5 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { NAMESPACE, entityUuid } from './uuid.ts';

describe('the uuid of an entity', () => {
  it('is the version 5 uuid of org, integration and id', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'grapheme' }), (org, id) => {
        expect(entityUuid(org, 'git', id)).toBe(v5(`${org}\ngit\n${id}`, Buffer.from(NAMESPACE)));
      }),
    );
  });

  it('differs between orgs', () => {
    expect(entityUuid('a', 'git', 'x')).not.toBe(entityUuid('b', 'git', 'x'));
  });
});
