import { EntityUuid, type FoundChoices, type FoundEntity } from '@cairn/contracts';
import type { Command, Host } from '@cairn/host';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { App } from '../app.tsx';
import { calls, clear, show, violations } from '../../test/show.tsx';
import { NO_FILTERS, searchAddress, searchStateOf } from './search-address.ts';

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
  status: 'In Progress',
  statusCategory: 'inProgress',
  at: '2020-05-08T10:00:00.000Z',
  by: { uuid: uuidOf(1), name: 'Bob Builder' },
  place: 'Operations',
};
const SHOP = EntityUuid.parse('00000000-0000-4000-8000-00000000aaaa');
const CORE = EntityUuid.parse('00000000-0000-4000-8000-00000000bbbb');
const CHOICES: FoundChoices = {
  kinds: [
    { value: 'Person', label: 'Person', count: 24 },
    { value: 'Issue', label: 'Issue', count: 1 },
  ],
  projects: [{ value: SHOP, label: 'Shop', count: 4 }],
  teams: [{ value: CORE, label: 'Core', count: 3 }],
  times: [{ value: 'P30D', label: 'P30D', count: 2 }],
};

type Body = {
  term: string;
  kind?: string;
  project?: string;
  team?: string;
  when?: string;
  order: string;
  page: number;
  pageSize: number;
};
const asked: Body[] = [];
let answer: (body: Body) => Response;

/** Finds as the service does, a page at a time. */
function find({ kind, page: at, pageSize, term, project }: Body): Response {
  const every = term === 'nobody' || project === SHOP ? [] : [...PEOPLE, OUTAGE];
  const found = every.filter((each) => kind === undefined || each.kind === kind);
  const data = found.slice((at - 1) * pageSize, at * pageSize);
  const counts = every.length > 0 ? { Person: PEOPLE.length, Issue: 1 } : {};
  const similar = term === 'nobody' ? { similar: [OUTAGE] } : {};
  return Response.json({ data, ...similar, meta: { page: at, pageSize, total: found.length, counts } });
}

beforeEach(() => {
  asked.length = 0;
  answer = find;
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    if (path.endsWith('/entity-search/choices')) return Response.json({ data: CHOICES });
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
    await expect.element(page.getByText('That is all: 24 results for “ann”.')).toBeVisible();
    await expect
      .element(page.getByText('Type: People · Project: all · Team: all · When: any time'))
      .toBeVisible();
    expect(asked).toEqual([{ term: 'ann', kind: 'Person', page: 2, pageSize: 20, order: 'match' }]);
  });

  it('opens a result in the drawer, which moves along the list', async () => {
    const host = open('?text=ann&kind=Issue');
    await results().getByRole('link', { name: 'Ann is down' }).click();
    expect(calls(host, 'openEntity')).toEqual([['openEntity', OUTAGE.uuid, [OUTAGE.uuid]]]);
    await expect.element(results().getByText('Incident')).toBeVisible();
  });

  it('tells status, person, place and time beside a name', async () => {
    open('?text=ann&kind=Issue');
    const row = results().getByRole('listitem');
    for (const words of ['In Progress', 'Bob Builder', 'OPS-1 · Operations', 'May 8, 2020'])
      await expect.element(row.getByText(words)).toBeVisible();
  });

  it('is narrowed by project, team and time, each with what it would find, and sorted', async () => {
    const host = open('?text=ann');
    const choose = async (filter: string, option: string) => {
      await page.getByRole('combobox', { name: filter, exact: true }).fill(option.split(' ·')[0] ?? '');
      await expect.element(page.getByRole('option', { name: option })).toBeVisible();
      await userEvent.keyboard('{ArrowDown}{Enter}');
    };
    await choose('Project', 'Shop · 4');
    await choose('Team', 'Core · 3');
    await choose('When', 'Last 30 days · 2');
    await page.getByText('Latest').click();
    expect(calls(host, 'navigate').map(([, to]) => to)).toEqual([
      `/acme/search?text=ann&project=${SHOP}`,
      `/acme/search?text=ann&team=${CORE}`,
      '/acme/search?text=ann&when=P30D',
      '/acme/search?text=ann&sort=date',
    ]);
  });

  it('asks for what the address says, and clears filters that nothing fits', async () => {
    const host = open(`?text=ann&project=${SHOP}&team=${CORE}&when=P30D&sort=date`);
    await expect.element(page.getByText('Nothing that is called “ann” fits these filters.')).toBeVisible();
    expect(asked).toEqual([
      {
        term: 'ann',
        project: SHOP,
        team: CORE,
        when: 'P30D',
        timezone: 'Europe/Berlin',
        order: 'newest',
        page: 1,
        pageSize: 20,
      },
    ]);
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    expect(calls(host, 'navigate').at(-1)).toEqual(['navigate', '/acme/search?text=ann&sort=date']);
  });

  it('leads from the field to the results by the arrow, along them by j and k, and opens one by Enter', async () => {
    const host = open('?text=ann');
    await expect.element(results().getByRole('link', { name: 'Ann 19' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Names, keys, numbers, paths' }).click();
    await userEvent.keyboard('{ArrowDown}');
    const commands = calls(host, 'addCommands').flatMap(([, each]) => each) as readonly Command[];
    const run = (keys: string) => commands.find((command) => command.keys === keys)?.run();
    run('j');
    run('j');
    run('k');
    await userEvent.keyboard('{Enter}');
    expect(calls(host, 'openEntity').at(-1)?.[1]).toBe(uuidOf(1));
  });

  it('draws hostile names as text', async () => {
    open(`?text=${encodeURIComponent(HOSTILE)}`);
    await expect.element(results().getByRole('link', { name: HOSTILE })).toBeVisible();
    expect(document.querySelectorAll('main img, main [href^="javascript:"]')).toHaveLength(0);
  });

  it('searches at once on Enter', async () => {
    const host = open('');
    await expect.element(page.getByText('Search this organization')).toBeVisible();
    await page.getByRole('textbox').fill(' grace ');
    await userEvent.keyboard('{Enter}');
    expect(calls(host, 'navigate').at(-1)).toEqual(['navigate', '/acme/search?text=grace']);
    expect(asked).toEqual([]);
  });

  it('says when nothing matches, and why a search failed', async () => {
    open('?text=nobody');
    await expect.element(page.getByText('no matches')).toBeVisible();
    const similar = page.getByRole('list', { name: 'Similar names' });
    await expect.element(similar.getByRole('link', { name: 'Ann is down' })).toBeVisible();
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
  it('names all of its state', () => {
    const state = {
      text: 'a&b #1',
      kind: 'Person',
      project: SHOP,
      team: CORE,
      when: 'P30D',
      order: 'newest',
      page: 3,
    } as const;
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
    '?project=%27%20OR%201&team=x',
    '?when=P5D&sort=backwards',
  ])('leaves out what is wrong: %s', (search) =>
    expect(searchStateOf(search)).toEqual({ text: '', ...NO_FILTERS, order: 'match', page: 1 }),
  );

  it('keeps no more of a text than a search takes', () => {
    expect(searchStateOf(`?text=${'x'.repeat(5_000)}`).text).toHaveLength(200);
  });
});
