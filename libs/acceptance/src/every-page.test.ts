import { PAGES } from '@cairn/host/pages';
import { House } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { pagesOfTable, pagesWithoutThing, THING_PAGES } from '../journeys/every-page.ts';

const planted = { path: 'planted', part: 'workspace/App', title: 'Planted', icon: House } as const;

describe('the pages that layout, axe and screenshots look at', () => {
  it('are those of the page table, so a page that is added is among them', () => {
    const pages = pagesOfTable('acme', [...PAGES, planted]);
    expect(pages.get('planted')).toBe('/acme/planted');
    const looked = new Set([...pages.keys(), ...Object.values(THING_PAGES).map(({ of }) => of)]);
    const isLookedAt = ({ path, opens = path }: (typeof PAGES)[number]) =>
      [path, opens].some((each) => looked.has(each) || looked.has(each.replaceAll('/', '-')));
    expect(PAGES.filter((page) => !isLookedAt(page)).map(({ path }) => path)).toEqual([]);
  });

  it('have a thing for every page that opens single things', () => {
    expect(pagesWithoutThing()).toEqual([]);
    expect(pagesWithoutThing([{ ...planted, rest: '/:id' }])).toEqual(['planted']);
    const paths = PAGES.map(({ path }) => path);
    for (const { of } of Object.values(THING_PAGES)) expect(paths).toContain(of);
  });
});
