import type { Contract } from '@cairn/contracts';
import { BATCH_PATH } from '@cairn/contracts/batch';
import { SERVICES, type ServiceName } from '@cairn/contracts/services';
import type { Browser, Page } from 'playwright/test';
import { answerWhileAway } from './away-batch.ts';
import { tabTo } from './by-keyboard.ts';
import { expect, test } from './fixtures.ts';

/** What the gateway answers for a service that is away. */
const AWAY = {
  status: 503,
  headers: { 'retry-after': '1' },
  json: { error: { code: 'unavailable', message: 'A part of Cairn is not running. Try again in a moment.' } },
};

/** The addresses of a service's routes. */
const routesOf = (service: ServiceName): RegExp[] =>
  SERVICES[service].contracts.flatMap((contract: Contract) =>
    Object.values(contract).map(
      ({ path }) => new RegExp(`^https?://[^/]+${path.replaceAll(/\{\w+\}/g, '[^/]+')}(?:\\?|$)`),
    ),
  );

/** Takes a service away from the page; the answer brings it back. */
async function takeAway(page: Page, service: ServiceName): Promise<() => Promise<void>> {
  const routes = routesOf(service);
  const isIts = (address: string) => routes.some((route) => route.test(address));
  await page.route(
    ({ href }) => isIts(href),
    (route) => route.fulfill(AWAY),
  );
  await page.route(
    ({ pathname }) => pathname === BATCH_PATH,
    (route) => answerWhileAway(route, isIts, AWAY),
  );
  return () => page.unrouteAll({ behavior: 'ignoreErrors' });
}

const content = (page: Page) => page.locator('#content');
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const open = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true }).click();
const waits = (page: Page) => content(page).getByText('This takes longer than usual.');
const crashes = (page: Page) => {
  const seen: string[] = [];
  page.on('pageerror', (error) => seen.push(error.message));
  return seen;
};

