import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Pages worth a picture, by name; each leaves the page ready to be taken. */
const PAGES: Record<string, (page: Page, at: (path: string) => string) => Promise<void>> = {
  home: async (page, at) => void (await page.goto(at('/home'))),
  explore: async (page, at) => void (await page.goto(at('/explore'))),
  library: async (page, at) => void (await page.goto(at('/library'))),
  preferences: async (page, at) => void (await page.goto(at('/settings/preferences'))),
  integrations: async (page, at) => void (await page.goto(at('/settings/integrations'))),
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
