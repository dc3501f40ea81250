import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { Query, exploreAddress } from '@cairn/query';
import { startProduct } from '../../journeys/product.ts';
import { COMMITS_A_WEEK } from '../../journeys/sample-pages.ts';
import { makeBoardOfTwelve, pullRequestPath } from './measured-pages.ts';
import { noteMoments, readMoments, slowDown, type Moments } from './page-moments.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const OWNER = { email: 'owner@example.org', password: 'a long pass phrase 7' };
const QUIET_MS = 1_500;
/** Every page is opened this often, each time with an empty cache; times are the median. */
const VISITS = 5;
const SIGN_IN = '/sign-in';

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
  /** The content that marks the page as ready. */
  ready: string;
  /** How many times slower than this machine the page computes. */
  slower?: number;
}

interface Measured extends Weight, Moments {
  ready: number;
}

async function measure(context: BrowserContext, url: string, visit: Visit): Promise<Measured> {
  await noteMoments(context);
  const page = await context.newPage();
  if (visit.slower) await slowDown(page, visit.slower);
  const weight = weigh(page);
  const started = performance.now();
  await page.goto(url + visit.path);
  await page.locator(visit.ready).first().waitFor();
  const ready = performance.now() - started;
  const moments = await readMoments(page, QUIET_MS * (visit.slower ?? 1));
  await page.close();
  return { ...weight, ...moments, ready };
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

function line(name: string, visits: readonly Measured[]): string {
  const middle = (of: (visit: Measured) => number) => median(visits.map(of));
  const kilobytes = (of: (visit: Measured) => number) => (middle(of) / 1024).toFixed(1);
  const milliseconds = (of: (visit: Measured) => number | null) => {
    const times = visits.flatMap((visit) => of(visit) ?? []);
    return times.length === 0 ? '–' : String(Math.round(median(times)));
  };
  const weights = [kilobytes(({ scriptBytes }) => scriptBytes), kilobytes(({ allBytes }) => allBytes)];
  const times = [
    milliseconds(({ paint }) => paint),
    milliseconds(({ ready }) => ready),
    milliseconds(({ charts }) => charts),
    milliseconds(({ longestTask }) => longestTask),
  ];
  return `| ${[name, middle(({ requests }) => requests), ...weights, ...times].join(' | ')} |`;
}

interface SignedIn {
  context: BrowserContext;
  orgId: string;
  /** The org of the simulated company. */
  simulated: string;
}

async function signedIn(browser: Browser, url: string): Promise<SignedIn> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.request.post(`${url}/api/auth/sign-in/email`, { data: OWNER, headers: { origin: url } });
  const answer = await context.request.get(`${url}/api/user/orgs`);
  const orgs = (await answer.json()) as { id: string; simulated?: boolean }[];
  const idOf = (simulated: boolean) => orgs.find((org) => (org.simulated ?? false) === simulated)?.id ?? '';
  return { context, orgId: idOf(false), simulated: idOf(true) };
}

/** Waits until everything is read: a page is slower beside a reading, and how much slower is another question. */
async function readWhole(context: BrowserContext, url: string, orgId: string): Promise<void> {
  for (;;) {
    const answer = await context.request.get(`${url}/api/${orgId}/sources/list-sources`);
    const { data } = (await answer.json()) as { data: { status: string }[] };
    if (data.every(({ status }) => status === 'active' || status === 'error')) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** What is measured: pages over a repository, and those of the simulated company for what it alone has. */
async function visitsOf({ context, orgId, simulated }: SignedIn, url: string): Promise<Visit[]> {
  const explored = exploreAddress(orgId, { query: Query.parse(COMMITS_A_WEEK) });
  const heading = '#content h1, #content h2';
  const board = await makeBoardOfTwelve(context, url, simulated);
  const pullRequest = await pullRequestPath(context, url, simulated);
  return [
    { name: 'An empty page', path: '/healthz', ready: 'body' },
    { name: 'Sign-in', path: SIGN_IN, ready: 'form' },
    { name: 'Home', path: `/${orgId}/home`, ready: heading },
    { name: 'Home, on a processor 4 times slower', path: `/${orgId}/home`, ready: heading, slower: 4 },
    { name: 'Explore, to begin with', path: `/${orgId}/explore`, ready: heading },
    { name: 'Explore, commits a week', path: explored, ready: heading },
    { name: 'A board of 12 cards', path: board, ready: heading },
    { name: 'A pull request', path: pullRequest, ready: heading },
  ];
}

/** Weighs and times pages in a real browser with an empty cache, over a real repository and a simulated company. */
export async function benchWeb(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { repo: { type: 'string', default: ROOT } } });
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-web-'));
  const product = await startProduct({
    args: ['--repo', values.repo, '--demo', '--data', join(folder, 'data'), '--port', '0'],
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
    const reader = await signedIn(browser, product.url);
    for (const id of [reader.orgId, reader.simulated]) await readWhole(reader.context, product.url, id);
    const visits = await visitsOf(reader, product.url);
    print(
      '| page | requests | script KB gz | all KB | first paint, ms | heading, ms | all charts, ms | longest task, ms |',
    );
    print('|---|--:|--:|--:|--:|--:|--:|--:|');
    for (const visit of visits) {
      const measured: Measured[] = [];
      for (let time = 0; time < VISITS; time += 1) {
        // A context of its own, so that nothing is in the cache.
        const { context } =
          visit.path === SIGN_IN
            ? { context: await browser.newContext() }
            : await signedIn(browser, product.url);
        measured.push(await measure(context, product.url, visit));
        await context.close();
      }
      print(line(visit.name, measured));
    }
  } finally {
    await browser.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
