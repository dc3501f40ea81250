import { describe, expect, it } from 'vitest';
import { matchesKey } from './matches-key.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }) as KeyboardEvent;

describe('a key of a shortcut', () => {
  it('takes Ctrl and Command alike for mod', () => {
    expect(matchesKey('mod+k', press('k', { ctrlKey: true }))).toBe(true);
    expect(matchesKey('mod+k', press('k', { metaKey: true }))).toBe(true);
    expect(matchesKey('mod+k', press('k'))).toBe(false);
    expect(matchesKey('k', press('k', { ctrlKey: true }))).toBe(false);
  });

  it('tells Shift apart for letters and named keys, not for signs', () => {
    expect(matchesKey('mod+shift+p', press('P', { ctrlKey: true, shiftKey: true }))).toBe(true);
    expect(matchesKey('mod+p', press('P', { ctrlKey: true, shiftKey: true }))).toBe(false);
    expect(matchesKey('?', press('?', { shiftKey: true }))).toBe(true);
    expect(matchesKey('arrowdown', press('ArrowDown', { shiftKey: true }))).toBe(false);
  });

  it('leaves Alt alone unless it is named', () => {
    expect(matchesKey('g', press('g', { altKey: true }))).toBe(false);
    expect(matchesKey('alt+g', press('g', { altKey: true }))).toBe(true);
  });
});
