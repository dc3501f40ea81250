import type { Locator, Page } from 'playwright/test';
import { expect, OWNER, test } from './fixtures.ts';

// The journey by keyboard alone: nothing here points, clicks, or moves the focus by script.
test.describe.configure({ timeout: 60_000 });

const MOST_STOPS = 60;
const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses a key until what is wanted has the focus; fails when it never gets it. */
async function pressUntil(page: Page, key: string, target: Locator, most = MOST_STOPS): Promise<void> {
  await expect(target).toBeAttached();
  for (let presses = 0; presses < most; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  await expect(target, `not reached by ${most} times ${key}`).toBeFocused({ timeout: 500 });
}

const tabTo = (page: Page, target: Locator) => pressUntil(page, 'Tab', target);
const backTo = (page: Page, target: Locator) => pressUntil(page, 'Shift+Tab', target);

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Opens the menu of the focused button and takes an item with arrow keys. */
async function takeFromMenu(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name });
  await expect(page.locator('[role="menu"]:focus, [role="menu"] :focus')).toHaveCount(1);
  await pressUntil(page, 'ArrowDown', item, 12);
  await page.keyboard.press('Enter');
  await expect(item).toBeHidden();
}

const queryBar = (page: Page) => page.getByRole('toolbar', { name: 'Query' });
const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });

/** Adds a clause from the bar's plus, typing the name of each option. */
async function addClause(page: Page, clause: string, ...options: string[]): Promise<void> {
  const plus = page.getByRole('button', { name: /^(Ask something|Add a clause)/ });
  await expect(plus).toBeVisible();
  if (await queryBar(page).evaluate((bar) => bar.contains(document.activeElement))) await press(page, 'End');
  else await tabTo(page, plus);
  await expect(plus).toBeFocused();
  await takeFromMenu(page, clause);
  for (const option of options) {
    const box = page.getByRole('combobox').last();
    await expect(box).toBeFocused();
    await page.keyboard.type(option);
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Enter');
  }
}

/** After a clause is applied its chip has the focus, so the next key goes on from there. */
async function expectChipFocused(page: Page, words: RegExp): Promise<void> {
  await expect(queryBar(page).getByRole('button', { name: words }).first()).toBeFocused();
}

async function pickView(page: Page, name: string): Promise<void> {
  const picker = page.getByRole('toolbar', { name: 'View' });
  const wanted = picker.getByRole('button', { name, exact: true });
  if (!(await picker.evaluate((bar) => bar.contains(document.activeElement)))) {
    await tabTo(page, picker.locator('[aria-pressed="true"]'));
  }
  await pressUntil(page, 'ArrowRight', wanted, 12);
  await page.keyboard.press('Enter');
  await expect(wanted).toHaveAttribute('aria-pressed', 'true');
  await expect(wanted).toBeFocused();
}

