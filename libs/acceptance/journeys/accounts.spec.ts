import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright/test';
import { startMailServer } from '../../../svc-workspace/test/mail-server.ts';
import { makeFixtureRepository } from '../src/fixture-repository.ts';
import { tabTo, typeInto } from './by-keyboard.ts';
import { expect, test } from './fixtures.ts';
import { startProduct, type Product } from './product.ts';

// One product with trials and a mail server, which the others do not have.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const DAY_MS = 86_400_000;
const PASSWORD = 'a long pass phrase 7';
const FOUNDER = { name: 'Fay Founder', email: 'fay@example.org', password: 'the first phrase 5' };
const SECOND = { name: 'Sam Second', email: 'sam@example.org', password: 'the second phrase 6' };

let folder: string;
let product: Product;
let mails: Awaited<ReturnType<typeof startMailServer>>;
/** The founder's browser, which keeps session and files from test to test. */
let mine: BrowserContext;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  folder = await mkdtemp(join(tmpdir(), 'cairn-accounts-'));
  const repo = join(folder, 'buoy');
  await makeFixtureRepository({ dir: repo, commits: 5, seed: 5 });
  mails = await startMailServer();
  product = await startProduct({
    args: ['--repo', repo, '--data', join(folder, 'data'), '--port', '0'],
    env: {
      CAIRN_OWNER_EMAIL: 'owner@example.org',
      CAIRN_OWNER_PASSWORD: PASSWORD,
      CAIRN_SIGN_UP: 'open',
      CAIRN_TRIALS: 'on',
      CAIRN_SMTP_URL: mails.url,
    },
  });
  mine = await browser.newContext({ baseURL: product.url });
});
test.afterAll(async () => {
  await mine.close();
  await product.stop();
  await mails.close();
  await rm(folder, { recursive: true, force: true });
});

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const password = (page: Page, name = 'Password') => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The path of the link in the next mail to somebody. */
async function linkTo(email: string, place: string): Promise<string> {
  for (;;) {
    const mail = await mails.next();
    const path = new RegExp(`/sign-in\\?${place}=[\\w.%-]+`).exec(mail.text)?.[0];
    if (mail.to === email && path) return product.url + path;
  }
}

/** Opens the link of the mail that confirms an address; its button has the focus. */
async function confirm(page: Page, email: string): Promise<void> {
  await page.goto(await linkTo(email, 'confirm'));
  await expect(page.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Enter');
}

async function signIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await typeInto(page, field(page, 'E-mail'), who.email);
  await typeInto(page, password(page), who.password);
  await page.keyboard.press('Enter');
}

/** Opens the spaces by their keys, which loads nothing anew. */
async function goToSpaces(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: 'Home' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { name: 'Spaces', exact: true })).toBeVisible();
}

