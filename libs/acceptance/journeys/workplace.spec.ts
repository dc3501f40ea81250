import type { Page } from 'playwright/test';
import { tabTo, typeInto } from './by-keyboard.ts';
import { axeViolations, expect, test } from './fixtures.ts';

/** Calls a route as the page's user; the answer's data. */
async function call(page: Page, path: string, data: object): Promise<{ id?: string; uuid?: string }> {
  const { origin } = new URL(page.url());
  const answer = await page.request.post(path, { data, headers: { origin } });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { data: { id?: string; uuid?: string } }).data;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

test('a space grows from nothing until it is launched', async ({ session: { page, orgId }, complaints }) => {
  await page.goto(`/${orgId}/library`);
  const board = { org_id: orgId, type: 'dashboard-v1', name: 'Delivery of spaces', scope: 'private' };
  await call(page, '/api/deep-links/create', { ...board, state: '{"layout":[],"data":{}}' });
  await page.goto(`/${orgId}/space/new`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Monday review');
  await button(page, 'Create space').click();
  await expect(page).toHaveURL(/\/space\/[^/]+\?edit=1$/);
  await button(page, 'Add items').first().click();
  const find = page.getByRole('textbox', { name: 'Find something to add' });
  await find.fill('delivery of sp');
  await button(page, 'Add Delivery of spaces').click();
  await expect(button(page, 'Delivery of spaces is in this space')).toBeVisible();
  await button(page, 'Done').last().click();
  await button(page, 'Add to favorites').click();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Space settings' }).click();
  await page.getByRole('radio', { name: 'waves' }).click();
  await button(page, 'Save').click();
  await button(page, 'Done').click();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Delivery of spaces' }).click();
  await expect(page).toHaveURL(/\/boards\/[^/]+$/);
  await expect(page.getByText('Delivery of spaces').first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a space grows from nothing until it is launched, by keyboard alone', async ({
  session: { page, orgId },
  complaints,
}) => {
  await page.goto(`/${orgId}/library`);
  const board = { org_id: orgId, type: 'dashboard-v1', name: 'Keys of spaces', scope: 'private' };
  await call(page, '/api/deep-links/create', { ...board, state: '{"layout":[],"data":{}}' });
  const { keyboard } = page;
  await keyboard.press('g');
  await keyboard.press('p');
  await tabTo(page, button(page, 'New space').first());
  await keyboard.press('Enter');
  await typeInto(page, page.getByRole('textbox', { name: 'Name', exact: true }), 'Tuesday review');
  await tabTo(page, button(page, 'Create space'));
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/space\/[^/]+\?edit=1$/);
  await tabTo(page, button(page, 'Add items').first());
  await keyboard.press('Enter');
  await typeInto(page, page.getByRole('textbox', { name: 'Find something to add' }), 'keys of sp');
  await tabTo(page, button(page, 'Add Keys of spaces'));
  await keyboard.press('Enter');
  await expect(button(page, 'Keys of spaces is in this space')).toBeVisible();
  await keyboard.press('Escape');
  await tabTo(page, button(page, 'Add to favorites'));
  await keyboard.press('Enter');
  await tabTo(page, button(page, 'Done'));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Keys of spaces' }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/boards\/[^/]+$/);
  await expect(page.getByText('Keys of spaces').first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test('the library is asked in its own grammar', async ({ session: { page, orgId }, complaints }) => {
  await page.goto(`/${orgId}/library`);
  const query = { org_id: orgId, type: 'explore-v1', scope: 'private', group: 'time to merge' };
  const state = JSON.stringify({ params: { select: ['Commit'], duration: 'P30D' }, viz: [] });
  await call(page, '/api/deep-links/create', { ...query, name: 'Grammar of commits', state });
  await page.goto(`/${orgId}/library`);
  const filter = page.getByLabel('Filter the library');
  await filter.fill('type:query select:commit duration:P30D tag:"Time to merge" grammar');
  await expect(page.getByRole('row', { name: /Grammar of commits/ })).toBeVisible();
  await expect(page.getByText(/^1 saved/)).toBeVisible();
  await filter.fill('status:soon');
  await expect(page.getByText('After status: comes populated, processing or notConfigured.')).toBeVisible();
  // Reports pass whatever the words are (W§5), and other journeys save some.
  await filter.fill('type:query grammar');
  await page.getByRole('checkbox', { name: 'Select Grammar of commits' }).click();
  await button(page, 'Delete').click();
  await button(page, 'Delete query').click();
  await expect(page.getByText('Nothing matches this filter')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(page.getByRole('row', { name: /Grammar of commits/ })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('the library is asked and cleared by keyboard alone', async ({
  session: { page, orgId },
  complaints,
}) => {
  await page.goto(`/${orgId}/library`);
  const query = { org_id: orgId, type: 'explore-v1', name: 'Keys of commits', scope: 'private' };
  const state = JSON.stringify({ params: { select: ['Commit'], duration: 'P7D' }, viz: [] });
  await call(page, '/api/deep-links/create', { ...query, state });
  await page.goto(`/${orgId}/library`);
  const { keyboard } = page;
  const row = page.getByRole('row', { name: /Keys of commits/ });
  await typeInto(page, page.getByLabel('Filter the library'), 'type:query select:commit keys');
  await expect(page.getByText(/^1 saved/)).toBeVisible();
  await tabTo(page, row);
  await keyboard.press('x');
  await tabTo(page, button(page, 'Delete'));
  await keyboard.press('Enter');
  await tabTo(page, button(page, 'Delete query'));
  await keyboard.press('Enter');
  await expect(page.getByText('Nothing matches this filter')).toBeVisible();
  await tabTo(page, button(page, 'Undo'));
  await keyboard.press('Enter');
  await expect(row).toBeVisible();
  expect(complaints).toEqual([]);
});

test('what somebody follows by keyboard is told in their feed', async ({
  session: { page, orgId },
  complaints,
}) => {
  await page.goto(`/${orgId}/library`);
  const board = { org_id: orgId, type: 'dashboard-v1', name: 'Followed by keys', scope: 'org' };
  const { id } = await call(page, '/api/deep-links/create', { ...board, state: '{"layout":[],"data":{}}' });
  await page.goto(`/${orgId}/boards/${id}`);
  const { keyboard } = page;
  await tabTo(page, button(page, 'Follow'));
  await keyboard.press('Enter');
  await expect(button(page, 'Stop following')).toBeFocused();
  await call(page, '/api/deep-links/update', { org_id: orgId, id, description: 'For the week' });
  await keyboard.press('g');
  await keyboard.press('f');
  await tabTo(page, page.getByRole('link', { name: /the description of the board Followed by keys$/ }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/boards/${id}$`));
  expect(complaints).toEqual([]);
});

test('what somebody follows is told in their feed', async ({ session: { page, orgId }, complaints }) => {
  await page.goto(`/${orgId}/library`);
  const board = { org_id: orgId, type: 'dashboard-v1', name: 'Followed board', scope: 'org' };
  const { id } = await call(page, '/api/deep-links/create', { ...board, state: '{"layout":[],"data":{}}' });
  await page.goto(`/${orgId}/boards/${id}`);
  await button(page, 'Follow').click();
  await expect(button(page, 'Stop following')).toBeVisible();
  await call(page, '/api/deep-links/update', { org_id: orgId, id, description: 'For the week' });
  await page.getByRole('link', { name: 'Feed' }).click();
  const sentence = page.getByRole('link', { name: /changed the description of the board Followed board$/ });
  await expect(sentence).toBeVisible();
  await expect(page.getByText(/^That is all: \d+ event/)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await sentence.click();
  await expect(page).toHaveURL(new RegExp(`/boards/${id}$`));
  expect(complaints).toEqual([]);
});

test('what happens in a repository that somebody follows is told in their feed', async ({
  session: { page, orgId },
  complaints,
}) => {
  await page.goto(`/${orgId}/library`);
  const { origin } = new URL(page.url());
  const found = await page.request.post(`/api/${orgId}/graph-search/entities`, {
    data: { select: ['Repository'], pageSize: 1, format: 'json' },
    headers: { origin },
  });
  const [repository] = ((await found.json()) as { data: Record<string, string>[] }).data;
  const uuid = repository?.['uuid'] ?? '';
  await page.goto(`/${orgId}/entity/${uuid}`);
  await button(page, 'Follow').click();
  await expect(button(page, 'Stop following')).toBeVisible();
  await page.getByRole('link', { name: 'Feed', exact: true }).click();
  const sentence = button(page, /^.+ committed /).first();
  await expect(sentence).toBeVisible();
  await sentence.click();
  await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
  await page.keyboard.press('Escape');
  // Other journeys read the feed to its end.
  const followed = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${uuid}"]`) });
  await followed.getByRole('button', { name: 'Stop following' }).click();
  await expect(sentence).toBeHidden();
  expect(complaints).toEqual([]);
});
