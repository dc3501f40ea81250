import { Query } from '@cairn/query';
import { exploreAddress } from '@cairn/query';
import type { Locator, Page, Route } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { BY_FOLDER, commitPath } from './sample-pages.ts';

type Answer = (route: Route) => Promise<unknown>;

const status =
  (code: number): Answer =>
  (route) =>
    route.fulfill({ status: code, body: 'gone' });
const script =
  (body: string): Answer =>
  (route) =>
    route.fulfill({ contentType: 'text/javascript', body });
const hangs: Answer = () => new Promise(() => undefined);

const UNREACHABLE = 'It cannot be reached.';
const BROKEN = 'What arrived cannot be run.';
const LATE = 'It did not answer in time.';

interface Fault {
  readonly name: string;
  /** The files of a remote that it concerns. */
  readonly files: string;
  readonly answer: Answer;
  readonly words: string;
  /** One of each class is tried in every run, the others with CAIRN_TEST_FULL. */
  readonly always?: true;
  /** The page's own clock ends the wait, so it may be moved on. */
  readonly clock?: true;
}

const CHUNKS = 'assets/*.js';
const SHEETS = 'assets/*.css';
const FAULTS: readonly Fault[] = [
  { name: 'manifest is 404', files: 'mf-manifest.json', answer: status(404), words: UNREACHABLE },
  {
    name: 'manifest is 500',
    files: 'mf-manifest.json',
    answer: status(500),
    words: UNREACHABLE,
    always: true,
  },
  {
    name: 'manifest is empty',
    files: 'mf-manifest.json',
    answer: (route) => route.fulfill({ json: {} }),
    words: BROKEN,
  },
  { name: 'manifest hangs', files: 'mf-manifest.json', answer: hangs, words: LATE },
  { name: 'entry is 404', files: 'remote-entry.js', answer: status(404), words: UNREACHABLE },
  { name: 'entry is 500', files: 'remote-entry.js', answer: status(500), words: UNREACHABLE },
  { name: 'entry is garbage', files: 'remote-entry.js', answer: script('<h1>Hello</h1>'), words: BROKEN },
  { name: 'entry is empty', files: 'remote-entry.js', answer: script(''), words: BROKEN },
  {
    name: 'entry throws',
    files: 'remote-entry.js',
    answer: script('throw new Error("boom")'),
    words: BROKEN,
  },
  { name: 'entry hangs', files: 'remote-entry.js', answer: hangs, words: LATE },
  { name: 'chunks are gone', files: CHUNKS, answer: status(404), words: UNREACHABLE },
  {
    name: 'chunks are garbage',
    files: CHUNKS,
    answer: script('<h1>Hello</h1>'),
    words: BROKEN,
    always: true,
  },
  { name: 'chunks throw', files: CHUNKS, answer: script('throw new Error("boom")'), words: BROKEN },
  { name: 'chunks hang', files: CHUNKS, answer: hangs, words: LATE, clock: true, always: true },
  { name: 'style sheets are gone', files: SHEETS, answer: status(404), words: UNREACHABLE, always: true },
  { name: 'style sheets hang', files: SHEETS, answer: hangs, words: LATE, clock: true, always: true },
];

interface RemoteUnderTest {
  readonly name: string;
  /** How a page of it is called where it fails. */
  readonly title: string;
  path(page: Page, orgId: string): Promise<string>;
  /** What is there when it is drawn. */
  shown(page: Page): Locator;
  /** Goes on to what the remote loads only then. */
  goOn(page: Page): Promise<void>;
  more(page: Page): Locator;
}

const content = (page: Page) => page.locator('#content');
const link = (page: Page, menu: string, name: string) =>
  page.getByRole('navigation', { name: menu }).getByRole('link', { name });
const at = (path: string) => () => Promise.resolve(path);

