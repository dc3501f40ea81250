import type { Page } from 'playwright/test';
import { axeViolations, expect, test } from './fixtures.ts';

/** Opens the menu of clauses, takes one, and picks an option in its editor by typing. */
async function addClause(page: Page, clause: string, ...options: string[]): Promise<void> {
  const opener = page.getByRole('button', { name: /^(Ask something|Add a clause)/ });
  await opener.click();
  await page.getByRole('menuitem', { name: clause }).click();
  for (const option of options) {
    await page.getByRole('combobox').last().fill(option);
    await page.getByRole('option', { name: option }).first().click();
  }
}

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
const uniqueName = (what: string) => `${what} ${Date.now().toString(36)}`;

test('the sign-in link opens Home once, with charts of the repository', async ({ browser, baseURL }) => {
  const link = process.env['CAIRN_SIGN_IN_LINK'];
  test.skip(!link, 'the product was not started by this run');
  const page = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await page.goto(link ?? '');
  await expect(page).toHaveURL(/\/home/);
  await expect(page.getByRole('group', { name: 'Commits a week' }).getByRole('img').first()).toBeVisible();
  const stranger = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await stranger.goto(link ?? '');
  await expect(stranger.getByRole('alert')).toBeVisible();
});

test('a question becomes a saved query, a card on a board, and leads to a commit', async ({ session, complaints }) => {
  const { page, orgId } = session;
  await page.goto(`/${orgId}/explore`);
  await test.step('ask for commits by person', async () => {
    await addClause(page, 'Select what it is about', 'Commits');
    await addClause(page, 'Group by', 'Author name');
    await page.getByRole('button', { name: 'Apply Changes' }).click();
    await expect(answer(page).getByRole('img').first()).toBeVisible();
  });
});
