import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { Query, exploreAddress } from '@cairn/query';
import { axeViolations, expect, test } from './fixtures.ts';

interface ListedOrg {
  id: string;
  name: string;
  simulated?: true;
}

async function orgs(page: Page): Promise<{ real: ListedOrg; simulated: ListedOrg }> {
  const all = (await (await page.request.get('/api/user/orgs')).json()) as ListedOrg[];
  const [real, simulated] = [all.find((org) => !org.simulated), all.find((org) => org.simulated)];
  if (!real || !simulated) throw new Error(`not two orgs: ${JSON.stringify(all)}`);
  return { real, simulated };
}

const sidebar = (page: Page) => page.getByRole('navigation', { name: /^(?:Main|Settings)$/ });
const badge = (page: Page) =>
  sidebar(page).getByRole('note', { name: /^Simulated data\. An invented company/ });

/** Commits one file more, as a colleague would. */
function commit(message: string): void {
  const repo = process.env['CAIRN_REPOSITORY'] ?? '';
  const git = (...args: string[]) =>
    execFileSync('git', [
      '-C',
      repo,
      '-c',
      'user.name=Newcomer',
      '-c',
      'user.email=new@example.org',
      ...args,
    ]);
  git('commit', '--allow-empty', '-q', '-m', message);
}

