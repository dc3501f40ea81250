import { describe, expect, it } from 'vitest';
import { shortName, titleOf } from './read-entity.ts';

const uuid = '1b671a64-40d5-491e-99b0-da01ff1f3341';

describe('what an entity is called', () => {
  it.each([null, '', '  ', '\u200b\u200b', '\u202e', '\u3164', '\u0301'])('is its uuid for %o', (name) => {
    expect(titleOf({ name, uuid })).toBe(`Entity #${uuid}`);
  });

  it('is its name, without the space around it', () => {
    expect(titleOf({ name: ' Fix \u202ethat ', uuid })).toBe('Fix \u202ethat');
  });

  it('is cut where it is longer than there is room for, between two characters', () => {
    expect(shortName('W'.repeat(5_000), 200)).toBe(`${'W'.repeat(200)}…`);
    expect(shortName('W'.repeat(200), 200)).toBe('W'.repeat(200));
    expect(shortName('🪨'.repeat(300), 3)).toBe('🪨🪨🪨…');
  });
});
