import type { Role } from '@cairn/contracts';
import { plantedPages } from '@cairn/host/planted';
import { createFakeHost } from '@cairn/host/fake';
import { describe, expect, it } from 'vitest';
import { isWithin, mayOpen, pageAddress, pageAt, PAGES } from './pages.ts';
import { PART_NAMES } from './parts.ts';

const host = createFakeHost();
const as = (role: Role, superuser = false) => ({
  org: { ...host.org, role },
  user: { ...host.user, superuser },
});
const titleAt = (pathname: string, pages = PAGES) => pageAt(pathname, pages)?.title;

describe('the page table', () => {
  it('has each path, folder and shortcut once, and parts that there are', () => {
    for (const values of [
      PAGES.map(({ path }) => path),
      PAGES.map(({ path, part }) => `${part} ${path.split('/').at(-1)}`),
      PAGES.flatMap(({ keys = [] }) => keys),
    ]) {
      expect(new Set(values).size).toBe(values.length);
    }
    for (const { part } of PAGES) expect(PART_NAMES).toContain(part);
  });

  it('finds the page of an address by the longest path', () => {
    expect(titleAt('/acme/library')).toBe('Library');
    expect(titleAt('/acme/boards/b1')).toBe('Board');
    expect(titleAt('/acme/settings')).toBe('Settings');
    expect(titleAt('/acme/settings/integrations/git')).toBe('Integrations');
    expect(titleAt('/acme/settings/nothing')).toBe('Settings');
  });

  it.each(['/acme', '/acme/', '/acme/nowhere', '/acme/homes', '/', '', '/acme/constructor'])(
    'has no page at %s',
    (pathname) => expect(pageAt(pathname)).toBeUndefined(),
  );

  it('links to where a page opens', () => {
    const [library, boards] = ['/acme/library', '/acme/boards'].map((pathname) => pageAt(pathname));
    expect(library && pageAddress('acme', library)).toBe('/acme/library');
    expect(boards && pageAddress('acme', boards)).toBe('/acme/boards/start');
  });

  it('opens no page for a role below its own', () => {
    const integrations = { role: 'admin' } as const;
    expect(
      ['viewer', 'user', 'admin', 'super'].map((role) => mayOpen(integrations, as(role as Role))),
    ).toEqual([false, false, true, true]);
    expect(mayOpen(integrations, as('viewer', true))).toBe(true);
    expect(mayOpen({}, as('viewer'))).toBe(true);
  });

  it('takes an entry that a test plants', () => {
    expect(titleAt('/acme/outlook', plantedPages)).toBe('Outlook');
    expect(pageAt('/acme/outlook')).toBeUndefined();
  });

  it('tells paths below a page from paths that only begin alike', () => {
    const [page] = PAGES;
    expect(page && [isWithin(page, 'home'), isWithin(page, 'home/x'), isWithin(page, 'homes')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