async function sync(page: Page, orgId: string): Promise<void> {
  const sources = await page.request.get(`/api/${orgId}/sources/list-sources`);
  const { data } = (await sources.json()) as { data: { id: string }[] };
  const answer = await page.request.post(`/api/${orgId}/sources/sync-source`, {
    data: { id: data[0]?.id },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('one switches from the real org to the simulated one, which says so on every page, and back', async ({
  session: { page },
  complaints,
}) => {
  const { real, simulated } = await orgs(page);
  await page.goto(`/${real.id}/home`);
  await expect(page.getByRole('heading', { name: real.name, level: 1 })).toBeVisible();
  await expect(badge(page)).toHaveCount(0);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Switch orgs' }).click();
  await expect(page.getByRole('heading', { name: 'Choose an organization' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: new RegExp(`^${simulated.name.replace(/[()]/g, '.')}`) }).click();
  await expect(page.getByRole('heading', { name: simulated.name, level: 1 })).toBeVisible();
  await expect(page.locator('figure[data-chart]').first()).toBeVisible();
  for (const path of ['home', 'explore', 'library', 'settings/integrations']) {
    await page.goto(`/${simulated.id}/${path}`);
    await expect(badge(page)).toBeVisible();
    await expect(page.getByRole('heading').first()).toBeVisible();
  }
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
  await expect(badge(page)).toBeVisible();
  await page.getByRole('button', { name: 'Expand the sidebar' }).click();
  // The org that was used last is the one that the plain address opens.
  await page.goto('/');
  await expect(page).toHaveURL(new RegExp(`/${simulated.id}/home`));
  await page.goto('/orgs');
  await page.getByRole('link', { name: new RegExp(`^${real.name}$`) }).click();
  await expect(page).toHaveURL(new RegExp(`/${real.id}/home`));
  await expect(badge(page)).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('the settings of a simulated source say why there is nothing to sync', async ({ session: { page } }) => {
  const { simulated } = await orgs(page);
  await page.goto(`/${simulated.id}/settings/integrations`);
  await expect(page.getByText('once and for all: there is nothing to sync or to build again')).toBeVisible();
  await expect(page.getByText('Real sources belong in an organization of their own.')).toBeVisible();
  for (const name of ['Sync now', 'Add source', 'Add repository', /^More for/])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  expect(await axeViolations(page)).toEqual([]);
});

test('a superuser forbids the folder of a repository, which stops with words, and allows it again', async ({
  session: { page },
  complaints,
}) => {
  const { real } = await orgs(page);
  const path = realpathSync(process.env['CAIRN_REPOSITORY'] ?? '');
  await page.goto(`/${real.id}/settings/integrations`);
  const source = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Sync now' }) });
  await expect(source.getByText('Up to date')).toBeVisible();
  await page.getByRole('button', { name: `Forbid ${path}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forbid folder' }).click();
  await expect(source.getByText(/lies outside the folders that this organization may read/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No folder is allowed' })).toBeVisible();
  await page.getByRole('button', { name: 'Allow folder' }).click();
  await page.getByLabel('Path').fill(path);
  await page.getByLabel('Path').press('Enter');
  await expect(page.getByText(`Sources of ${real.name} may read ${path}`)).toBeVisible();
  await expect(source.getByText('Up to date')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('an open page shows what is read later, without a reload and without losing what it shows', async ({
  session: { page },
  complaints,
}) => {
  const { real } = await orgs(page);
  const byAuthor = Query.parse({ select: ['Commit'], groupBys: [{ target: 'Person', attribute: 'name' }] });
  const table = { value: 'unifiedTable', config: {} };
  await page.goto(exploreAddress(real.id, { query: byAuthor, view: table }));
  const rows = page.getByRole('grid').getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const before = await rows.count();
  // Whatever takes the table away, even for a moment, or reloads the page, is noticed.
  await page.evaluate(() => {
    const seen = window as unknown as { lost: number };
    const grid = document.querySelector('[role="grid"]');
    seen.lost = 0;
    new MutationObserver(() => {
      if (!grid?.isConnected || document.querySelector('[aria-busy="true"]')) seen.lost += 1;
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  commit('Say hello');
  await sync(page, real.id);
  await expect(page.getByRole('gridcell', { name: 'Newcomer' })).toBeVisible();
  await expect(rows).toHaveCount(before + 1);
  const lost = () => page.evaluate(() => (window as unknown as { lost: number }).lost);
  expect(await lost()).toBe(0);
  commit('Say hello again');
  await sync(page, real.id);
  await expect(page.getByRole('row').filter({ hasText: 'Newcomer' })).toContainText('2');
  expect(await lost()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a signed-out browser listens to no org', async ({ session: { page }, baseURL }) => {
  const { real } = await orgs(page);
  const versions = `/api/${real.id}/graph-search/versions`;
  await page.request.post('/api/auth/sign-out', { headers: { origin: baseURL ?? '' } });
  const answer = await page.request.get(versions);
  expect(answer.status()).toBe(401);
});

test('the simulated company is told by its highlights, and an average says of how many it is', async ({
  session: { page },
  complaints,
}) => {
  const { simulated } = await orgs(page);
  await page.goto(`/${simulated.id}/home`);
  const highlights = page.getByRole('region', { name: 'Highlights' });
  await expect(highlights.getByText(/^Compared with /)).toBeVisible();
  const tile = highlights.locator('dl > div', { hasText: 'Issues completed' });
  await expect(tile.getByText(/(more|less) than|^About the/)).toBeAttached();
  const link = tile.getByRole('link');
  const value = (await link.textContent()) ?? '';
  expect(value).toMatch(/^[1-9]/);
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-figure]')).toHaveText(value);
  await expect(page.getByRole('button', { name: /^Where completed at in the last/i })).toBeVisible();
  const median = Query.parse({
    select: ['PullRequest'],
    duration: 'P1Y',
    groupBys: ['Repository.name'],
    aggregations: [{ target: 'PullRequest', attribute: 'clockCycleTime', reducer: 'median' }],
  });
  await page.goto(exploreAddress(simulated.id, { query: median }));
  await expect(page.getByText(/^Median of [\d,]+ pull requests; [\d,]+ more have no value\.$/)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('an entity says why a measure is missing and shows the org’s own fields', async ({
  session: { page },
  complaints,
}) => {
  const { simulated } = await orgs(page);
  const oneOf = async (query: object): Promise<string> => {
    const answer = await page.request.post(`/api/${simulated.id}/graph-search/entities`, {
      data: { ...query, limit: 1, format: 'json' },
      headers: { origin: new URL(page.url()).origin },
    });
    const { data, columns } = (await answer.json()) as {
      data: Record<string, string>[];
      columns: { key: string; role: string }[];
    };
    const id = columns.find(({ role }) => role === 'id');
    return data[0]?.[id?.key ?? ''] ?? '';
  };
  await page.goto(`/${simulated.id}/home`);
  const reason = {
    target: 'PullRequest',
    attribute: 'noCycleTimeReason',
    comparison: { IN: ['Not merged yet'] },
  };
  const open = await oneOf({ select: ['PullRequest'], filters: [reason] });
  await page.goto(`/${simulated.id}/entity/${open}?t=properties`);
  const row = (name: string) => page.locator('dl > div', { has: page.getByText(name, { exact: true }) });
  await expect(row('Working cycle time').getByText('Not merged yet.')).toBeVisible();
  const risk = { target: 'Issue', attribute: 'customRiskScore', comparison: { IN: [13] } };
  const issue = await oneOf({ select: ['Issue'], filters: [risk] });
  await page.goto(`/${simulated.id}/entity/${issue}?t=properties`);
  await expect(row('Risk score').getByText('13', { exact: true })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a working calendar is set and taken back by keyboard, and business time follows it', async ({
  session: { page },
  complaints,
}) => {
  const { simulated } = await orgs(page);
  await page.goto(`/${simulated.id}/settings/working-calendars`);
  const workingTime = async () => {
    const answer = await page.request.post(`/api/${simulated.id}/graph-search/group-bys`, {
      data: {
        select: ['PullRequest'],
        aggregations: [{ target: 'PullRequest', attribute: 'cycleTime', reducer: 'sum' }],
        format: 'json',
      },
      headers: { origin: new URL(page.url()).origin },
    });
    const { data } = (await answer.json()) as { data: Record<string, number>[] };
    return data[0]?.['sum(PullRequest.cycleTime)'] ?? 0;
  };
  const team = page.getByRole('list', { name: 'Teams and people' }).getByRole('listitem').first();
  await expect(team.getByText(/^Monday to Friday, 09:00–17:30/)).toBeVisible();
  const before = await workingTime();
  await team.getByRole('button', { name: /^Edit/ }).focus();
  await page.keyboard.press('Enter');
  // Whoever reads it east of Greenwich sees the same days.
  await expect(page.getByRole('list', { name: 'Holidays' }).getByText('Jan 1, 2026')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Friday' }).focus();
  await page.keyboard.press('Space');
  await page.getByLabel('The day begins').focus();
  await page.keyboard.press('Enter');
  await expect(team.getByText(/^Monday to Thursday, 09:00–17:30/)).toBeVisible();
  // The calendar is kept at once; durations follow when they are recomputed.
  await expect.poll(workingTime, { timeout: 30_000 }).toBeLessThan(before);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(team.getByText(/^Monday to Friday, 09:00–17:30/)).toBeVisible();
  await expect.poll(workingTime, { timeout: 30_000 }).toBe(before);
  expect(await axeViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
