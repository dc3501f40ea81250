import type { Page, Route } from 'playwright/test';
import { expect, test } from './fixtures.ts';

const EXPLORE = '**/remotes/explore/**';
const MANIFEST = '**/remotes/explore/mf-manifest.json';
const ENTRY = '**/remotes/explore/remote-entry.js';

const javascript = (body: string) => (route: Route) =>
  route.fulfill({ contentType: 'text/javascript', body });

const failed = (page: Page) => page.getByRole('alert').filter({ hasText: 'Explore cannot be shown' });
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const heading = (page: Page) => page.locator('#content').getByRole('heading').first();

interface Entry {
  name: string;
  manifest: string;
  version: string;
  contract: { min: number; max: number };
}

/** Changes what the registry says of explore. */
async function editRegistry(page: Page, edit: Partial<Entry>): Promise<void> {
  await page.route('**/registry.json', async (route) => {
    const answer = await route.fetch();
    const entries = (await answer.json()) as Entry[];
    const edited = entries.map((entry) => (entry.name === 'explore' ? { ...entry, ...edit } : entry));
    await route.fulfill({ json: edited });
  });
}

/** The page says why, the sidebar and the other pages go on, and Retry brings the page when it is whole again. */
async function costsOnlyItsPage(page: Page, reason: string): Promise<void> {
  await expect(failed(page)).toContainText(reason, { timeout: 25_000 });
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Preferences' })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('button', { name: /^Back to/ })
    .click();
  await sidebar(page).getByRole('link', { name: 'Home' }).click();
  await sidebar(page).getByRole('link', { name: 'Explore' }).click();
  await expect(failed(page)).toContainText(reason, { timeout: 25_000 });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await failed(page).getByRole('button', { name: 'Retry' }).click();
  await expect(failed(page)).toBeHidden();
  await expect(heading(page)).toBeVisible();
}