/** Makes a space that everybody of the org sees. */
async function share(page: Page, orgId: string, name: string): Promise<void> {
  await goToSpaces(page);
  await tabTo(page, button(page, 'New space').first());
  await page.keyboard.press('Enter');
  await typeInto(page, field(page, 'Name'), name);
  await tabTo(page, page.getByRole('radio', { name: 'Only you have access to this space' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Share this space with your org' })).toBeChecked();
  await tabTo(page, button(page, 'Create space'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/${orgId}/space/[\\w-]+\\?edit=1`));
}

test('a stranger makes an account, an org and an invitation; a second person joins, sees what is shared, gets a role and loses it: by keyboard', async ({
  browser,
}) => {
  const page = await mine.newPage();
  await page.goto('/');
  await tabTo(page, button(page, 'Make an account'));
  await page.keyboard.press('Enter');
  await typeInto(page, field(page, 'Name'), FOUNDER.name);
  await typeInto(page, field(page, 'E-mail'), FOUNDER.email);
  await typeInto(page, password(page), FOUNDER.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Open its link within an hour')).toBeVisible();
  await confirm(page, FOUNDER.email);
  await expect(page.getByText('You belong to no organization yet')).toBeVisible();

  await typeInto(page, field(page, 'Organization name'), 'zulu');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/wizard\/workspace-setup$/);
  const orgId = new URL(page.url()).pathname.split('/')[1] ?? '';
  await expect(page.getByRole('heading', { name: 'Set up zulu' })).toBeVisible();
  await expect(page.getByText('14 days left in the trial')).toBeVisible();
  await tabTo(page, button(page, 'Go to Home'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/${orgId}/home`));
  await share(page, orgId, 'Shared by keyboard');

  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await tabTo(page, page.getByRole('link', { name: 'Users', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, button(page, 'Invite'));
  await page.keyboard.press('Enter');
  await tabTo(page, button(page, 'Make invitation'));
  await page.keyboard.press('Enter');
  const link = await field(page, 'Link').inputValue();
  await page.keyboard.press('Escape');

  const theirs = await browser.newContext({ baseURL: product.url });
  const guest = await theirs.newPage();
  await guest.goto(link);
  await typeInto(guest, field(guest, 'Name'), SECOND.name);
  await typeInto(guest, field(guest, 'E-mail'), SECOND.email);
  await typeInto(guest, password(guest), SECOND.password);
  await guest.keyboard.press('Enter');
  await expect(guest.getByText('Open its link within an hour')).toBeVisible();
  await confirm(guest, SECOND.email);
  await expect(guest).toHaveURL(new RegExp(`/${orgId}/home`));

  await goToSpaces(guest);
  await expect(guest.getByRole('link', { name: 'Shared by keyboard' })).toBeVisible();

  await page.reload();
  const role = page.getByRole('combobox', { name: `Role of ${SECOND.name}` });
  await tabTo(page, role);
  await page.keyboard.press('ArrowDown');
  const viewer = page.getByRole('option', { name: 'Viewer' });
  await viewer.waitFor();
  for (let presses = 0; presses < 6 && !(await viewer.getAttribute('data-combobox-selected')); presses += 1)
    await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(role).toHaveValue('Viewer');
  await tabTo(page, button(page, `More for ${SECOND.name}`));
  await page.keyboard.press('Enter');
  const removal = page.getByRole('menuitem', { name: 'Remove from the organization' });
  await removal.waitFor();
  for (
    let presses = 0;
    presses < 6 && !(await removal.evaluate((item) => item === document.activeElement));
  ) {
    await page.keyboard.press('ArrowDown');
    presses += 1;
  }
  await page.keyboard.press('Enter');
  await tabTo(page, button(page, 'Remove'));
  await page.keyboard.press('Enter');
  await expect(page.getByText(SECOND.email)).toHaveCount(0);
  await guest.goto('/');
  await expect(guest.getByText('You belong to no organization yet')).toBeVisible();
  await theirs.close();
  await page.close();
});

test('a trial warns, ends and locks the org, and a superuser opens it again', async ({ browser }) => {
  const page = await mine.newPage();
  await page.clock.setFixedTime(Date.now() + 11.5 * DAY_MS);
  await page.goto('/onboarding');
  await expect(page.getByText('3 days left in the trial')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome to zulu' })).toBeVisible();
  const orgId = new URL(page.url()).pathname.split('/')[1] ?? '';
  await page.clock.setFixedTime(Date.now() + 15 * DAY_MS);
  await page.goto(`/${orgId}/library`);
  await expect(page).toHaveURL(new RegExp(`/${orgId}/settings/subscriptions`));
  await expect(page.getByText('Trial has expired', { exact: true })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page.getByRole('heading', { name: 'Library' })).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/${orgId}/settings/subscriptions`));

  const made = await page.request.post('/api/login-links/create-link', {
    data: { org_id: orgId, role: 'admin' },
    headers: { origin: product.url },
  });
  const [{ invite_code }] = ((await made.json()) as { data: [{ invite_code: string }] }).data;
  const keeper = await browser.newContext({ baseURL: product.url });
  const asOwner = (path: string, data: object) =>
    keeper.request.post(path, { data, headers: { origin: product.url } });
  await asOwner('/api/auth/sign-in/email', { email: 'owner@example.org', password: PASSWORD });
  expect((await asOwner('/api/user/join-org', { invite_code })).status()).toBe(200);
  const opened = await asOwner('/api/user/set-subscription', {
    org_id: orgId,
    name: 'Team',
    status: 'active',
    trialEndDate: null,
  });
  expect(opened.status()).toBe(200);
  await page.goto(`/${orgId}/library`);
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/${orgId}/library`));
  await keeper.close();
  await page.close();
});

/** Asks for a link, and sets a new password by the link of the mail; answers the link. */
async function setAnew(page: Page, isByKeyboard: boolean, next: string): Promise<string> {
  const press = async (target: Locator) => {
    if (!isByKeyboard) return target.click();
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  const write = (target: Locator, words: string) =>
    isByKeyboard ? typeInto(page, target, words) : target.fill(words);
  await page.goto('/sign-in');
  await press(page.locator('summary', { hasText: 'Forgot your password?' }));
  await write(field(page, 'E-mail of your account'), FOUNDER.email);
  await press(button(page, 'Send me a link'));
  await expect(page.getByText(/a mail with a link is on its way/)).toBeVisible();
  const link = await linkTo(FOUNDER.email, 'reset');
  await page.goto(link);
  await write(password(page, 'New password'), next);
  await press(button(page, 'Set password'));
  await expect(page.getByText('Your password is set. Sign in with it.')).toBeVisible();
  return link;
}

test('a forgotten password is set anew by mouse and by keyboard; the old one and the used link end', async () => {
  await mine.clearCookies();
  const page = await mine.newPage();
  const [byMouse, byKeyboard] = ['a third phrase 99', 'a fourth phrase 1'];
  const used = await setAnew(page, false, byMouse);
  await field(page, 'E-mail').fill(FOUNDER.email);
  await password(page).fill(FOUNDER.password);
  await button(page, 'Sign in').click();
  await expect(page.getByRole('alert').last()).toContainText('is not right');
  await password(page).fill(byMouse);
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL(/\/home/);
  // A page that finds its session gone leads to the sign-in page by itself, which would end another way there.
  await page.goto('about:blank');
  await mine.clearCookies();
  await page.goto(used);
  await password(page, 'New password').fill('a phrase of nobody 3');
  await button(page, 'Set password').click();
  await expect(page.getByRole('alert')).toContainText('This password link was used or is too old.');
  await setAnew(page, true, byKeyboard);
  await signIn(page, { email: FOUNDER.email, password: byKeyboard });
  await expect(page).toHaveURL(/\/home/);
});
