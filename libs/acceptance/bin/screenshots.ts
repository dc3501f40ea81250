import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Query, exploreAddress, type QueryInput } from '@cairn/query';
import { chromium, type Page } from 'playwright';
import { findChromium } from './chromium.mjs';
import { startProduct, type Product } from '../journeys/product.ts';
import { OWNER } from '../journeys/start-product.ts';
import { makeFixtureRepository } from '../src/fixture-repository.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ALL = join(ROOT, '.cache/screenshots');
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
];

type Open = (page: Page, at: (path: string) => string) => Promise<unknown>;

const COMMITS_A_WEEK = {
  select: ['Commit'],
  groupBys: [{ target: 'Commit', attribute: 'committedAt', unit: 'week' as const }],
};
const BY_FOLDER = { select: ['Commit'], groupBys: [{ target: 'SourceFile', attribute: 'topFolder' }] };
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

/** A board of two charts and a note, made the way a browser makes it. */
const board: Open = async (page, at) => {
  const orgId = at('').slice(1);
  const card = (title: string, query: QueryInput) => ({
    kind: 'explore',
    title,
    state: { params: Query.parse(query) },
  });
  const state = {
    layout: [
      { i: 'note', x: 0, y: 0, w: 4, h: 6 },
      { i: 'folders', x: 4, y: 0, w: 8, h: 6 },
      { i: 'weeks', x: 0, y: 6, w: 12, h: 6 },
    ],
    data: {
      note: { kind: 'markdown', markdown: '# Findings\n\nWhere the work happens, and **when**.' },
      folders: card('Commits by folder', BY_FOLDER),
      weeks: card('Commits a week', COMMITS_A_WEEK),
    },
  };
  const made = await page.request.post('/api/deep-links/create', {
    data: { org_id: orgId, type: 'dashboard-v1', name: 'Findings', state: JSON.stringify(state) },
    headers: { origin: new URL(page.url()).origin },
  });
  const { data } = (await made.json()) as { data: { id: string } };
  await page.goto(at(`/boards/${data.id}`));
};

const commit: Open = async (page, at) => {
  const answer = await page.request.post(`/api${at('')}/graph-search/entities`, {
    data: { select: ['Commit'], pageSize: 1, format: 'json' },
    headers: { origin: new URL(page.url()).origin },
  });
  const { data } = (await answer.json()) as { data: { uuid: string }[] };
  await page.goto(at(`/entity/${data[0]?.uuid ?? ''}`));
};

const changeSet: Open = async (page, at) => {
  await commit(page, at);
  await page.getByRole('tab', { name: 'Change set' }).click();
};

/** Pages worth a picture, by name; each leaves the page ready to be taken. */
const PAGES: Record<string, Open> = {
  home,
  explore: (page, at) => page.goto(at('/explore')),
  bars: question(BY_FOLDER),
  table: question(BY_FOLDER, 'unifiedTable'),
  'time-series': question(COMMITS_A_WEEK, 'overTime'),
  entities: question({ select: ['Commit'] }),
  empty: question(NOTHING),
  error: failing(question(BY_FOLDER)),
  'home-error': failing(home),
  board,
  commit,
  'change-set': changeSet,
  library: (page, at) => page.goto(at('/library')),
  preferences: (page, at) => page.goto(at('/settings/preferences')),
  integrations: (page, at) => page.goto(at('/settings/integrations')),
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
      const page = await context.newPage();
      await page.goto('/sign-in');
      await settle(page);
      await page.screenshot({ path: join(ALL, `sign-in-${colorScheme}-${viewport.width}.png`) });
      await page.request.post('/api/auth/sign-in/email', { data: OWNER, headers: { origin: product.url } });
      const [org] = (await (await page.request.get('/api/user/orgs')).json()) as { id: string }[];
      for (const [name, open] of Object.entries(PAGES)) {
        await open(page, (path) => `/${org?.id}${path}`);
        await settle(page);
        await page.screenshot({ path: join(ALL, `${name}-${colorScheme}-${viewport.width}.png`) });
        if (name === 'home' && colorScheme === 'light' && viewport.width === 1440) {
          await page.screenshot({ path: join(ROOT, 'docs/screenshot.png') });
        }
        await page.unrouteAll();
      }
      await context.close();
    }
  }
  await browser.close();
}

/** Waits until nothing is loading any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 60_000 });
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, {
    timeout: 60_000,
  });
}

await main();
