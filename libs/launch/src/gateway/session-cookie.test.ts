import { sessionCookieName } from '@cairn/service-kit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cookieDresser, ownCookieReader } from './session-cookie.ts';

const SECRET = 'a secret of the tests, 32 characters and more';
const name = sessionCookieName(SECRET);
const read = ownCookieReader(SECRET);
const sessionCookie = (header: string | undefined, isSecure = false) => read(header, isSecure).session;

describe('the session cookie', () => {
  const token = fc.stringMatching(/^[\w.%-]{1,200}$/);
  const others = fc.array(fc.stringMatching(/^[a-z_]{1,10}=[^;,\s]{0,20}$/), { maxLength: 5 });

  it('is found among any others, and nothing else is handed on', () => {
    fc.assert(
      fc.property(token, others, others, (value, before, after) => {
        const ours = `${name}=${value}`;
        const header = [...before, ours, ...after].join('; ');
        expect(read(header, false)).toEqual({ session: ours, all: ours });
        expect(read(before.join(';'), false)).toEqual({ session: null, all: '' });
      }),
    );
  });

  it.each([undefined, '', ';', name, `x${name}=a`, `${name}s=a`, 'cairn.session_token=a'])(
    'is not found in %j',
    (header) => expect(sessionCookie(header)).toBeNull(),
  );

  it('has another name on https, where none that was set elsewhere counts, and the other way', () => {
    expect(sessionCookie(`__Host-${name}=a`, true)).toBe(`${name}=a`);
    for (const planted of [`${name}=a`, `__Secure-${name}=a`, `__host-${name}=a`]) {
      expect(sessionCookie(planted, true)).toBeNull();
      expect(sessionCookie(`${planted}; __Host-${name}=b`, true)).toBe(`${name}=b`);
    }
    expect(sessionCookie(`__Host-${name}=a`)).toBeNull();
  });

  it('is refused when it is absurdly long', () => {
    expect(sessionCookie(`${name}=${'a'.repeat(5_000)}`)).toBeNull();
  });

  it('of another installation on the same host is left alone', () => {
    const neighbour = `${sessionCookieName('the secret of the Cairn on another port')}=a`;
    expect(neighbour).toMatch(/^cairn-[0-9a-f]{8}\.session_token=a$/);
    expect(sessionCookie(neighbour)).toBeNull();
    expect(sessionCookie(`${neighbour}; ${name}=b`)).toBe(`${name}=b`);
  });

  it('is handed on with the other cookies of the installation, such as the state of a sign-in elsewhere', () => {
    const state = name.replace('session_token', 'state=s');
    expect(read(`${state}; a=1; ${name}=b`, false)).toEqual({
      session: `${name}=b`,
      all: `${state}; ${name}=b`,
    });
  });
});

describe('the cookies of an answer', () => {
  const dress = cookieDresser(SECRET);
  const set = `${name}=a; Max-Age=9; Path=/; HttpOnly; SameSite=Lax`;
  const dressed = (isSecure: boolean) => {
    const headers = new Headers([
      ['set-cookie', set],
      ['set-cookie', 'other=1'],
    ]);
    dress(headers, isSecure);
    return headers.getSetCookie();
  };

  it('are for this host and https alone where the browser came by https', () => {
    expect(dressed(true)).toEqual([`__Host-${set}; Secure`, 'other=1']);
    expect(set).toContain('Path=/;');
    expect(set).not.toContain('Domain');
  });

  it('stay as they are elsewhere', () => expect(dressed(false)).toEqual([set, 'other=1']));
});
