import { describe, expect, it } from 'vitest';
import { checkOwnerPassword, howToSignIn, orgNameOf } from './owner.ts';

const EMAIL = 'owner@example.org';

describe('the password of the owner', () => {
  it.each(['', 'a long pass phrase 7', 'xy'.repeat(64)])('may be %o', (password) => {
    expect(() => checkOwnerPassword(EMAIL, password)).not.toThrow();
  });

  it.each(['short', 'x'.repeat(129)])('is refused as %o before anything is made', (password) => {
    expect(() => checkOwnerPassword(EMAIL, password)).toThrow(
      'CAIRN_OWNER_PASSWORD needs 8 to 128 characters.',
    );
  });

  it.each(['password1', 'xxxxxxxx', EMAIL])('is refused as %o, which is too easy to guess', (password) => {
    expect(() => checkOwnerPassword(EMAIL, password)).toThrow(/^CAIRN_OWNER_PASSWORD: .* Choose another\.$/);
  });
});

describe('how to sign in', () => {
  it('is a link for an owner without a password, and no link for one who has it', () => {
    const url = 'http://127.0.0.1:4400';
    expect(howToSignIn(url, { signInToken: 'a/b', hasPassword: false })).toContain('/sign-in?token=a%2Fb');
    expect(howToSignIn(url, { signInToken: 'a/b', hasPassword: true })).not.toMatch(/token|a%2Fb/);
  });
});

describe('what an org is called', () => {
  it.each([
    [['/src/vite'], 'vite'],
    [['/src/vite.git'], 'vite'],
    [['/src/vite/.git'], 'vite'],
    [['/src/vite.git', '/src/eslint'], 'vite and eslint'],
    [['/a/repo', '/b/repo'], 'repo'],
    [['/a/one', '/a/two', '/a/three'], 'one and 2 more'],
  ])('is what a person would call %j', (repos, name) => {
    expect(orgNameOf(repos)).toBe(name);
  });
});
