import { pageAddress, PAGES } from '@cairn/host/pages';
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

/** The pages of single things, which it makes where none are there. */
async function pagesOfThings(page: Page, orgId: string): Promise<Record<string, string>> {
  const topic = await makeSaved(page, orgId, 'digest-v2', { layout: [], data: {} });
  const report = await makeSaved(page, orgId, 'narrative-v1', { topics: [topic] });
  const space = await post<{ uuid: string }>(page, `/api/${orgId}/spaces/create`, { name: 'A page' });
  const { data: me } = (await (await page.request.get('/api/user/me')).json()) as { data: { id: string } };
  const listed = await page.request.get(`/api/${orgId}/sources/list-sources`);
  const { data: sources } = (await listed.json()) as { data: { type: string }[] };
  return {
    board: await makeBoard(page, orgId),
    commit: await commitPath(page, orgId),
    topic: `/topics/${topic}`,
    report: `/reports/${report}`,
    space: `/space/${space.uuid}`,
    user: `/users/${me.id}`,
    source: `/settings/integrations/${sources[0]?.type ?? ''}`,
    results: '/search?text=a',
    nowhere: '/nowhere',
  };
}

/**
 * Every page of the product by name: those of the page table, a page of each thing, a question, and the
 * chooser of orgs. Layout, axe and screenshots look at these.
 */
export async function everyPage(page: Page, orgId: string): Promise<Map<string, string>> {
  await page.goto(`/${orgId}/home`);
  // An entity has no address without one, and some entries lead to the page of another.
  const isOwn = ({ path, opens = path }: (typeof PAGES)[number]) =>
    path !== 'entity' && (opens === path || PAGES.every((other) => other.path !== opens));
  const ofTable = PAGES.filter(isOwn).map((entry) => {
    const address = pageAddress(orgId, entry);
    return [entry.path.replaceAll('/', '-'), address] as const;
  });
  const ofThings = Object.entries(await pagesOfThings(page, orgId));
  return new Map([
    ...ofTable,
    ...ofThings.map(([name, path]) => [name, `/${orgId}${path}`] as const),
    ['question', exploreAddress(orgId, { query: Query.parse(BY_FOLDER) })],
    ['orgs', '/orgs'],
  ]);
}