test('sign in, read Home, ask a question, see it three ways, save it', async ({ page, complaints }) => {
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
  await page.keyboard.type(OWNER.email);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(OWNER.password);
  await page.keyboard.press('Enter');
  for (const chart of ['Commits a week', 'Where the work happens']) {
    await expect(page.getByRole('group', { name: chart }).getByRole('button').first()).toBeVisible();
  }
  complaints.length = 0; // before signing in the session is asked for, and refused

  await press(page, 'g', 'e');
  await expect(page).toHaveURL(/\/explore/);
  await addClause(page, 'Select what it is about', 'Commits');
  await expectChipFocused(page, /Commits/);
  await addClause(page, 'Group by', 'Author name');
  await expectChipFocused(page, /^Group/);
  await addClause(page, 'Measure', 'Number of commits');
  await addClause(page, 'Filter', 'Repository name', 'lighthouse');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Apply' }));
  await page.keyboard.press('Enter');
  await expectChipFocused(page, /lighthouse/);
  await addClause(page, 'Date range');
  await expect(page.getByRole('group', { name: 'Periods' }).locator(':focus')).toBeVisible();
  await tabTo(
    page,
    page.getByRole('group', { name: 'Periods' }).getByRole('button', { name: 'Last 90 days' }),
  );
  await page.keyboard.press('Enter');
  await expectChipFocused(page, /90 days/);
  await press(page, 'Control+Enter');
  await expect(answer(page).getByRole('button', { name: /^Ada Okafor \d+/ })).toBeVisible();
  await expectChipFocused(page, /90 days/);

  await pickView(page, 'Table');
  await expect(answer(page).getByRole('row', { name: /Ada Okafor/ })).toBeVisible();
  await pickView(page, 'Time');
  await pickView(page, 'Bar');
  await expect(answer(page).getByRole('button', { name: /^Ada Okafor \d+/ })).toBeVisible();

  const save = page.getByRole('button', { name: 'Save query' });
  await backTo(page, save);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save query' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(save).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await press(page, 'Control+a');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Save as new' })).toBeFocused();
  await press(page, 'g', 'l');
  await expect(page.getByRole('row', { name: /By keyboard/ }).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test('make a board of a query and a text; move, resize, save, lock, reload', async ({
  session,
  complaints,
}) => {
  const { page, orgId } = session;
  await page.goto(`/${orgId}/library`);
  await expect(page.getByRole('row', { name: /By keyboard/ }).first()).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'New tab' }));
  await takeFromMenu(page, 'New board');
  const addCard = page.getByRole('button', { name: 'Add card' }).first();
  await tabTo(page, addCard);
  await page.keyboard.press('Enter');
  const picker = page.getByRole('dialog', { name: 'Add Card' });
  await expect(picker.getByRole('textbox', { name: 'Filter cards' })).toBeFocused();
  await page.keyboard.type('By keyboard');
  await tabTo(page, picker.getByRole('button', { name: /^By keyboard/ }).first());
  await page.keyboard.press('Enter');
  await expect(picker).toBeHidden();
  const card = page.getByRole('group', { name: /^By keyboard, column/ });
  await expect(card.getByRole('button', { name: /^Ada Okafor/ })).toBeVisible();
  await expect(card).toBeFocused();

  await press(page, 'b', 'a');
  await expect(picker.getByRole('textbox', { name: 'Filter cards' })).toBeFocused();
  await tabTo(page, picker.getByRole('button', { name: /^Add Markdown Card/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Markdown' })).toBeFocused();
  await page.keyboard.type('# Notes\n\nWhat we saw in **November**.');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Apply' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
  await expect(page.getByRole('group', { name: /^Notes, column/ })).toBeFocused();

  await backTo(page, card);
  const before = await card.getAttribute('aria-label');
  await press(page, 'Shift+ArrowRight', 'Shift+ArrowDown', 'ArrowRight');
  await expect(card).not.toHaveAttribute('aria-label', before ?? '');
  await expect(card).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Moved By keyboard to column' })).toHaveCount(1);
  const placed = await card.getAttribute('aria-label');

  await press(page, 'Control+s');
  const dialog = page.getByRole('dialog', { name: 'Save board' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await press(page, 'Control+a');
  await page.keyboard.type('Kept by keyboard');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/boards\/(?!new)/);
  await expect(dialog).toBeHidden();
  // What is opened is locked, and saving opened the board under its own address.
  const unlock = page.getByRole('button', { name: 'Unlock' });
  await expect(unlock).toBeVisible();
  await press(page, 'b', 'l');
  await expect(card).toBeVisible();
  await press(page, 'b', 'l');
  await expect(unlock).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
  await tabTo(page, unlock);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Lock', exact: true })).toBeFocused();
  await expect(card).toHaveAttribute('aria-label', placed ?? '');
  expect(complaints).toEqual([]);
});

test('from a row through the drawer to the page of a commit and its diff', async ({
  session,
  complaints,
}) => {
  const { page, orgId } = session;
  await page.goto(`/${orgId}/explore`);
  await addClause(page, 'Select what it is about', 'Commits');
  await press(page, 'Control+Enter');
  const rows = answer(page).getByRole('row');
  await tabTo(page, rows.nth(1));
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  const title = drawer.getByRole('heading').first();
  await expect(drawer.getByRole('button', { name: 'Close' })).toBeFocused();
  await expect(drawer.getByRole('tab', { name: 'Overview' })).toBeVisible();
  await expect(title).not.toBeEmpty();
  const first = await title.textContent();
  // Commits of the same moment come in the order of their uuids, which differ from org to org: the next one may have the same title.
  let further = 0;
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    further += 1;
    await expect(title).not.toHaveText(first ?? '', { timeout: 2_000 });
  }).toPass({ timeout: 15_000 });
  for (; further > 0; further -= 1) await page.keyboard.press('ArrowUp');
  await expect(title).toHaveText(first ?? '');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(rows.nth(2)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('button', { name: 'Close' })).toBeFocused();
  await backTo(page, drawer.getByRole('button', { name: 'Open in new tab' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/entity\/[0-9a-f-]{36}/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first ?? '');
  await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
  await pressUntil(page, 'ArrowRight', page.getByRole('tab', { name: 'Change set' }), 6);
  await expect(page.getByRole('tab', { name: 'Change set' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText(/^@@ /).first()).toBeVisible();
  await tabTo(page, page.getByRole('textbox', { name: 'Filter files' }));
  for (const tab of ['Properties', 'History']) {
    await backTo(page, page.locator('[role="tab"][aria-selected="true"]'));
    await pressUntil(page, 'ArrowRight', page.getByRole('tab', { name: tab }), 6);
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
  }
  expect(complaints).toEqual([]);
});

test('set the name and the theme', async ({ session, complaints }) => {
  const { page, orgId } = session;
  await page.goto(`/${orgId}/home`);
  await expect(page.getByRole('link', { name: 'Home' })).toBeVisible();
  await press(page, 'g', 's');
  const name = page.getByRole('textbox', { name: 'Display name' });
  await tabTo(page, name);
  await press(page, 'Control+a');
  await page.keyboard.type('Keyboard Person');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Account of Keyboard Person' })).toBeVisible();
  await expect(name).toBeFocused();
  const html = page.locator('html');
  const themes = page.getByRole('radiogroup', { name: 'Theme' });
  await tabTo(page, themes.getByRole('radio', { name: 'System' }));
  await pressUntil(page, 'ArrowRight', themes.getByRole('radio', { name: 'Dark' }), 4);
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await pressUntil(page, 'ArrowLeft', themes.getByRole('radio', { name: 'Light' }), 4);
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await pressUntil(page, 'ArrowRight', themes.getByRole('radio', { name: 'System' }), 4);
  expect(complaints).toEqual([]);
});

test('open, switch, close and bring back a tab; find and sign out', async ({ session, complaints }) => {
  const { page, orgId } = session;
  await page.goto(`/${orgId}/home`);
  await expect(page.getByRole('link', { name: 'Home' })).toBeVisible();
  const tabs = page.getByRole('region', { name: 'Workspace' }).getByRole('listitem');
  await press(page, 'Alt+n');
  await expect(tabs).toHaveCount(1);
  await addClause(page, 'Select what it is about', 'People');
  await expectChipFocused(page, /People/);
  await press(page, 'Alt+ArrowUp');
  await expect(page).toHaveURL(/\/home/);
  await press(page, 'Alt+ArrowDown');
  await expect(queryBar(page)).toContainText('People');
  await press(page, 'Alt+w');
  await expect(tabs).toHaveCount(0);
  await press(page, 'Alt+z');
  await expect(tabs).toHaveCount(1);
  await expect(page).toHaveURL(/\/explore/);

  await press(page, '?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Next tab');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await press(page, 'Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('sign out');
  await page.keyboard.press('Enter');
  const leave = page.getByRole('dialog', { name: 'Sign out of Cairn?' });
  await expect(leave.getByRole('button', { name: 'Sign out' })).toBeFocused();
  expect(complaints).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect((await page.request.get('/api/user/me')).status()).toBe(401);
});
