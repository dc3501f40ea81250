import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Query, exploreAddress, type QueryInput } from '@cairn/query';
import type { Page } from 'playwright/test';
import { hostileBoard, REFUSED_NAMES, REFUSED_STATES } from '../test/hostile-board.ts';
import { makeHostileRepository, NAME_FROM_OUTSIDE, REMOTE_TOKEN } from '../test/hostile-repository.ts';
import { expect, OWNER, test as base } from './fixtures.ts';
import { lastingFaults, watch } from './page-faults.ts';
import { startProduct, type Product } from './product.ts';
import { everyPage } from './every-page.ts';
import { settled } from './sample-pages.ts';

const FULL = Boolean(process.env['CAIRN_TEST_FULL']);
const BOARD_NAME = '<img src=x onerror=alert(1)> =cmd "quoted"';
const LONG_START = /^a{100}/;
const SECRETS = [REMOTE_TOKEN, NAME_FROM_OUTSIDE];

interface Hostile {
  product: Product;
  repo: string;
  markers: string;
  data: string;
}

/** One product over a hostile repository in a folder whose name is markup. */
const test = base.extend<object, { hostile: Hostile }>({
  hostile: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'cairn-hostile-'));
      const [repo, markers, data] = [
        join(folder, '<img src=x onerror=alert(1)>'),
        join(folder, 'markers'),
        join(folder, 'data'),
      ];
      makeHostileRepository(repo, markers);
      const product = await startProduct({
        args: ['--repo', repo, '--data', data, '--port', '0'],
        env: { CAIRN_OWNER_EMAIL: OWNER.email, CAIRN_OWNER_PASSWORD: OWNER.password },
      });
      await use({ product, repo, markers, data });
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ hostile }, use) => use(hostile.product.url),
});
// A trace of forty pages takes longer than the pages.
test.use({ trace: 'off' });
test.describe.configure({ timeout: FULL ? 1_800_000 : 480_000 });

interface Named {
  uuid: string;
  name: string;
}

async function post(page: Page, path: string, data: object) {
  return page.request.post(path, { data, headers: { origin: new URL(page.url()).origin } });
}

async function entities(page: Page, orgId: string, kind: string): Promise<Named[]> {
  const question = { select: [kind], pageSize: 200, format: 'json' };
  const answer = await post(page, `/api/${orgId}/graph-search/entities`, question);
  expect(answer.status(), await answer.text()).toBe(200);
  const { data } = (await answer.json()) as { data: Record<string, string | null>[] };
  return data.map((row) => ({ uuid: row['uuid'] ?? '', name: row[`${kind}.name`] ?? '' }));
}

const NAMED = { target: 'Person', attribute: 'name' };
const BY_PERSON: QueryInput = { select: ['Commit'], groupBys: [NAMED] };
const BY_PATH: QueryInput = {
  select: ['Commit'],
  groupBys: [{ target: 'SourceFile', attribute: 'path' }],
};
const BY_WEEK_AND_PERSON: QueryInput = {
  select: ['Commit'],
  groupBys: [{ target: 'Commit', attribute: 'committedAt', unit: 'week' }, NAMED],
};

function explore(orgId: string, query: QueryInput, view?: string): string {
  const asked = { query: Query.parse(query), title: '<b>title</b>' };
  return exploreAddress(orgId, view ? { ...asked, view: { value: view, config: {} } } : asked);
}

function explorePages(orgId: string): string[] {
  return [
    explore(orgId, BY_PERSON),
    explore(orgId, BY_PATH, 'treeMap'),
    explore(orgId, BY_WEEK_AND_PERSON, 'heatMap'),
    explore(orgId, BY_WEEK_AND_PERSON, 'overTime'),
    explore(
      orgId,
      { select: ['Commit'], groupBys: [{ target: 'Commit', attribute: 'name' }] },
      'unifiedTable',
    ),
    explore(orgId, { select: ['Commit'] }),
    explore(orgId, { ...BY_PERSON, search: '<script>alert(1)</script> "=cmd' }),
  ];
}

/** Pages of entities: the worst of each kind, all of them where there is time. */
async function entityPages(page: Page, orgId: string): Promise<string[]> {
  const address = ({ uuid }: Named) => `/${orgId}/entity/${uuid}`;
  const most = { Person: 4, Branch: 2, Release: 1, SourceFile: 2, Repository: 1 };
  const commits = await entities(page, orgId, 'Commit');
  const worst = commits.filter(
    ({ name }) => FULL || name.length > 400 || /^(?:[0-9a-f]{10}|Subject)$|<img|\u202e/.test(name),
  );
  const others = await Promise.all(
    Object.entries(most).map(async ([kind, count]) => {
      const rows = await entities(page, orgId, kind);
      const longest = rows.toSorted((one, other) => other.name.length - one.name.length);
      return longest.slice(0, FULL ? rows.length : count);
    }),
  );
  const paths = commits.find(({ name }) => name === 'Add every path');
  if (!paths) throw new Error('the commit that adds every path is missing');
  return [
    ...[...worst, ...others.flat()].map(address),
    ...['change-set', 'work', 'history', 'properties'].map((tab) => `${address(paths)}?t=${tab}`),
  ];
}

