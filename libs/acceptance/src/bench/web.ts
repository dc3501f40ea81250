import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { startProduct } from '../../journeys/product.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const OWNER = { email: 'owner@example.org', password: 'a long pass phrase 7' };
const CHART = 'figure.cn-chart';
const QUIET_MS = 1_500;

interface Weight {
  requests: number;
  scriptBytes: number;
  allBytes: number;
}

/** Counts what a page fetches, in bytes as they travel. */
function weigh(page: Page): Weight {
  const weight: Weight = { requests: 0, scriptBytes: 0, allBytes: 0 };
  page.on('requestfinished', (request) => {
    void request.sizes().then(({ responseBodySize }) => {
      weight.requests += 1;
      weight.allBytes += responseBodySize;
      if (request.resourceType() === 'script') weight.scriptBytes += responseBodySize;
    });
  });
  return weight;
}

interface Visit {
  name: string;
  path: string;
  /** What is on the page when it is there. */
  ready: string;
  /** Wait for a chart too, and time it. */
  chart: boolean;
}

async function measure(context: BrowserContext, url: string, visit: Visit): Promise<string> {
  const page = await context.newPage();
  const weight = weigh(page);
  const started = performance.now();
  await page.goto(url + visit.path);
  await page.locator(visit.ready).first().waitFor();
  const ready = performance.now() - started;
  let chart = '';
  if (visit.chart) {
    await page.locator(CHART).first().waitFor();
    chart = String(Math.round(performance.now() - started));
  }
  await page.waitForTimeout(QUIET_MS);
  await page.close();
  const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);
  const cells = [visit.name, weight.requests, kilobytes(weight.scriptBytes), kilobytes(weight.allBytes)];
  return `| ${[...cells, Math.round(ready), chart].join(' | ')} |`;
}

async function signedIn(browser: Browser, url: string): Promise<{ context: BrowserContext; orgId: string }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.request.post(`${url}/api/auth/sign-in/email`, { data: OWNER, headers: { origin: url } });
  const orgs = (await (await context.request.get(`${url}/api/user/orgs`)).json()) as { id: string }[];
  return { context, orgId: orgs[0]?.id ?? '' };
}

/** Weighs and times sign-in, Home and Explore in a real browser with an empty cache, over a real repository. */
export async function benchWeb(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { repo: { type: 'string', default: ROOT } } });
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-web-'));
  const product = await startProduct({
    args: ['--repo', values.repo, '--data', join(folder, 'data'), '--port', '0'],
    env: { CAIRN_OWNER_EMAIL: OWNER.email, CAIRN_OWNER_PASSWORD: OWNER.password },
  });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const [cpu] = cpus();
    const memory = Math.round(totalmem() / 2 ** 30);
    print(
      `${cpus().length} × ${cpu?.model ?? 'cpu'}, ${memory} GiB, Node ${process.version}, ${values.repo}`,
    );
    print('| page | requests | script KB | all KB | ready ms | first chart ms |');
    print('|---|---|---|---|---|---|');
    const door: Visit = { name: 'Sign-in', path: '/sign-in', ready: 'form', chart: false };
    print(await measure(await browser.newContext(), product.url, door));
    for (const name of ['Home', 'Explore'] as const) {
      // A context of its own, so that nothing is in the cache.
      const { context, orgId } = await signedIn(browser, product.url);
      const path = `/${orgId}/${name.toLowerCase()}`;
      const visit = { name, path, ready: '#content h1, #content h2', chart: name === 'Home' };
      print(await measure(context, product.url, visit));
      await context.close();
    }
  } finally {
    await browser.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
