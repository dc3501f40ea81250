import { createFakeHost } from '@cairn/host/fake';
import { lazyPages, PAGES } from '@cairn/host';
import { plantedPages, PlantedPage } from '@cairn/host/planted';

import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearPage, drawAt, FakeOrg } from '../test/workspace-under-test.tsx';

const asked: string[] = [];
const find = lazyPages((folder) => {
  asked.push(folder);
  return Promise.resolve({ Page: PlantedPage });
});
const draw = (address: string, role: 'admin' | 'user') => {
  const org = { ...createFakeHost().org, role };
  drawAt(address, new FakeOrg(), { org }, 'light', { pages: plantedPages, find });
};
afterEach(() => clearPage());

describe('a page that has one entry in the table', () => {
  it('is drawn at its address by the component of its folder', async () => {
    draw('/acme/outlook', 'admin');
    await expect.element(page.getByRole('heading', { name: 'What lies ahead' })).toBeVisible();
    expect(asked).toEqual(['outlook']);
  });

  it('is refused for a role below its own', async () => {
    draw('/acme/outlook', 'user');
    await expect.element(page.getByText('unauthorized access')).toBeVisible();
    await expect.element(page.getByText('Only admins of Acme can see this page.')).toBeVisible();
    expect(page.getByText('What lies ahead').query()).toBeNull();
  });

  it('is no page of a front-end without the entry, nor is anything below it', async () => {
    drawAt('/acme/outlook', new FakeOrg());
    await expect.element(page.getByText('There is no such page')).toBeVisible();
    clearPage();
    draw('/acme/outlook/x', 'admin');
    await expect.element(page.getByText('There is no such page')).toBeVisible();
  });
});

describe('the page table', () => {
  it.each(PAGES.filter(({ part, opens, rest }) => part === 'workspace/App' && (!opens || rest)))(
    'has a component for $path',
    async ({ path }) => {
      const loaded = (await import(`./${path}/page.tsx`)) as { Page?: unknown };
      expect(loaded.Page).toBeTypeOf('function');
    },
  );

  it('leads /boards to the choice of a board', async () => {
    drawAt('/acme/boards', new FakeOrg());
    await expect.element(page.getByTestId('address')).toHaveTextContent('/acme/boards/start');
    await expect.element(page.getByText('Choose a board')).toBeVisible();
  });
});
