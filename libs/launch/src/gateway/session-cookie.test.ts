import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sessionCookie } from './session-cookie.ts';

describe('sessionCookie', () => {
  const token = fc.stringMatching(/^[\w.%-]{1,200}$/);
  const others = fc.array(fc.stringMatching(/^[a-z_]{1,10}=[^;,\s]{0,20}$/), { maxLength: 5 });

  it('finds ours among any others and hands on nothing else', () => {
    fc.assert(
      fc.property(token, others, others, (value, before, after) => {
        const ours = `cairn.session_token=${value}`;
        expect(sessionCookie([...before, ours, ...after].join('; '))).toBe(ours);
        expect(sessionCookie(before.join(';'))).toBeNull();
      }),
    );
  });

  it.each([undefined, '', ';', 'cairn.session_token', 'xcairn.session_token=a', 'cairn.session_tokens=a'])(
    'finds none in %j',
    (header) => expect(sessionCookie(header)).toBeNull(),
  );

  it('knows the name it has on https, and refuses one of absurd length', () => {
    expect(sessionCookie('__Secure-cairn.session_token=a')).toBe('__Secure-cairn.session_token=a');
    expect(sessionCookie(`cairn.session_token=${'a'.repeat(5_000)}`)).toBeNull();
  });
});
