import { describe, expect, it } from 'vitest';
import { pagePath } from './page-path.ts';

describe('the page that an address leads to', () => {
  it.each([
    ['/acme/explore?s=1', '/acme/explore?s=1'],
    ['/acme/home#top', '/acme/home#top'],
    ['/acme/boards/b1?edit', '/acme/boards/b1?edit'],
    ['/acme/settings/system/gallery', '/acme/settings/system/gallery'],
    ['/acme/entity/a%2Fb', '/acme/entity/a%2Fb'],
    ['/acme/explore/../library', '/acme/library'],
    ['/acme/./home', '/acme/home'],
    ['/acme/explore?next=https://elsewhere.example', '/acme/explore?next=https://elsewhere.example'],
    ['/acme/explore\n?s=1', '/acme/explore?s=1'],
  ])('of %o is %o', (address, path) => {
    expect(pagePath(address, 'acme')).toBe(path);
  });

  it.each([
    '',
    '/',
    '/acme',
    '/acme/',
    '/acme/nowhere',
    '/acme/homestead',
    '/acme/t/new?url=/acme/home',
    '/acme/../../evil',
    '/acme/..//elsewhere.example/acme/home',
    '/acme/%2e%2e/evil',
    '/acme/%2e%2e/api/auth/jwks',
    '/acme\\..\\evil',
    '/acme/../other/home',
    '/other/home',
    '/ACME/home',
    '/api/acme/sources/list-sources',
    '/sign-in?token=t1',
    '//elsewhere.example/acme/home',
    '/\\elsewhere.example/acme/home',
    '/\t/elsewhere.example/acme/home',
    '\\\\elsewhere.example\\acme\\home',
    'https://elsewhere.example/acme/home',
    'http://here.invalid/acme/home',
    'javascript:alert(1)//acme/home',
    'data:text/html,<script>alert(1)</script>',
    'blob:http://here.invalid/acme/home',
    'acme/home',
    ' /acme/home',
    '//',
    'http://[',
  ])('is none for %o', (address) => {
    expect(pagePath(address, 'acme')).toBeNull();
  });
});
