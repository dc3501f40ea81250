import type { Page } from 'playwright/test';
import { Query, exploreAddress } from '@cairn/query';
import { everyPage } from './every-page.ts';
import { axeViolations, expect, test, type Session } from './fixtures.ts';
import { BY_FOLDER, commitPath, makeBoard, settled } from './sample-pages.ts';

/** Takes a clause from the menu and types each option's name, as the keyboard does. */
async function addClause(page: Page, clause: string, ...options: string[]): Promise<void> {
  await page.getByRole('button', { name: /^(Ask something|Add a clause)/ }).click();
  await page.getByRole('menuitem', { name: clause }).click();
  for (const option of options) {
    const box = page.getByRole('combobox').last();
    await box.fill(option);
    await expect(page.getByRole('option').first()).toBeVisible();
    await box.press('Enter');
  }
}

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
const toast = (page: Page) => page.getByRole('list', { name: 'Messages' });

/** Commits by author in the repository, of the last 90 days, applied. */
async function askCommitsByAuthor({ page, orgId }: Session): Promise<void> {
  await page.goto(`/${orgId}/explore`);
  await addClause(page, 'Select what it is about', 'Commits');
  await addClause(page, 'Group by', 'Author name');
  await addClause(page, 'Measure', 'Count');
  await addClause(page, 'Filter', 'Repository name', 'lighthouse');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await addClause(page, 'Date range');
  await page.getByRole('group', { name: 'Periods' }).getByRole('button', { name: 'Last 90 days' }).click();
  await page.getByRole('button', { name: /^Apply Changes/ }).click();
  await expect(answer(page).getByRole('button', { name: /^Ada Okafor \d+/ })).toBeVisible();
}

async function saveQuery(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save query' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save query' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Save query' }).click();
  await expect(toast(page)).toContainText(`Saved “${name}”`);
}

test('the sign-in link opens Home with charts of the repository, once', async ({ browser, baseURL }) => {
  const link = process.env['CAIRN_SIGN_IN_LINK'];
  test.skip(!link, 'the product was not started by this run');
  const page = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await page.goto(link ?? '');
  await page.getByRole('button', { name: 'Sign in as owner@example.org' }).click();
  await expect(page).toHaveURL(/\/home/);
  for (const chart of ['Commits a week', 'Where the work happens']) {
    await expect(page.getByRole('group', { name: chart }).getByRole('button').first()).toBeVisible();
  }
  const stranger = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await stranger.goto(link ?? '');
  await expect(stranger.getByRole('alert')).toBeVisible();
});