const garbage = (orgId: string) => [
  `/${orgId}/t/new?url=javascript:alert(1)&title=<img src=x onerror=alert(1)>`,
  `/${orgId}/boards/<script>alert(1)<%2Fscript>`,
  `/${orgId}/entity/<svg onload=alert(1)>`,
  `/<script>alert(1)<%2Fscript>`,
];

/** An address, and what is done on its page before it is looked at. */
type Stop = string | { path: string; act: (page: Page) => Promise<void> };

const SIZES = [
  [1440, 900],
  [1024, 768],
  [768, 1024],
  [390, 844],
] as const;
const THEMES = FULL ? (['light', 'dark'] as const) : (['light'] as const);

/** Visits pages, each of which it takes off the list; answers what was wrong with them at any size. */
async function visit(page: Page, stops: Stop[]): Promise<string[]> {
  const faults: string[] = [];
  for (let stop = stops.pop(); stop; stop = stops.pop()) {
    const path = typeof stop === 'string' ? stop : stop.path;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await settled(page);
    if (typeof stop !== 'string') await stop.act(page);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        for (const fault of await lastingFaults(page))
          faults.push(`${path} at ${width}, ${colorScheme}: ${fault}`);
      }
    }
  }
  return faults;
}

/** The drawer over a table, the palette, and a tab that is named by a link. */
const overlays = (orgId: string): Stop[] => [
  {
    path: explore(orgId, { select: ['Commit'] }),
    act: async (page) => {
      await page.getByRole('gridcell', { name: LONG_START }).first().click();
      await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
    },
  },
  {
    path: `/${orgId}/settings/shortcuts`,
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('<img');
      await expect(page.getByRole('option', { name: BOARD_NAME })).toBeVisible();
    },
  },
  `/${orgId}/t/new?url=${encodeURIComponent(`/${orgId}/library`)}&title=${encodeURIComponent(BOARD_NAME)}`,
];

test('boards with hostile names or states are refused', async ({ session: { page, orgId } }) => {
  await page.goto(`/${orgId}/library`);
  const create = (name: string, state: string) =>
    post(page, '/api/deep-links/create', { org_id: orgId, type: 'dashboard-v1', name, state });
  for (const [what, state] of Object.entries(REFUSED_STATES))
    expect.soft((await create('Refused', state)).status(), what).toBe(400);
  const sound = JSON.stringify({ layout: [], data: {} });
  for (const name of REFUSED_NAMES)
    expect.soft((await create(name, sound)).status(), JSON.stringify(name)).toBe(400);
});

test('no page over a hostile repository and board runs, asks, leaks or breaks', async ({
  session: { page, orgId },
  hostile: { product },
}) => {
  await page.goto(`/${orgId}/library`);
  const made = await post(page, '/api/deep-links/create', {
    org_id: orgId,
    type: 'dashboard-v1',
    name: BOARD_NAME,
    description: '<script>alert(1)</script>',
    state: JSON.stringify(hostileBoard(Query.parse(BY_PERSON))),
  });
  expect(made.status(), await made.text()).toBe(200);
  const board = `/${orgId}/boards/${((await made.json()) as { data: { id: string } }).data.id}`;
  const pages = await everyPage(page, orgId);
  // Its samples of loading never settle; a test of libs/ui holds its layout.
  pages.delete('settings-system-gallery');
  const stops: Stop[] = [
    ...pages.values(),
    board,
    `${board}?edit`,
    ...explorePages(orgId),
    ...garbage(orgId),
    ...overlays(orgId),
    ...(await entityPages(page, orgId)),
  ];
  const [other, third] = [await page.context().newPage(), await page.context().newPage()];
  const tabs = [page, other, third];
  const watches = tabs.map((tab) => watch(tab, product.url, SECRETS));
  const faults = await Promise.all(tabs.map((tab) => visit(tab, stops)));
  expect.soft(faults.flat()).toEqual([]);
  expect((await Promise.all(watches.map((one) => one.seen()))).flat()).toEqual([]);
});

/** Every file beneath a folder. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

test('git runs no program of the repository, and nothing that is kept holds the token of its remote', async ({
  hostile: { product, repo, markers, data },
}) => {
  expect(readdirSync(markers)).toEqual([]);
  const holding = filesOf(data).filter((path) => {
    const bytes = readFileSync(path);
    return SECRETS.some((secret) => bytes.includes(secret));
  });
  expect(holding).toEqual([]);
  for (const secret of SECRETS) expect(product.output()).not.toContain(secret);
  // Whoever runs git there without care does run them.
  spawnSync('git', ['-C', repo, 'log', '--all', '-1']);
  expect(readdirSync(markers)).not.toEqual([]);
});

const FORMULA = /^[=+\-@\t\r]/;

/** The cells of a csv text (RFC 4180). */
function cellsOf(csv: string): string[] {
  return [...csv.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

test('no cell of an export begins as a formula does', async ({ session: { page, orgId } }) => {
  await page.goto(`/${orgId}/library`);
  for (const kind of ['Commit', 'Person', 'SourceFile', 'Branch', 'Release']) {
    const answer = await post(page, `/api/${orgId}/graph-search/entities`, { select: [kind], format: 'csv' });
    const cells = cellsOf(await answer.text());
    expect(cells.length).toBeGreaterThan(5);
    expect(cells.filter((cell) => FORMULA.test(cell) && Number.isNaN(Number(cell)))).toEqual([]);
  }
});