test.describe('a remote', () => {
  test('that is down costs its own page', async ({ session: { page, orgId } }) => {
    await page.route(EXPLORE, (route) => route.abort('connectionrefused'));
    await page.goto(`/${orgId}/explore`);
    await costsOnlyItsPage(page, 'It cannot be reached.');
  });

  test('whose files are gone costs its own page', async ({ session: { page, orgId } }) => {
    await page.route(ENTRY, (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.goto(`/${orgId}/explore`);
    await costsOnlyItsPage(page, 'It cannot be reached.');
  });

  // Hanging chunks and style sheets are tried in every run, with the clock moved on.
  const whole = process.env['CAIRN_TEST_FULL'] ? test : test.skip;

  whole('whose manifest hangs costs its own page', async ({ session: { page, orgId } }) => {
    await page.route(MANIFEST, () => new Promise(() => undefined));
    await page.goto(`/${orgId}/explore`);
    await costsOnlyItsPage(page, 'It did not answer in time.');
  });

  whole('whose entry script hangs costs its own page', async ({ session: { page, orgId } }) => {
    await page.route(ENTRY, () => new Promise(() => undefined));
    await page.goto(`/${orgId}/explore`);
    await costsOnlyItsPage(page, 'It did not answer in time.');
  });

  test('whose manifest is garbage costs its own page', async ({ session: { page, orgId } }) => {
    await page.route(MANIFEST, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Hello</h1>' }),
    );
    await page.goto(`/${orgId}/explore`);
    await costsOnlyItsPage(page, 'What arrived cannot be run.');
  });

  test('whose entry is garbage costs its own page', async ({ session: { page, orgId } }) => {
    await page.route(ENTRY, javascript('<h1>Hello</h1>'));
    await page.goto(`/${orgId}/explore`);
    await costsOnlyItsPage(page, 'What arrived cannot be run.');
  });

  test('that throws while it is drawn costs its own page', async ({ session: { page, orgId } }) => {
    const broken =
      'var mfe_explore = { init() {}, get: async () => () => ({ App() { throw new Error("boom") } }) };';
    await page.route('**/remotes/explore/throws.js', javascript(broken));
    await editRegistry(page, { manifest: '/remotes/explore/throws.js' });
    await page.goto(`/${orgId}/explore`);
    await costsOnlyItsPage(page, 'It failed while it was drawn.');
  });

  test('of another contract version costs its own page', async ({ session: { page, orgId } }) => {
    await editRegistry(page, { contract: { min: 98, max: 99 } });
    await page.goto(`/${orgId}/explore`);
    await costsOnlyItsPage(page, 'It needs version 98 to 99 of this app');
  });

  test('that the registry does not list costs its own page', async ({ session: { page, orgId } }) => {
    await editRegistry(page, { name: 'other' });
    await page.goto(`/${orgId}/explore`);
    await costsOnlyItsPage(page, 'It is not installed here.');
  });

  test('that is down fails small inside the pages of others', async ({ session: { page, orgId } }) => {
    await page.route(EXPLORE, (route) => route.abort('connectionrefused'));
    await page.goto(`/${orgId}/home`);
    await expect(heading(page)).toBeVisible();
    const small = page
      .getByRole('alert')
      .filter({ hasText: 'This part cannot be shown. It cannot be reached.' });
    await expect(small.first()).toBeVisible();
    const before = await small.count();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await small.first().getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => small.count()).toBeLessThan(before);
    await expect(heading(page)).toBeVisible();
  });
});

test('a shared module that could not be loaded is loaded by Retry', async ({ session: { page, orgId } }) => {
  let blocked = false;
  page.on('request', (request) => {
    blocked ||= request.url().endsWith('/remotes/workspace/remote-entry.js');
  });
  await page.route(/^https?:\/\/[^/]+\/assets\/[^/]+\.js$/, (route) =>
    blocked ? route.fulfill({ status: 404, body: 'gone' }) : route.continue(),
  );
  await page.goto(`/${orgId}/library`);
  const alert = page.locator('#content').getByRole('alert');
  await expect(alert).toContainText('It cannot be reached.');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();
});

test('a registry that cannot be read is said on the page, and Retry reads it again', async ({
  session: { page, orgId },
}) => {
  await page.route('**/registry.json', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(`/${orgId}/settings/preferences`);
  await expect(page.getByRole('alert')).toContainText('The list of pages answered 503.');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Preferences' })).toBeVisible();
});

test('a new version is offered, and Reload loads it', async ({ session: { page, orgId } }) => {
  await page.goto(`/${orgId}/settings/preferences`);
  await expect(page.getByRole('heading', { name: 'Preferences' })).toBeVisible();
  await expect(page.getByText('A new version of the application is available.')).toBeHidden();
  await editRegistry(page, { version: 'newer' });
  await page.clock.install();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Preferences' })).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.clock.fastForward('02:00');
  await expect(page.getByText('A new version of the application is available.')).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('A new version of the application is available.')).toBeHidden();
});

/** Words that only one shared module holds each. */
const ONLY_IN_SHARED = [
  'unstable_useCacheRefresh',
  'rendererPackageName',
  'You cannot render a <Router> inside another <Router>',
  'No QueryClient set, use QueryClientProvider to set one',
  'useHost needs a HostProvider around it',
  'MantineProvider was not found in component tree',
];

/** Scripts of remotes on the page that brought a shared module of their own. */
async function copiesOfRemotes(page: Page): Promise<string[]> {
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => (/\/remotes\/.*\.js$/.test(name) ? name : [])),
  );
  expect(urls).not.toEqual([]);
  const copies = await Promise.all(
    urls.map(async (url) => {
      const text = await (await page.request.get(url)).text();
      return ONLY_IN_SHARED.filter((words) => text.includes(words)).map((words) => `${url}: ${words}`);
    }),
  );
  return copies.flat();
}

test('every front-end uses the one copy of each shared module that the shell brought', async ({
  session: { page, orgId },
}) => {
  for (const path of ['home', 'explore', 'library', 'settings/preferences']) {
    await page.goto(`/${orgId}/${path}`);
    await expect(heading(page)).toBeVisible();
    const copies = await page.evaluate(() => {
      type Copies = Record<string, Record<string, unknown>>;
      const federation = (
        globalThis as unknown as {
          __FEDERATION__: { __INSTANCES__: { name: string; shareScopeMap: { default: Copies } }[] };
        }
      ).__FEDERATION__;
      return federation.__INSTANCES__.flatMap(({ name, shareScopeMap }) =>
        Object.entries(shareScopeMap.default).flatMap(([module, versions]) =>
          Object.keys(versions).map((version) => ({ name, module, version })),
        ),
      );
    });
    expect(copies.length).toBeGreaterThan(10);
    expect(await copiesOfRemotes(page)).toEqual([]);
    const versions = new Map<string, Set<string>>();
    for (const { module, version } of copies) {
      versions.set(module, (versions.get(module) ?? new Set()).add(version));
    }
    expect([...versions].filter(([, all]) => all.size > 1)).toEqual([]);
    for (const module of ['react', 'react-dom/client', 'react-router-dom', '@cairn/host', '@cairn/ui']) {
      expect([...versions.keys()]).toContain(module);
    }
  }
});

test('a remote runs alone, without the shell', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  for (const remote of ['explore', 'entity', 'workspace', 'settings']) {
    await page.goto(`/remotes/${remote}/index.html`);
    await expect(page.locator('#root')).not.toBeEmpty();
  }
  expect(errors).toEqual([]);
});
