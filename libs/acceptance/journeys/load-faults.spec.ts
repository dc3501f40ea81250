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

// What failed is asked for at a new address: with a number behind it.
const CHUNKS = 'assets/*.js*';
const SHEETS = 'assets/*.css*';
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
  {
    name: 'style sheets are pages',
    files: SHEETS,
    answer: (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to the network</h1>' }),
    words: UNREACHABLE,
    always: true,
  },
  { name: 'style sheets hang', files: SHEETS, answer: hangs, words: LATE, clock: true, always: true },
];

const TRIED = FAULTS.filter(({ always }) => always || process.env['CAIRN_TEST_FULL']);
/** Chunks and sheets are fetched beside what fails, so the faults of each need a page that has neither. */
const SEQUENCES = [
  TRIED.filter(({ files }) => files !== SHEETS && files !== CHUNKS),
  TRIED.filter(({ files }) => files === CHUNKS),
  TRIED.filter(({ files }) => files === SHEETS),
];

interface RemoteUnderTest {
  readonly name: string;
  /** How a page of it is called where it fails. */
  readonly title: string;
  path(page: Page, orgId: string): Promise<string>;
  /** A page of another remote, and how a person goes on from there to this one. */
  readonly from: string;
  open(page: Page, path: string): Promise<unknown>;
  /** What is there when it is drawn. */
  shown(page: Page): Locator;
  /** Goes on to what the remote loads only then. */
  goOn(page: Page): Promise<void>;
  more(page: Page): Locator;
}

const content = (page: Page) => page.locator('#content');
const link = (page: Page, menu: string, name: string) =>
  page.getByRole('navigation', { name: menu }).getByRole('link', { name, exact: true });
const at = (path: string) => () => Promise.resolve(path);

