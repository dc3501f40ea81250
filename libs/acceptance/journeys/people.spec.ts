import type { Page } from 'playwright/test';
import { axeViolations, expect, test } from './fixtures.ts';

const NEWCOMER = { name: 'Nell Newcomer', email: 'nell@example.org', password: 'another long phrase 8' };

/** Makes a space that the org sees, by mouse; answers its id. */
async function share(page: Page, orgId: string): Promise<string> {
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'New tab' }).click();
  await page.getByRole('menuitem', { name: 'New space' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Shared by mouse');
  await page.getByText('Share this space with your org').click();
  await page.getByRole('button', { name: 'Create space' }).click();
  await expect(page).toHaveURL(new RegExp(`/${orgId}/space/[\\w-]+\\?edit=1`));
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Says what a page hears of the stream of versions: open, or ended with this status. */
async function follow(page: Page, orgId: string): Promise<void> {
  await page.evaluate((id) => {
    const seen = window as unknown as { ended?: boolean };
    void fetch(`/api/${id}/graph-search/versions`).then(async ({ body }) => {
      const reader = body?.getReader();
      while (reader && !(await reader.read()).done);
      seen.ended = true;
    });
  }, orgId);
}

test('an org is created, a second person joins by invitation, gets another role and loses it', async ({
  session: { page },
  browser,
  baseURL,
  complaints,
}) => {
  await page.goto('/orgs');
  await page.getByRole('tab', { name: 'Create' }).click();
  // Last in the alphabet: other journeys take the first org that is not simulated.
  await page.getByRole('textbox', { name: 'Organization name' }).fill('zenith');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/wizard\/workspace-setup$/);
  const orgId = new URL(page.url()).pathname.split('/')[1] ?? '';
  // Its graph is there at once, and empty.
  const question = { select: ['Commit'], format: 'json' };
  const headers = { origin: new URL(page.url()).origin };
  const asked = await page.request.post(`/api/${orgId}/graph-search/entities`, { data: question, headers });
  expect(((await asked.json()) as { data: unknown[] }).data).toEqual([]);
  const saved = await share(page, orgId);

  await page.goto(`/${orgId}/settings/users`);
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('button', { name: 'Make invitation' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  // While it fades out, its letters are paler than they are to be.
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await axeViolations(page)).toEqual([]);

  const theirs = await browser.newContext({ baseURL: baseURL ?? '' });
  const guest = await theirs.newPage();
  await guest.goto(link);
  await expect(guest.getByText('You are invited to')).toHaveText('You are invited to zenith as user.');
  expect(await axeViolations(guest)).toEqual([]);
  await guest.getByLabel('Name', { exact: true }).fill(NEWCOMER.name);
  await guest.getByLabel('E-mail').fill(NEWCOMER.email);
  await guest.getByLabel('Password', { exact: true }).fill(NEWCOMER.password);
  await guest.keyboard.press('Enter');
  await expect(guest).toHaveURL(new RegExp(`/${orgId}/home`));
  const read = async () => {
    const answer = await guest.request.post('/api/deep-links/read', {
      data: { org_id: orgId, id: saved },
      headers,
    });
    return answer.status();
  };
  expect(await read()).toBe(200);
  await follow(guest, orgId);

  await page.reload();
  const role = page.getByRole('combobox', { name: `Role of ${NEWCOMER.name}` });
  await expect(role).toHaveValue('User');
  await role.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Viewer' }).click();
  await expect(role).toHaveValue('Viewer');
  // It counts at once: the stream has ended, and the next save is refused.
  await guest.waitForFunction(() => (window as unknown as { ended?: boolean }).ended);
  const refused = await guest.request.post('/api/deep-links/delete', {
    data: { org_id: orgId, id: saved },
    headers,
  });
  expect(((await refused.json()) as { error: { code: string } }).error.code).toBe('read_only');

  await page.getByRole('button', { name: `More for ${NEWCOMER.name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove from the organization' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText(NEWCOMER.email)).toHaveCount(0);
  expect(await read()).toBe(404);
  const again = await guest.request.get(`/api/${orgId}/sources/list-sources`);
  expect(again.status()).toBe(404);
  await guest.goto(link);
  await guest.getByRole('button', { name: `Join as ${NEWCOMER.email}` }).click();
  await expect(guest.getByRole('alert')).toContainText('An admin took you out of this organization.');
  await guest.goto('/');
  await expect(guest.getByText('You belong to no organization yet')).toBeVisible();
  await theirs.close();
  expect(complaints).toEqual([]);
});
