import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { easyPassword } from './passwords.ts';

const email = 'Ada.Lovelace@example.com';

describe('a password', () => {
  it.each([
    ['        ', 'nothing but spaces'],
    ['aaaaaaaaaaaa', 'one repeated character'],
    ['AAAAaaaa ', 'one repeated character'],
    ['ada.lovelace@example.com', 'Your e-mail address'],
    ['ADA.LOVELACE', 'Your e-mail address'],
    ['12345678', 'most common'],
    ['password', 'most common'],
    ['PassWord', 'most common'],
    ['Sunshine2026!', 'most common'],
    ['qwertyuiop', 'most common'],
  ])('%j is refused, and the sentence says why', (password, why) => {
    expect(easyPassword(password, email)).toContain(why);
    expect(easyPassword(password, email)).toMatch(/Choose another\.$/);
  });

  it.each(['correct horse', 'battery staple', 'a long pass phrase 7', 'пароль-и-ещё', 'xK2#9qLw'])(
    '%j may be chosen',
    (password) => expect(easyPassword(password, email)).toBeNull(),
  );
});

it('the list of common passwords has 3,000 that are long enough and in small letters', () => {
  expect(COMMON_PASSWORDS.size).toBe(3_000);
  for (const one of COMMON_PASSWORDS) expect(one).toMatch(/^[!-@[-~]{8,}$/);
});
