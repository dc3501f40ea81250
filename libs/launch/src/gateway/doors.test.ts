import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trustedOrigins } from '@cairn/service-kit';
import { mayWrite } from './origin-check.ts';
import { destinationOf } from './routing.ts';
import { sessionCookie } from './session-cookie.ts';

describe('destinationOf', () => {
  it('sends nothing outside /api/ anywhere, whatever the path', () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        if (!path.startsWith('/api/')) expect(destinationOf(path)).toBeNull();
      }),
    );
  });

  it('gives a token of the org that the path names, and of no other', () => {
    const org = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
    fc.assert(
      fc.property(org, fc.stringMatching(/^[a-z-]{1,20}$/), (orgId, rest) => {
        const identity = destinationOf(`/api/${orgId}/${rest}`)?.identity;
        if (['auth', 'user', 'deep-links'].includes(orgId)) expect(identity?.kind).not.toBe('org');
        else expect(identity).toEqual({ kind: 'org', orgId });
      }),
    );
  });

  it.each([
    '/api/a b/x',
    '/api/../internal/token',
    '/api/%2e%2e/x',
    '/api/acme',
    '/api/acme/',
    `/api/${'a'.repeat(65)}/x`,
  ])('has none for %s', (path) => expect(destinationOf(path)).toBeNull());
});

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

describe('mayWrite', () => {
  const trusted = trustedOrigins('https://cairn.example');

  it('trusts the public origin alone; on a loopback address its other names too', () => {
    expect(trusted).toEqual(['https://cairn.example']);
    expect(trustedOrigins('http://localhost:4400/')).toEqual([
      'http://127.0.0.1:4400',
      'http://localhost:4400',
      'http://[::1]:4400',
    ]);
  });

  it('never lets a page of another origin write', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl(), fc.string()),
        fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'PURGE'),
        (url, method) => {
          const origin = url.replaceAll(/[^\x21-\x7e]/g, '');
          fc.pre(!trusted.includes(origin));
          expect(mayWrite(method, new Headers({ origin, 'sec-fetch-site': 'same-origin' }), trusted)).toBe(
            false,
          );
        },
      ),
    );
  });

  it('lets everybody read, our pages write, and a script that is no browser', () => {
    expect(mayWrite('GET', new Headers({ origin: 'https://evil.example' }), trusted)).toBe(true);
    expect(mayWrite('POST', new Headers({ origin: 'https://cairn.example' }), trusted)).toBe(true);
    expect(mayWrite('POST', new Headers({ 'sec-fetch-site': 'same-origin' }), trusted)).toBe(true);
    expect(mayWrite('POST', new Headers(), trusted)).toBe(true);
    expect(mayWrite('POST', new Headers({ 'sec-fetch-site': 'same-site' }), trusted)).toBe(false);
  });
});
