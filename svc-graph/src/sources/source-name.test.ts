import { describe, expect, it } from 'vitest';
import { freeName } from './source-name.ts';

describe('the name of a source', () => {
  it('is the first that no other has, else one with a number', () => {
    expect(freeName(['repo', 'a/repo'], new Set())).toBe('repo');
    expect(freeName(['repo', 'a/repo'], new Set(['repo']))).toBe('a/repo');
    expect(freeName(['repo', 'a/repo'], new Set(['repo', 'a/repo', 'a/repo (2)']))).toBe('a/repo (3)');
  });
});