test('while svc-graph is away saved things go on, figures say that they wait, and come by themselves', async ({
  session: { page, orgId },
}) => {
  const crashed = crashes(page);
  const bringBack = await takeAway(page, 'graph');
  await page.goto(`/${orgId}/library`);
  await expect(content(page).getByRole('heading', { name: 'Library' })).toBeVisible();
  await open(page, 'Home');
  await expect(waits(page)).toBeVisible();
  await expect(content(page).getByText('A part of Cairn cannot be reached')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('settings');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await bringBack();
  await expect(waits(page)).toBeHidden();
  await expect(content(page).getByRole('heading', { level: 1 })).toBeVisible();
  await expect(content(page).getByText('Commits', { exact: true }).first()).toBeVisible();
  expect(crashed).toEqual([]);
});

test('while svc-workspace is away questions go on, the library says that it waits, and nothing typed is lost', async ({
  session: { page, orgId },
}) => {
  const crashed = crashes(page);
  await page.goto(`/${orgId}/settings/preferences`);
  const name = page.getByRole('textbox', { name: 'Display name' });
  await expect(name).toBeVisible();
  const bringBack = await takeAway(page, 'workspace');
  await name.fill('Typed while away');
  await name.press('Enter');
  await expect(page.getByText(/A part of Cairn is not running/).first()).toBeVisible();
  await expect(name).toHaveValue('Typed while away');
  await page.getByRole('button', { name: /^Back to/ }).click();
  await open(page, 'Explore');
  await expect(page.getByRole('region', { name: 'Workspace' })).toBeVisible();
  await open(page, 'Library');
  await expect(waits(page)).toBeVisible();
  await bringBack();
  await expect(waits(page)).toBeHidden();
  await expect(content(page).getByRole('heading', { name: 'Library' })).toBeVisible();
  expect(crashed).toEqual([]);
});

test('while svc-chat is away a question in words says so and stays, and all else goes on', async ({
  session: { page, orgId },
}) => {
  await page.goto(`/${orgId}/home`);
  const bringBack = await takeAway(page, 'chat');
  const box = page.getByRole('textbox', { name: /^Ask a question/ });
  await box.fill('commits by weekday');
  await box.press('Enter');
  await expect(content(page).getByText(/A part of Cairn is not running/)).toBeVisible();
  await expect(box).toHaveValue('commits by weekday');
  await expect(content(page).getByRole('heading', { name: 'Where the work happens' })).toBeVisible();
  await bringBack();
  await box.press('Enter');
  await expect(page).toHaveURL(/\/explore\?/);
});

/** A device of the owner, who shares their tabs between them. */
async function device(browser: Browser, session: Page): Promise<Page> {
  const context = await browser.newContext({ storageState: await session.context().storageState() });
  await context.addInitScript(() => localStorage.clear());
  return context.newPage();
}

/** The ids of the tabs that the service keeps, by their titles. */
async function keptTabs(page: Page, orgId: string): Promise<Record<string, string>> {
  const answer = await page.request.get(`/api/${orgId}/open-tabs`);
  const { data } = (await answer.json()) as { data: { tabs: { id: string; current_title: string }[] } };
  return Object.fromEntries(data.tabs.map(({ id, current_title }) => [current_title, id]));
}
const idOf = (page: Page, orgId: string, title: string) => async () =>
  (await keptTabs(page, orgId))[title] ?? '';

const newTab = (orgId: string, title: string) =>
  `/${orgId}/t/new?url=${encodeURIComponent(`/${orgId}/library`)}&title=${title}`;

test('offline for a while the page keeps what it shows, and what was opened is kept later', async ({
  session: { page: session, orgId },
  browser,
  baseURL,
}) => {
  const page = await device(browser, session);
  const crashed = crashes(page);
  await page.goto(new URL(newTab(orgId, 'Offline'), baseURL).href);
  const heading = content(page).getByRole('heading', { name: 'Library' });
  await expect(heading).toBeVisible();
  const id = idOf(session, orgId, 'Offline');
  await expect.poll(id).not.toBe('');
  await page.context().setOffline(true);
  const [close, undo] = ['Close Offline', 'Undo'].map((name) => page.getByRole('button', { name }));
  await close?.click();
  await expect(page.getByText('Closed Offline')).toBeVisible();
  await undo?.click();
  await expect(heading).toBeVisible();
  await close?.click();
  await expect(close ?? heading).toBeHidden();
  expect(await id()).not.toBe('');
  await page.context().setOffline(false);
  await expect.poll(id).toBe('');
  expect(crashed).toEqual([]);
  await page.context().close();
});

test('offline for a minute typed words stay, what fails says so, and all of it comes back', async ({
  session: { page: session, orgId },
  browser,
  baseURL,
}) => {
  const page = await device(browser, session);
  const crashed = crashes(page);
  await page.clock.install();
  await page.goto(new URL(`/${orgId}/settings/preferences`, baseURL).href);
  const name = page.getByRole('textbox', { name: 'Display name' });
  const before = await name.inputValue();
  await page.context().setOffline(true);
  await name.fill('Typed while offline');
  await name.press('Enter');
  await expect(page.getByText(/Cairn cannot be reached/).first()).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(name).toHaveValue('Typed while offline');
  await page.getByRole('button', { name: /^Back to/ }).click();
  await open(page, 'Library');
  await page.clock.fastForward(6_000);
  await expect(
    waits(page)
      .or(content(page).getByRole('button', { name: 'Retry' }))
      .first(),
  ).toBeVisible();
  await page.clock.fastForward(61_000);
  await page.context().setOffline(false);
  await page.clock.fastForward(6_000);
  await expect(content(page).getByRole('heading', { name: 'Library' })).toBeVisible();
  await expect(waits(page)).toBeHidden();
  await page.goto(new URL(`/${orgId}/settings/preferences`, baseURL).href);
  await expect(name).toHaveValue(before);
  expect(crashed).toEqual([]);
  await page.context().close();
});

const LATENCY_MS = 400;
/** With CAIRN_TEST_FULL the line is narrow as well, which takes a minute. */
const SPEED = process.env['CAIRN_TEST_FULL']
  ? { downloadThroughput: (1_600 * 1_024) / 8, uploadThroughput: (750 * 1_024) / 8 }
  : { downloadThroughput: -1, uploadThroughput: -1 };

/** Notes in which order what a person waits for comes into sight, and how far it jumps. */
function noteWhatIsSeen(): void {
  const noted = { seen: [] as string[], jumps: 0 };
  Object.assign(window, { noted });
  const waited = {
    sidebar: 'nav[aria-label="Main"]',
    loading: '#content [data-skeleton], #content [aria-label="Loading"]',
    page: '#content h1',
    rows: '#content [role="row"] [role="gridcell"]',
  };
  const look = () => {
    for (const [name, selector] of Object.entries(waited))
      if (!noted.seen.includes(name) && document.querySelector(selector)?.checkVisibility())
        noted.seen.push(name);
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) noted.jumps += (shift as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

test('on a slow network the frame comes first, a page shows its shape, and nothing jumps', async ({
  session: { page, orgId },
}) => {
  await page.request.post('/api/deep-links/create', {
    data: { org_id: orgId, type: 'dashboard-v1', name: 'Slowly', state: '{"layout":[],"data":{}}' },
    headers: { origin: new URL((await page.goto(`/${orgId}/library`))?.url() ?? '').origin },
  });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', { offline: false, latency: LATENCY_MS, ...SPEED });
  await page.addInitScript(noteWhatIsSeen);
  await page.goto(`/${orgId}/library`);
  await expect(page.getByRole('row', { name: /Slowly/ }).first()).toBeVisible({ timeout: 60_000 });
  const noted = await page.evaluate(
    () => (window as unknown as { noted: { seen: string[]; jumps: number } }).noted,
  );
  expect(noted.seen).toEqual(['sidebar', 'loading', 'page', 'rows']);
  expect(noted.jumps).toBeLessThan(0.1);
  // What is chosen next marks the menu at once, and waits in its own shape.
  await open(page, 'Feed');
  await expect(main(page).getByRole('link', { name: 'Feed' })).toHaveAttribute('aria-current', 'page');
  await expect(content(page).getByRole('heading', { name: 'Feed' })).toBeVisible({ timeout: 60_000 });
});

test('the tabs of one device are there on another, open by their address, and are closed by keyboard', async ({
  session: { page: session, orgId },
  browser,
  baseURL,
}) => {
  const [one, other] = [await device(browser, session), await device(browser, session)];
  const title = `Weekly${Date.now()}`;
  const tab = (on: Page) => on.getByRole('button', { name: title, exact: true });
  await one.goto(new URL(newTab(orgId, title), baseURL).href);
  await expect(tab(one)).toBeVisible();
  const id = idOf(session, orgId, title);
  await expect.poll(id).not.toBe('');
  await other.goto(new URL(`/${orgId}/t/${await id()}`, baseURL).href);
  await expect(tab(other)).toHaveAttribute('aria-current', 'page');
  await expect(other).toHaveURL(/\/library$/);
  await open(one, 'Home');
  await tabTo(other, other.getByRole('button', { name: `Close ${title}` }));
  await other.keyboard.press('Enter');
  await expect.poll(id).toBe('');
  await one.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(tab(one)).toBeHidden();
  await one.goto(new URL(`/${orgId}/t/gone`, baseURL).href);
  await expect(
    one.getByText('You have no such tab: it was closed, or is somebody else’s. Home is shown.'),
  ).toBeVisible();
  for (const page of [one, other]) await page.context().close();
});