const REMOTES: readonly RemoteUnderTest[] = [
  {
    name: 'explore',
    title: 'Explore cannot be shown',
    path: at(exploreAddress('', { query: Query.parse(BY_FOLDER) }).slice(1)),
    shown: (page) => page.getByRole('toolbar', { name: 'View' }),
    goOn: (page) =>
      page.getByRole('toolbar', { name: 'View' }).getByRole('button', { name: 'Treemap' }).click(),
    more: (page) => content(page).locator('[data-view="treeMap"] svg').first(),
  },
  {
    name: 'entity',
    title: 'Entity pages cannot be shown',
    path: commitPath,
    shown: (page) => page.getByRole('tab', { name: 'History' }),
    goOn: (page) => page.getByRole('tab', { name: 'Change set' }).click(),
    more: (page) => page.getByRole('tabpanel').getByRole('button').first(),
  },
  {
    name: 'workspace',
    title: 'The workspace cannot be shown',
    path: at('/library'),
    shown: (page) => content(page).getByRole('heading', { name: 'Library' }),
    goOn: (page) => link(page, 'Main', 'Home').click(),
    more: (page) => content(page).getByRole('heading', { level: 1 }),
  },
  {
    name: 'settings',
    title: 'Settings cannot be shown',
    path: at('/settings/preferences'),
    shown: (page) => page.getByRole('heading', { name: 'Preferences' }),
    goOn: (page) => link(page, 'Settings', 'Integrations').click(),
    more: (page) => page.getByRole('heading', { name: 'Integrations' }),
  },
];

const LATE_MS = 11_000;
const INSIDE = 'This part cannot be shown';
/** The alert of a page that failed, or of a page within it. */
const alert = (page: Page, title: string) =>
  content(page)
    .getByRole('alert')
    .filter({ hasText: new RegExp(`${title}|${INSIDE}`) })
    .first();

/** Waits for the words of a fault; where the page's clock ends the wait, the clock is moved on. */
async function saysSo(page: Page, title: string, { words, clock }: Fault): Promise<void> {
  const failed = alert(page, title);
  await expect(async () => {
    if (clock) await page.clock.fastForward(LATE_MS);
    await expect(failed).toContainText(words, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

for (const remote of REMOTES) {
  for (const fault of FAULTS) {
    if (!fault.always && !process.env['CAIRN_TEST_FULL']) continue;
    test(`${remote.name}, whose ${fault.name}, costs its own page, and Retry brings it`, async ({
      session: { page, orgId },
    }) => {
      await page.goto(`/${orgId}/settings/shortcuts`);
      const path = await remote.path(page, orgId);
      if (fault.clock) await page.clock.install();
      await page.route(`**/remotes/${remote.name}/${fault.files}`, fault.answer);
      const asked = page.waitForRequest(`**/remotes/${remote.name}/${fault.files}`);
      await page.goto(`/${orgId}${path}`);
      // What came before it is not to run out of time.
      await asked;
      await saysSo(page, remote.title, fault);
      await expect(link(page, 'Main', 'Settings')).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await alert(page, remote.title).getByRole('button', { name: 'Retry' }).click();
      await expect(remote.shown(page)).toBeVisible();
    });
  }

  test(`what ${remote.name} loads later fails in its place, and Retry brings it`, async ({
    session: { page, orgId },
  }) => {
    await page.goto(`/${orgId}/settings/shortcuts`);
    await page.goto(`/${orgId}${await remote.path(page, orgId)}`);
    await expect(remote.shown(page)).toBeVisible();
    await page.route(`**/remotes/${remote.name}/assets/*`, status(404));
    await remote.goOn(page);
    const failed = alert(page, INSIDE);
    await expect(failed).toContainText(UNREACHABLE);
    await expect(failed.getByRole('button', { name: 'Reload' })).toBeHidden();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await failed.getByRole('button', { name: 'Retry' }).click();
    await expect(remote.more(page)).toBeVisible();
  });
}

test('what fails in the background of a front-end is told once, with a code, and the page stays', async ({
  session: { page, orgId },
}) => {
  const late = `\n;for (const ms of [0, 50, 100]) setTimeout(() => { throw new Error('too late'); }, ms);
    setTimeout(() => Promise.reject(new Error('too late as well')), 50);`;
  await page.route('**/remotes/settings/remote-entry.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()) + late });
  });
  const failed = page.waitForEvent('pageerror');
  await page.goto(`/${orgId}/settings/preferences`);
  await failed;
  const message = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect(message).toHaveCount(1);
  await expect(message).toContainText(/failed in the background.*Code for support: settings-\w+/);
  await expect(page.getByRole('heading', { name: 'Preferences' })).toBeVisible();
});

for (const path of ['/home', '/sign-in']) {
  test(`the shell, whose chunks are gone at ${path}, says so and loads when it is asked again`, async ({
    page,
  }) => {
    await page.route(/\/assets\/(?!main\.)[^/]*\.js$/, status(404));
    await page.goto(path);
    await expect(page.getByRole('alert')).toContainText('Cairn could not be loaded.');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });
}
