import { exploreAddress, Query } from '@cairn/query';
import type { Page } from 'playwright/test';
import { tabTo } from './by-keyboard.ts';
import { expect, test } from './fixtures.ts';
import { BY_FOLDER, makeBoard } from './sample-pages.ts';

const ASKED = 'commits per author last 90 days';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const answer = (page: Page) => page.getByRole('article', { name: 'Answer' });
const said = (page: Page) => page.getByRole('list', { name: 'Messages' });

test('a conversation is begun on its page and beside a board, answered, opened and kept', async ({
  session: { page, orgId },
  complaints,
}) => {
  await page.goto(`/${orgId}/chat`);
  await message(page).fill(ASKED);
  await button(page, 'Send').click();
  await expect(answer(page).getByRole('group').first()).toBeVisible();
  await button(page, /^Save /).click();
  await expect(said(page)).toContainText('Saved ');
  await answer(page).getByRole('link', { name: 'Open in Explore' }).click();
  await expect(page).toHaveURL(/\/explore\?/);
  await expect(page.getByRole('toolbar', { name: 'Query' })).toContainText('90 days');
  await page.goBack();
  await expect(page.getByText(ASKED)).toBeVisible();

  await page.goto(`/${orgId}${await makeBoard(page, orgId)}`);
  await button(page, 'Chat about this board').click();
  const panel = page.getByRole('complementary', { name: 'Chat about Findings' });
  await expect(panel.getByText('3 Data Sources')).toBeVisible();
  await panel.getByRole('button', { name: 'Performance Overview' }).click();
  await expect(answer(page).getByRole('link', { name: 'Open in Explore' }).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a conversation beside Explore is begun, answered, opened and kept by keyboard alone', async ({
  session: { page, orgId },
  complaints,
}) => {
  await page.goto(exploreAddress(orgId, { query: Query.parse(BY_FOLDER) }));
  await tabTo(page, button(page, 'Chat about this query'));
  await page.keyboard.press('Enter');
  await expect(message(page)).toBeFocused();
  await page.keyboard.type('Show the trends of this data');
  await page.keyboard.press('Enter');
  const open = answer(page).getByRole('link', { name: 'Open in Explore' }).first();
  await expect(open).toBeVisible();
  await expect(message(page)).toBeFocused();
  await tabTo(
    page,
    answer(page)
      .getByRole('button', { name: /^Save / })
      .first(),
    'Shift+Tab',
  );
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Saved ');
  await tabTo(page, open, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('toolbar', { name: 'Query' })).toContainText('Commits');
  expect(complaints).toEqual([]);
});
