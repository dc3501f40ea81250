import { describe, expect, it } from 'vitest';
import { checkOwnerPassword } from './owner.ts';

describe('the password of the owner', () => {
  it.each(['', 'a long pass phrase 7', 'x'.repeat(128)])('may be %o', (password) => {
    expect(() => checkOwnerPassword(password)).not.toThrow();
  });

  it.each(['short', 'x'.repeat(129)])('is refused as %o before anything is made', (password) => {
    expect(() => checkOwnerPassword(password)).toThrow('CAIRN_OWNER_PASSWORD needs 8 to 128 characters.');
  });
});
