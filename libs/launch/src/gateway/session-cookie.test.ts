import { sessionCookieName } from '@cairn/service-kit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountCookieReader, sessionCookieReader } from './session-cookie.ts';

const SECRET = 'a secret of the tests, 32 characters and more';
const name = sessionCookieName(SECRET);
const sessionCookie = sessionCookieReader(SECRET);

describe('the session cookie', () => {
  const token = fc.stringMatching(/^[\w.%-]{1,200}$/);
  const others = fc.array(fc.stringMatching(/^[a-z_]{1,10}=[^;,\s]{0,20}$/), { maxLength: 5 });

  it('is found among any others, and nothing else is handed on', () => {
    fc.assert(
      fc.property(token, others, others, (value, before, after) => {
        const ours = `${name}=${value}`;
        expect(sessionCookie([...before, ours, ...after].join('; '))).toBe(ours);
        expect(sessionCookie(before.join(';'))).toBeNull();
      }),
    );
  });

  it.each([undefined, '', ';', name, `x${name}=a`, `${name}s=a`, 'cairn.session_token=a'])(
    'is not found in %j',
    (header) => expect(sessionCookie(header)).toBeNull(),
  );

  it('has another name on https, and is refused when it is absurdly long', () => {
    expect(sessionCookie(`__Secure-${name}=a`)).toBe(`__Secure-${name}=a`);
    expect(sessionCookie(`${name}=${'a'.repeat(5_000)}`)).toBeNull();
  });

  it('of another installation on the same host is left alone', () => {
    const neighbour = `${sessionCookieName('the secret of the Cairn on another port')}=a`;
    expect(neighbour).toMatch(/^cairn-[0-9a-f]{8}\.session_token=a$/);
    expect(sessionCookie(neighbour)).toBeNull();
    expect(sessionCookie(`${neighbour}; ${name}=b`)).toBe(`${name}=b`);
  });
});

describe('the cookies of accounts', () => {
  const accountCookies = accountCookieReader(SECRET);
  const prefix = name.slice(0, name.indexOf('.'));

  it('are those of this installation, of a sign-in that is under way too', () => {
    const [state, factor] = [`${prefix}.state=a`, `__Secure-${prefix}.two_factor=b`];
    expect(accountCookies(`theme=dark; ${state};${name}=c; ${factor}`)).toBe(
      `${state}; ${name}=c; ${factor}`,
    );
  });

  it.each([undefined, '', 'theme=dark', 'cairn-00000000.state=a', 'x.state=a'])('are none in %j', (header) =>
    expect(accountCookies(header)).toBeNull(),
  );
});
