import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Query, exploreAddress, type QueryInput } from '@cairn/query';
import { chromium, type Page } from 'playwright';
import { findChromium } from './chromium.mjs';
import { everyPage } from '../journeys/every-page.ts';
import { startProduct, type Product } from '../journeys/product.ts';
import { BY_FOLDER, COMMITS_A_WEEK, commitPath, settled } from '../journeys/sample-pages.ts';
import { OWNER } from '../journeys/start-product.ts';
import { makeFixtureRepository } from '../src/fixture-repository.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ALL = join(ROOT, '.cache/screenshots');
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

type Open = (page: Page, at: (path: string) => string) => Promise<unknown>;

const NOTHING = { ...BY_FOLDER, search: 'no commit says this' };

function question(query: QueryInput, view?: string): Open {
  return (page, at) => {
    const address = exploreAddress('', {
      query: Query.parse(query),
      ...(view ? { view: { value: view, config: {} } } : {}),
    });
    return page.goto(at(address.slice(1)));
  };
}

/** Every question is answered with an error while the page is open. */
function failing(open: Open): Open {
  return async (page, at) => {
    const error = { code: 'internal', message: 'Something went wrong on our side.', requestId: 'sample' };
    await page.route('**/graph-search/*-*', (route) => route.fulfill({ status: 500, json: { error } }));
    await open(page, at);
  };
}

const home: Open = (page, at) => page.goto(at('/home'));

const commit: Open = async (page, at) => page.goto(at(await commitPath(page, at('').slice(1))));

const changeSet: Open = async (page, at) => {
  await commit(page, at);
  await page.getByRole('tab', { name: 'Change set' }).click();
};

/** Further states worth a picture, by name; each leaves the page ready to be taken. */
const STATES: Record<string, Open> = {
  home,
  table: question(BY_FOLDER, 'unifiedTable'),
  'time-series': question(COMMITS_A_WEEK, 'overTime'),
  entities: question({ select: ['Commit'] }),
  empty: question(NOTHING),
  error: failing(question(BY_FOLDER)),
  'home-error': failing(home),
  'change-set': changeSet,
};

/** Takes every page in both themes and sizes into .cache/screenshots, and the README's picture into docs. */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-screenshots-'));
  const repo = join(folder, 'generated-sample');
  await makeFixtureRepository({ dir: repo, commits: 2_500, seed: 11 });
  const product = await startProduct({
    args: ['--repo', repo, '--data', join(folder, 'data'), '--port', '0'],
    env: { CAIRN_OWNER_EMAIL: OWNER.email, CAIRN_OWNER_PASSWORD: OWNER.password },
  });
  try {
    await takeAll(product);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function takeAll(product: Product): Promise<void> {
  await mkdir(ALL, { recursive: true });
  const executablePath = await findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  for (const viewport of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        baseURL: product.url,
        viewport,
        colorScheme,
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
      });
      await takePages(await context.newPage(), `${colorScheme}-${viewport.width}`, product.url);
      await context.close();
    }
  }
  await browser.close();
}

/** Takes every page and state as a browser window shows them; `look` names its theme and width. */
async function takePages(page: Page, look: string, origin: string): Promise<void> {
  const take = async (name: string) => {
    await settled(page);
    await page.screenshot({ path: join(ALL, `${name}-${look}.png`) });
  };
  await page.goto('/sign-in');
  await take('sign-in');
  await page.request.post('/api/auth/sign-in/email', { data: OWNER, headers: { origin } });
  const [org] = (await (await page.request.get('/api/user/orgs')).json()) as { id: string }[];
  const pages = [...(await everyPage(page, org?.id ?? ''))].map(([name, path]): [string, Open] => [
    name,
    () => page.goto(path),
  ]);
  for (const [name, open] of [...pages, ...Object.entries(STATES)]) {
    // The gallery shows what loading looks like, so it never settles.
    if (name === 'settings-system-gallery') continue;
    await open(page, (path) => `/${org?.id}${path}`);
    await take(name);
    if (name === 'home' && look === 'light-1440')
      await page.screenshot({ path: join(ROOT, 'docs/screenshot.png') });
    await page.unrouteAll();
  }
}

await main();
