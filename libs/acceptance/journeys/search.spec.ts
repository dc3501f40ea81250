import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

const HOSTILE = [
  'javascript:alert(1)',
  '<img src=x onerror=alert(1)>',
  `'; DROP TABLE "Person"; --`,
  '[x](javascript:alert(1))',
  '\u202Egnp.exe',
];

async function openSearch(page: Page, text: string) {
  // The keys work once the sidebar is drawn.
  await expect(page.getByRole('button', { name: /^Search or ask/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search or ask a question' });
  await field.fill(text);
  return page.getByRole('dialog', { name: 'Search or ask' });
}

test('a person is found by part of a name and opened, by keyboard and by mouse', async ({
  session,
  complaints,
}) => {
  const { page, orgId } = session;
  await page.goto(`/${orgId}/library`);
  const heading = page.getByRole('heading', { name: 'Ada Okafor', level: 1 });
  const dialog = await openSearch(page, 'okaf');
  const person = dialog.getByRole('option', { name: /^Ada Okafor/ });
  await expect(dialog.getByText('People · 1')).toBeVisible();
  for (let step = 0; step < 5 && (await person.getAttribute('aria-selected')) !== 'true'; step += 1)
    await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Ada Okafor');
  await page.keyboard.press('Enter');
  await expect(heading).toBeVisible();
  await expect(page).toHaveURL(/\/entity\//);
  await expect(dialog).toBeHidden();

  await page.goto(`/${orgId}/library`);
  const again = await openSearch(page, 'ada ok');
  // What is found moves the list; a click while it comes may meet its neighbour.
  await expect(again.getByText('People · 1')).toBeVisible();
  await expect(again.getByRole('status')).toHaveText('');
  // The tab of the first visit has the name alone.
  await again.getByRole('option', { name: /^Ada Okafor.*@/ }).click();
  await expect(heading).toBeVisible();
  expect(complaints).toEqual([]);
});

test('what a text means opens: a person in the results, a question in Explore', async ({
  session,
  complaints,
}) => {
  const { page, orgId } = session;
  await page.goto(`/${orgId}/ask`);
  const box = page.getByRole('textbox', { name: 'Ask a question about your data' });
  await box.fill('who is ada okafor?');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?text=ada\+okafor|\/search\?text=ada%20okafor/);
  await expect(page.getByRole('link', { name: 'Ada Okafor', exact: true })).toBeVisible();
  await page.goto(`/${orgId}/ask`);
  await box.fill('commits per author last month');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/explore\?/);
  expect(complaints).toEqual([]);
});

test('hostile texts run nothing, wherever they are searched', async ({ session, complaints }) => {
  const { page, orgId } = session;
  for (const text of HOSTILE) {
    await page.goto(`/${orgId}/search?text=${encodeURIComponent(text)}&kind=${encodeURIComponent(text)}`);
    await expect(page.getByText('no matches')).toBeVisible();
    const dialog = await openSearch(page, text);
    await expect(dialog.getByRole('option', { name: `Find anything with ${text}` })).toBeVisible();
    await expect(dialog.getByRole('status')).toHaveText('no matches');
  }
  expect(await page.locator('main img, [href^="javascript:" i]').count()).toBe(0);
  expect(complaints).toEqual([]);
});
