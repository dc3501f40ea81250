import { pageAddress, PAGES, type PageEntry } from '@cairn/host/pages';
import { Query, exploreAddress } from '@cairn/query';
import type { Page } from 'playwright/test';
import { BY_FOLDER, commitPath, makeBoard } from './sample-pages.ts';

/** Sends a request as the browser of a page does; answers its data. */
async function post<Data>(page: Page, path: string, data: object): Promise<Data> {
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request.post(path, { data, headers });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
  return ((await answer.json()) as { data: Data }).data;
}

async function makeSaved(page: Page, orgId: string, type: string, state: object): Promise<string> {
  const sent = { org_id: orgId, type, name: `A page of ${type}`, state: JSON.stringify(state) };
  return (await post<{ id: string }>(page, '/api/deep-links/create', sent)).id;
}

/** A page of one thing: the entry of the page table that it opens, and its address below the org. */
interface ThingPage {
  readonly of: string;
  readonly path: (page: Page, orgId: string) => Promise<string>;
}

const competencyOf = async (page: Page, orgId: string) => {
  const topic = await makeSaved(page, orgId, 'digest-v2', { layout: [], data: {} });
  return { topic, id: await makeSaved(page, orgId, 'competency-v1', { topics: [topic] }) };
};

/** The pages of single things, by name. Each makes its thing where none is there. */
export const THING_PAGES: Readonly<Record<string, ThingPage>> = {
  board: { of: 'boards', path: makeBoard },
  commit: { of: 'entity', path: commitPath },
  team: {
    of: 'teams',
    path: async (page, orgId) => {
      const name = `A team ${Date.now()}`;
      return `/teams/${(await post<{ uuid: string }>(page, `/api/${orgId}/teams/save`, { name })).uuid}`;
    },
  },
  topic: {
    of: 'topics',
    path: async (...at) => `/topics/${await makeSaved(...at, 'digest-v2', { layout: [], data: {} })}`,
  },
  report: {
    of: 'reports',
    path: async (page, orgId) => {
      const { topic } = await competencyOf(page, orgId);
      return `/reports/${await makeSaved(page, orgId, 'narrative-v1', { topics: [topic] })}`;
    },
  },
  'one-competency': {
    of: 'competency',
    path: async (...at) => `/competency/${(await competencyOf(...at)).id}`,
  },
  'topic-of-competency': {
    of: 'competency',
    path: async (...at) => {
      const { id, topic } = await competencyOf(...at);
      return `/competency/${id}/${topic}`;
    },
  },
  'one-space': {
    of: 'space',
    path: async (page, orgId) =>
      `/space/${(await post<{ uuid: string }>(page, `/api/${orgId}/spaces/create`, { name: 'A page' })).uuid}`,
  },
  user: {
    of: 'users',
    path: async (page) => {
      const { data } = (await (await page.request.get('/api/user/me')).json()) as { data: { id: string } };
      return `/users/${data.id}`;
    },
  },
  source: {
    of: 'settings/integrations',
    path: async (page, orgId) => {
      const listed = await page.request.get(`/api/${orgId}/sources/list-sources`);
      const { data } = (await listed.json()) as { data: { type: string }[] };
      return `/settings/integrations/${data[0]?.type ?? ''}`;
    },
  },
  results: { of: 'search', path: () => Promise.resolve('/search?text=a') },
};

// An entity has no address without one, and some entries lead to the page of another.
const hasOwnAddress = ({ path, opens = path }: PageEntry, pages: readonly PageEntry[]) =>
  path !== 'entity' && (opens === path || pages.every((other) => other.path !== opens));

/** The addresses of the page table's own pages, by name. */
export function pagesOfTable(orgId: string, pages: readonly PageEntry[] = PAGES): Map<string, string> {
  const own = pages.filter((entry) => hasOwnAddress(entry, pages));
  return new Map(own.map((entry) => [entry.path.replaceAll('/', '-'), pageAddress(orgId, entry)]));
}

/** The entries of the page table that open single things, of which no page is looked at. */
export function pagesWithoutThing(pages: readonly PageEntry[] = PAGES): string[] {
  const looked = new Set(Object.values(THING_PAGES).map(({ of }) => of));
  return pages.filter(({ path, rest }) => rest && !looked.has(path)).map(({ path }) => path);
}

/**
 * Every page of the product by name: those of the page table, a page of each thing, a question, and the
 * chooser of orgs. Layout, axe and screenshots look at these.
 */
export async function everyPage(page: Page, orgId: string): Promise<Map<string, string>> {
  await page.goto(`/${orgId}/home`);
  const all = pagesOfTable(orgId);
  for (const [name, { path }] of Object.entries(THING_PAGES))
    all.set(name, `/${orgId}${await path(page, orgId)}`);
  return all
    .set('nowhere', `/${orgId}/nowhere`)
    .set('question', exploreAddress(orgId, { query: Query.parse(BY_FOLDER) }))
    .set('orgs', '/orgs');
}
