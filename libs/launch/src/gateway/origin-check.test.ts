import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trustedOrigins } from '@cairn/service-kit';
import { mayWrite } from './origin-check.ts';

describe('mayWrite', () => {
  const trusted = trustedOrigins('https://cairn.example');

  it('trusts the public origin alone; of a loopback address its other names too', () => {
    expect(trusted).toEqual(['https://cairn.example']);
    expect(trustedOrigins('http://localhost:4400/')).toEqual([
      'http://127.0.0.1:4400',
      'http://localhost:4400',
      'http://[::1]:4400',
    ]);
    expect(trustedOrigins('https://cairn.example', 'http://127.0.0.1:4400')).toEqual([
      'https://cairn.example',
      ...trustedOrigins('http://localhost:4400'),
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
