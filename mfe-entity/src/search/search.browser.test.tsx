import type { FoundEntity } from '@cairn/contracts';
import type { Host } from '@cairn/host';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { App } from '../app.tsx';
import { calls, clear, show, violations } from '../../test/show.tsx';
import { searchAddress, searchStateOf } from './search-address.ts';

const HOSTILE = '<img src=x onerror=alert(1)> javascript:alert(1)';
const uuidOf = (at: number) => `00000000-0000-4000-8000-0000000009${String(at).padStart(2, '0')}`;
const PEOPLE = Array.from({ length: 24 }, (_, at): FoundEntity => ({
  uuid: uuidOf(at),
  kind: 'Person',
  name: at === 0 ? HOSTILE : `Ann ${String(at)}`,
  hint: at === 0 ? 'ann@one.example' : null,
  exact: false,
}));
const OUTAGE: FoundEntity = {
  uuid: uuidOf(50),
  kind: 'Issue',
  badge: 'incident',
  name: 'Ann is down',
  hint: 'OPS-1',
  exact: false,
};

type Body = { term: string; kind?: string; page: number; pageSize: number };
const asked: Body[] = [];
let answer: (body: Body) => Response;

/** Finds as the service does, a page at a time. */
function find({ kind, page: at, pageSize, term }: Body): Response {
  const every = term === 'nobody' ? [] : [...PEOPLE, OUTAGE];
  const found = every.filter((each) => kind === undefined || each.kind === kind);
  const data = found.slice((at - 1) * pageSize, at * pageSize);
  const counts = every.length > 0 ? { Person: PEOPLE.length, Issue: 1 } : {};
  return Response.json({ data, meta: { page: at, pageSize, total: found.length, counts } });
}

beforeEach(() => {
  asked.length = 0;
  answer = find;
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    if (!path.endsWith('/entity-search')) return new Response(null, { status: 404 });
    const body = JSON.parse(init.body) as Body;
    asked.push(body);
    return answer(body);
  });
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const open = (search: string, host: Partial<Host> = {}) =>
  show(
    <MemoryRouter initialEntries={[`/acme/search${search}`]}>
      <App />
    </MemoryRouter>,
    { host },
  );
const results = () => page.getByRole('list', { name: 'Search results' });

describe('the page of search results', () => {
  it('lists what a text names by kind and a page at a time, and keeps both in the address', async () => {
    const host = open('?text=ann');
    await expect.element(results().getByRole('link', { name: 'Ann 19' })).toBeVisible();
    expect(results().getByRole('listitem').elements()).toHaveLength(20);
    await expect
      .element(page.getByRole('button', { name: 'All 25' }))
      .toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'People 24' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    expect(calls(host, 'navigate').map(([, to]) => to)).toEqual([
      '/acme/search?text=ann&kind=Person',
      '/acme/search?text=ann&page=2',
    ]);
    expect(await violations()).toEqual([]);
  });

  it('says what was asked for at the end of the last page', async () => {
    open('?text=ann&kind=Person&page=2');
    await expect.element(page.getByText('End of results: 24 for “ann”, type People.')).toBeVisible();
    expect(asked).toEqual([{ term: 'ann', kind: 'Person', page: 2, pageSize: 20 }]);
  });

  it('opens a result in the drawer, which moves along the list', async () => {
    const host = open('?text=ann&kind=Issue');
    await results().getByRole('link', { name: 'Ann is down' }).click();
    expect(calls(host, 'openEntity')).toEqual([['openEntity', OUTAGE.uuid, [OUTAGE.uuid]]]);
    await expect.element(results().getByText('Incident')).toBeVisible();
  });

  it('draws hostile names as text', async () => {
    open(`?text=${encodeURIComponent(HOSTILE)}`);
    await expect.element(results().getByRole('link', { name: HOSTILE })).toBeVisible();
    expect(document.querySelectorAll('main img, main [href^="javascript:"]')).toHaveLength(0);
  });

  it('searches at once on Enter', async () => {
    const host = open('');
    await expect.element(page.getByText('Search this organization')).toBeVisible();
    await page.getByRole('searchbox').fill(' grace ');
    await userEvent.keyboard('{Enter}');
    expect(calls(host, 'navigate').at(-1)).toEqual(['navigate', '/acme/search?text=grace']);
    expect(asked).toEqual([]);
  });

  it('says when nothing matches, and why a search failed', async () => {
    open('?text=nobody');
    await expect.element(page.getByText('no matches')).toBeVisible();
    clear();
    answer = () =>
      Response.json(
        { error: { code: 'invalid_query', message: 'The search is too slow.' } },
        { status: 400 },
      );
    open('?text=ann');
    await expect.element(page.getByText('The search is too slow.')).toBeVisible();
    answer = find;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(results()).toBeVisible();
  });
});

describe('the address of search results', () => {
  it('names text, kind and page', () => {
    const state = { text: 'a&b #1', kind: 'Person', page: 3 };
    expect(searchStateOf(new URL(searchAddress('acme', state), 'http://cairn').search)).toEqual(state);
  });

  it.each([
    '?page=0',
    '?page=-1',
    '?page=1.5',
    '?page=NaN',
    '?page=1e9',
    '?page=',
    '?kind=',
    `?kind=${'x'.repeat(200)}`,
  ])('leaves out what is wrong: %s', (search) =>
    expect(searchStateOf(search)).toEqual({ text: '', kind: null, page: 1 }),
  );

  it('keeps no more of a text than a search takes', () => {
    expect(searchStateOf(`?text=${'x'.repeat(5_000)}`).text).toHaveLength(200);
  });
});