test('the address holds the whole question: views, back, forward, reload', async ({
  session,
  complaints,
}) => {
  const { page } = session;
  await askCommitsByAuthor(session);
  const picker = page.getByRole('toolbar', { name: 'View' });
  const bars = await answer(page)
    .getByRole('button', { name: /^Ada Okafor/ })
    .getAttribute('aria-label');
  await picker.getByRole('button', { name: 'Table' }).click();
  await expect(answer(page).getByRole('row', { name: /Ada Okafor/ })).toBeVisible();
  await page.waitForTimeout(400); // changes closer together than 300 ms are one step of history (X§2)
  await picker.getByRole('button', { name: 'Time' }).click();
  await expect(picker.getByRole('button', { name: 'Time' })).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(answer(page).getByRole('row', { name: /Ada Okafor/ })).toBeVisible();
  await page.goForward();
  await expect(picker.getByRole('button', { name: 'Time' })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(picker.getByRole('button', { name: 'Time' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('toolbar', { name: 'Query' })).toContainText('lighthouse');
  await picker.getByRole('button', { name: 'Bar' }).click();
  await expect(answer(page).getByRole('button', { name: /^Ada Okafor/ })).toHaveAttribute(
    'aria-label',
    bars ?? '',
  );
  expect(complaints).toEqual([]);
});

test('garbage in the address is an empty question', async ({ session, complaints }) => {
  const { page, orgId } = session;
  await page.goto(`/${orgId}/explore?s=%00nonsense&v=%7B&d=1&t=x`);
  await expect(page.getByRole('button', { name: /^Ask something/ })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a saved question stands on a board that keeps its place', async ({ session, complaints }) => {
  const { page, orgId } = session;
  await askCommitsByAuthor(session);
  await saveQuery(page, 'Who worked lately');
  await page.getByRole('link', { name: 'Library' }).click();
  await expect(page.getByRole('row', { name: /Who worked lately/ })).toBeVisible();

  await page.getByRole('button', { name: 'New tab' }).click();
  await page.getByRole('menuitem', { name: 'New board' }).click();
  await page.getByRole('button', { name: 'Add card' }).first().click();
  await page
    .getByRole('dialog', { name: 'Add Card' })
    .getByRole('button', { name: 'Who worked lately' })
    .click();
  const card = page.getByRole('group', { name: /^Who worked lately, column/ });
  await expect(card.getByRole('button', { name: /^Ada Okafor/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add card' }).first().click();
  await page.getByRole('button', { name: /^Add Markdown Card/ }).click();
  await page.getByRole('textbox', { name: 'Markdown' }).fill('# Notes\n\nWhat we saw in **November**.');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();

  const before = await card.boundingBox();
  await drag(page, { x: (before?.x ?? 0) + 80, y: (before?.y ?? 0) + 18 }, { x: 500, y: 0 });
  await expect(card).not.toHaveAccessibleName(/column 1,/);
  const placed = await card.getAttribute('aria-label');
  await page.getByRole('button', { name: 'Save board' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save board' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Findings');
  await dialog.getByRole('button', { name: 'Save board' }).click();
  await expect(page).toHaveURL(/\/boards\/(?!new)/);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(card).toHaveAccessibleName(placed ?? '');
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
  await page.getByRole('button', { name: 'Unlock' }).click();
  expect(await card.getAttribute('aria-label')).toBe(placed);
  expect(complaints).toEqual([]);
  expect(orgId).not.toBe('');
});

async function drag(page: Page, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 8 });
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 8 });
  await page.mouse.up();
}

test('a row leads to the page of a commit with its changes', async ({ session, complaints }) => {
  const { page, orgId } = session;
  await page.goto(`/${orgId}/explore`);
  await addClause(page, 'Select what it is about', 'Commits');
  await page.getByRole('button', { name: /^Apply Changes/ }).click();
  await answer(page).getByRole('row').nth(2).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('heading').first()).toBeVisible();
  await drawer
    .getByRole('button', { name: 'Open in new tab' })
    .or(drawer.getByRole('link', { name: 'Open in new tab' }))
    .click();
  await expect(page).toHaveURL(/\/entity\/[0-9a-f-]{36}/);
  await page.getByRole('tab', { name: 'Change set' }).click();
  await expect(page.getByText(/^@@ /).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test('preferences are kept', async ({ session, complaints }) => {
  const { page, orgId } = session;
  await page.goto(`/${orgId}/settings/preferences`);
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('System').click();
  expect(complaints).toEqual([]);
});

test('tabs keep their state, and a closed one comes back', async ({ session, complaints }) => {
  const { page, orgId } = session;
  await page.goto(`/${orgId}/home`);
  const tabs = page.getByRole('region', { name: 'Workspace' });
  await page.getByRole('button', { name: 'New tab' }).click();
  await page.getByRole('menuitem', { name: 'New query' }).click();
  await addClause(page, 'Select what it is about', 'People');
  await page.getByRole('link', { name: 'Library' }).click();
  await tabs.getByRole('listitem').getByRole('button').first().click();
  await expect(page.getByRole('toolbar', { name: 'Query' })).toContainText('People');
  await tabs
    .getByRole('button', { name: /^Close/ })
    .first()
    .click();
  await expect(tabs.getByRole('listitem')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tabs.getByRole('listitem')).toHaveCount(1);
  expect(complaints).toEqual([]);
});

test('asking in words opens the question in Explore', async ({ session, complaints }) => {
  const { page, orgId } = session;
  await page.goto(`/${orgId}/home`);
  await page.getByPlaceholder('Ask a question about your data').fill('commits per author last month');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/explore\?/);
  await expect(page.getByRole('toolbar', { name: 'Query' })).toContainText('Last month');
  expect(complaints).toEqual([]);
});

test('signing out ends the session', async ({ session }) => {
  const { page, orgId } = session;
  await page.goto(`/${orgId}/home`);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect((await page.request.get('/api/user/me')).status()).toBe(401);
});

/** A page of each kind; with CAIRN_TEST_FULL all of them. */
const LOOKED_AT = [
  'home',
  'explore',
  'library',
  'teams',
  'spaces',
  'boards/new',
  'settings/preferences',
  'settings/integrations',
  'settings/shortcuts',
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any page in the ${colorScheme} theme`, async ({ session }) => {
    test.setTimeout(240_000);
    const { page, orgId } = session;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found: string[] = [];
    const look = async (place: string, ready = settled(page)) => {
      await ready;
      found.push(...(await axeViolations(page)).map((violation) => `${place}: ${violation}`));
    };
    const question = exploreAddress(orgId, { query: Query.parse(BY_FOLDER) });
    const some = LOOKED_AT.map((path) => `/${orgId}/${path}`);
    const all = process.env['CAIRN_TEST_FULL'] ? (await everyPage(page, orgId)).values() : [];
    for (const path of new Set([...some, question, '/orgs', ...all])) {
      // The gallery shows what loading looks like, so it never ends to.
      if (path.endsWith('/gallery')) continue;
      await page.goto(path);
      await look(path);
    }
    await page.goto(`/${orgId}/settings/system/gallery`);
    await look('gallery', page.getByRole('button', { name: 'Dialog', exact: true }).waitFor());
    await page.goto(`/${orgId}${await makeBoard(page, orgId)}`);
    await expect(page.locator('figure[data-chart]')).toHaveCount(2);
    await expect(page.getByRole('grid')).toBeVisible();
    await look('a board with cards');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await look('a board with cards, unlocked');
    await page.goto(`/${orgId}${await commitPath(page, orgId)}`);
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await look(`the ${await tab.textContent()} of a commit`);
    }
    expect(found).toEqual([]);
  });
}
