import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Query, exploreAddress } from '@cairn/query';
import { makeFixtureRepository } from '../src/fixture-repository.ts';
import { PLANTED_THINGS } from '../src/planted-things.ts';
import { copyTree, plant } from '../src/planted-tree.ts';
import { OWNER, expect, test as base } from './fixtures.ts';
import { startProduct, type Product } from './product.ts';
import { BY_FOLDER } from './sample-pages.ts';

const MINUTE = 60_000;
const TYPES = ['libs/contracts', 'libs/saved', 'libs/host', 'libs/views', 'mfe-workspace', 'mfe-entity'];

/** A copy of this repository with something planted through each door, built and started. */
const test = base.extend<object, { product: Product }>({
  product: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'cairn-planted-'));
      const tree = join(folder, 'cairn');
      copyTree(tree);
      for (const thing of Object.values(PLANTED_THINGS)) plant(tree, thing);
      for (const path of TYPES)
        execFileSync('npx', ['--no-install', 'tsc', '--noEmit', '-p', path], { cwd: tree, stdio: 'inherit' });
      const repo = join(folder, 'harbour');
      await makeFixtureRepository({ dir: repo, commits: 40, seed: 2 });
      const product = await startProduct({
        root: tree,
        args: ['--repo', repo, '--data', join(folder, 'data'), '--port', '0'],
        env: { CAIRN_OWNER_EMAIL: OWNER.email, CAIRN_OWNER_PASSWORD: OWNER.password },
      });
      await use(product);
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 10 * MINUTE },
  ],
  baseURL: async ({ product }, use) => use(product.url),
});

test('what is planted by one folder and one line is there in a built product', async ({
  session: { page, orgId },
  complaints,
}) => {
  await page.goto(`/${orgId}/home`);
  await page.getByRole('link', { name: 'Outlook' }).click();
  await expect(page.getByRole('heading', { name: 'What lies ahead' })).toBeVisible();

  await page.goto(`/${orgId}/library`);
  await expect(page.getByRole('button', { name: 'New note' }).first()).toBeVisible();

  await page.goto(`/${orgId}/boards/new`);
  await page.getByRole('button', { name: 'Add card' }).first().click();
  await page.getByRole('button', { name: /Add Countdown Card/ }).click();
  await expect(page.getByText('7 days to go')).toBeVisible();

  const view = { value: 'tally', config: {} };
  await page.goto(exploreAddress(orgId, { query: Query.parse(BY_FOLDER), view }));
  await expect(page.getByText(/groups are tallied/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tally', exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
});
