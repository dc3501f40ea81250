import { PAGES, pageAddress } from '@cairn/host';
import { describe, expect, it } from 'vitest';
import { returnPath } from './return-path.ts';

const ORIGIN = 'https://cairn.example';
const PAGES_OF_ACME = PAGES.map((page) => pageAddress('acme', page));

describe('where signing in leads to', () => {
  it.each([
    '/',
    '/orgs',
    '/acme',
    '/acme/explore?s=1#x',
    '/org-0123456789ab/t/new?url=%2Fhome',
    '/acme/home?next=https://elsewhere.example',
    ...PAGES_OF_ACME,
  ])('is %o', (to) => {
    expect(returnPath(to, ORIGIN)).toBe(to);
  });

  it('is the page, however it is written', () => {
    expect(returnPath('/acme/explore/../library', ORIGIN)).toBe('/acme/library');
  });

  it.each([
    null,
    '',
    'acme/home',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '/acme/..//elsewhere.example',
    '/acme/%2e%2e//elsewhere.example',
    '/./\\elsewhere.example',
    'https://elsewhere.example/acme/home',
    'https://cairn.example/acme/home',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '/api/auth/jwks',
    '/acme/../api/auth/jwks',
    '/%2e%2e/api/user/me',
    '/assets/shell.js',
    '/remotes/explore/index.html',
    '/registry.json',
    '/openapi.json',
    '/openapi/graph.json',
    '/index.html',
    '/internal/bootstrap',
    '/readyz',
    '/sign-in?to=/acme/home',
    '/acme%2F..%2F..%2Fevil',
    '//',
    '/ /elsewhere',
  ])('is the start for %o', (to) => {
    expect(returnPath(to, ORIGIN)).toBe('/');
  });
});