const REMOTES: readonly RemoteUnderTest[] = [
  {
    name: 'explore',
    title: 'Explore cannot be shown',
    path: at(exploreAddress('', { query: Query.parse(BY_FOLDER) }).slice(1)),
    from: '/library',
    open: (page) => link(page, 'Main', 'Explore').click(),
    shown: (page) => page.getByRole('toolbar', { name: 'View' }),
    goOn: (page) =>
      page.getByRole('toolbar', { name: 'View' }).getByRole('button', { name: 'Treemap' }).click(),
    more: (page) => content(page).locator('[data-view="treeMap"] svg').first(),
  },
  {
    name: 'entity',
    title: 'Entity pages cannot be shown',
    path: commitPath,
    from: '/settings/shortcuts',
    open: async (page, path) => {
      // Nothing that is drawn without the remote leads to an entity, but the way back may.
      await page.evaluate((to) => {
        const here = location.href;
        history.replaceState(null, '', to);
        history.pushState(null, '', here);
      }, path);
      await page.goBack();
    },
    shown: (page) => page.getByRole('tab', { name: 'History' }),
    goOn: (page) => page.getByRole('tab', { name: 'Change set' }).click(),
    more: (page) => page.getByRole('tabpanel').getByRole('button').first(),
  },
  {
    name: 'workspace',
    title: 'The workspace cannot be shown',
    path: at('/library'),
    from: '/explore',
    open: (page) => link(page, 'Main', 'Library').click(),
    shown: (page) => content(page).getByRole('heading', { name: 'Library' }),
    goOn: (page) => link(page, 'Main', 'Home').click(),
    more: (page) => content(page).getByRole('heading', { level: 1 }),
  },
  {
    name: 'settings',
    title: 'Settings cannot be shown',
    path: at('/settings/preferences'),
    from: '/explore',
    open: (page) => link(page, 'Main', 'Settings').click(),
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

const retry = (page: Page, title: string) =>
  alert(page, title).getByRole('button', { name: 'Retry' }).click();

/** Waits for the words of a fault; where the page's clock ends the wait, the clock is moved on. */
async function saysSo(page: Page, title: string, { words, clock }: Fault): Promise<void> {
  const failed = alert(page, title);
  await expect(async () => {
    if (clock) await page.clock.fastForward(LATE_MS);
    await expect(failed).toContainText(words, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

/** Breaks a remote in one way after the other: `open` shows the first fault, and Retry each of the others. */
async function failInTurn(
  page: Page,
  { name, title }: RemoteUnderTest,
  faults: readonly Fault[],
  open: () => Promise<unknown>,
): Promise<void> {
  for (const [index, fault] of faults.entries()) {
    await test.step(fault.name, async () => {
      const files = `**/remotes/${name}/${fault.files}`;
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.route(files, fault.answer);
      const asked = page.waitForRequest(files, { timeout: 15_000 });
      await (index === 0 ? open() : retry(page, title));
      // What came before it is not to run out of time.
      await asked;
      await saysSo(page, title, fault);
      await expect(
        page.getByRole('navigation').getByRole('button', { name: /^Search or ask/ }),
      ).toBeEnabled();
    });
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await retry(page, title);
}

/** What the remote loads only later fails in its place, and Retry brings it. */
async function failLater(page: Page, { name, goOn, more }: RemoteUnderTest): Promise<void> {
  await page.route(`**/remotes/${name}/assets/*`, status(404));
  await goOn(page);
  const failed = alert(page, INSIDE);
  await expect(failed).toContainText(UNREACHABLE);
  await expect(failed.getByRole('button', { name: 'Reload' })).toBeHidden();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const again = failed.getByRole('button', { name: 'Retry' });
  // A newer answer draws the part again by itself, and may do so before the click.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(more(page)).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
}

for (const remote of REMOTES) {
  const { name, title } = remote;

  test(`${name}, in each way in which it can fail at boot and later, costs its own page, and Retry brings it`, async ({
    session: { page, orgId },
  }) => {
    if (process.env['CAIRN_TEST_FULL']) test.slow();
    await page.goto(`/${orgId}/settings/shortcuts`);
    const path = `/${orgId}${await remote.path(page, orgId)}`;
    await page.clock.install();
    for (const faults of SEQUENCES) {
      await failInTurn(page, remote, faults, () => page.goto(path));
      await expect(remote.shown(page)).toBeVisible();
    }
    await test.step('what it loads later', () => failLater(page, remote));
  });

  test(`${name}, in each way in which it can fail within a session, costs its own page, and Retry brings it`, async ({
    session: { page, orgId },
  }) => {
    if (process.env['CAIRN_TEST_FULL']) test.slow();
    await page.clock.install();
    await page.goto(`/${orgId}${remote.from}`);
    const path = `/${orgId}${await remote.path(page, orgId)}`;
    for (const faults of SEQUENCES) {
      await page.goto(`/${orgId}${remote.from}`);
      await expect(content(page).getByRole('heading').first()).toBeVisible();
      await failInTurn(page, remote, faults, () => remote.open(page, path));
      await expect(alert(page, title)).toBeHidden();
      await expect(content(page).getByRole('heading').first()).toBeVisible();
    }
  });
}

test('a front-end that removes the page from the document costs nothing but a message', async ({
  session: { page, orgId },
}) => {
  const harm = `\n;setTimeout(() => { document.body.innerHTML = '<p>Mine alone</p>'; }, 1500);`;
  await page.route('**/remotes/settings/remote-entry.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()) + harm });
  });
  await page.goto(`/${orgId}/settings/preferences`);
  const message = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect(message).toContainText('removed the others');
  await page.getByRole('button', { name: /^Back to/ }).click();
  await link(page, 'Main', 'Library').click();
  await expect(content(page).getByRole('heading', { name: 'Library' })).toBeVisible();
});

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

for (const [name, answer] of [
  ['gone', status(404)],
  [
    'a page of somebody else',
    (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>Hi</h1>' }),
  ],
] as const) {
  test(`the shell, whose style sheet is ${name}, says so and loads when it is asked again`, async ({
    page,
  }) => {
    await page.route(/\/assets\/[^/]*\.css$/, answer);
    await page.goto('/sign-in');
    await expect(page.getByRole('alert')).toContainText('Cairn could not be loaded.');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });
}
