import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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

/** A copy of this repository, and the product that it builds and starts. */
interface Copy {
  readonly tree: string;
  product: Product;
  /** Stops the product and starts what the copy is now, at the same address. */
  restart(): Promise<void>;
}

/** A copy with something planted through each door, built and started. */
const test = base.extend<object, { copy: Copy }>({
  copy: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'cairn-planted-'));
      const tree = join(folder, 'cairn');
      copyTree(tree);
      for (const thing of Object.values(PLANTED_THINGS)) plant(tree, thing);
      for (const path of TYPES)
        execFileSync('npx', ['--no-install', 'tsc', '--noEmit', '-p', path], { cwd: tree, stdio: 'inherit' });
      const repo = join(folder, 'harbour');
      await makeFixtureRepository({ dir: repo, commits: 40, seed: 2 });
      const start = (port: string) =>
        startProduct({
          root: tree,
          args: ['--repo', repo, '--data', join(folder, 'data'), '--port', port],
          env: { CAIRN_OWNER_EMAIL: OWNER.email, CAIRN_OWNER_PASSWORD: OWNER.password },
        });
      const copy = {
        tree,
        product: await start('0'),
        restart: async () => {
          await copy.product.stop();
          copy.product = await start(new URL(copy.product.url).port);
        },
      };
      await use(copy);
      await copy.product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 10 * MINUTE },
  ],
  baseURL: async ({ copy }, use) => use(copy.product.url),
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

/** Changes a page of settings, as a new version does. */
function rename(tree: string, file: string, from: string, to: string): void {
  const path = join(tree, 'mfe-settings/src', file);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(`title="${from}"`, `title="${to}"`));
}

const DAY_S = 24 * 3_600;

/** Lets a day and an hour pass since the chunks of earlier builds were replaced. */
function age(tree: string): void {
  const kept = join(tree, 'mfe-settings/.cache/previous/assets');
  const then = Date.now() / 1_000 - DAY_S - 3_600;
  for (const name of readdirSync(kept)) utimesSync(join(kept, name), then, then);
}

test('a tab of the build before loads its old chunks for a day, and is told of the new version after it', async ({
  copy,
  session: { page, orgId },
}) => {
  test.setTimeout(5 * MINUTE);
  const open = (name: string) =>
    page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true }).click();
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  await page.goto(`/${orgId}/settings/preferences`);
  await expect(heading('Preferences')).toBeVisible();
  rename(copy.tree, 'integrations/integrations.tsx', 'Integrations', 'Sources of data');
  rename(copy.tree, 'working-calendars/page.tsx', 'Working calendars', 'Calendars');
  await copy.restart();

  await open('Integrations');
  await expect(heading('Integrations')).toBeVisible();

  age(copy.tree);
  await open('Working calendars');
  const failed = page.getByRole('alert').filter({ hasText: 'This part cannot be shown' });
  await expect(failed).toContainText('A newer version of Cairn is there. Reload the page to use it.');
  await failed.getByRole('button', { name: 'Reload' }).click();
  await expect(heading('Calendars')).toBeVisible();
  await open('Integrations');
  await expect(heading('Sources of data')).toBeVisible();
});
