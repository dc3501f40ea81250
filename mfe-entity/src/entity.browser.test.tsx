import type { OrgId } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import type { Host } from '@cairn/host';
import { DEFAULT_BRANCH, type Query } from '@cairn/query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  ADA,
  BROKEN,
  COMMIT,
  NAMELESS,
  OLDER,
  PULL,
  ORG,
  TEAM,
  TEXT_FILE,
  UNTYPED,
} from '../test/entities.ts';
import { clearPages, serveGraph, showPage } from '../test/entity-pages.tsx';
import { fakeFetch } from '../test/fake-graph.ts';
import { calls, clear, show, violations } from '../test/show.tsx';
import { App } from './app.tsx';
import { MemoryRouter } from 'react-router-dom';

const BOARD = {
  id: 'board-1',
  type: 'dashboard-v1',
  name: 'insight-PullRequest',
  description: '',
  scope: 'org',
  userId: null,
  orgId: ORG,
  group: '',
  brief: {},
  isBookmarked: false,
  canEdit: false,
  ownerName: null,
  hits: 0,
  version: 1,
  createdAt: '2026-11-18T09:30:00.000Z',
  updatedAt: '2026-11-18T09:30:00.000Z',
};

/** The graph beside a board that is saved for pull requests. */
const withBoard = (url: string, init: RequestInit) =>
  url.includes('/deep-links/')
    ? Promise.resolve(Response.json({ data: [BOARD], more: false, total: 1, counts: null, notice: null }))
    : fakeFetch(url, init);

beforeEach(serveGraph);
afterEach(clearPages);

describe('other entities', () => {
  it('draws charts of a person without ranking, and lists the commits', async () => {
    const parts: [string, { query: Query }][] = [];
    const renderPart: Host['renderPart'] = (name, props) => {
      if ('query' in props) parts.push([name, props]);
      return null;
    };
    show(
      <MemoryRouter initialEntries={[`/${ORG}/entity/${ADA}`]}>
        <App />
      </MemoryRouter>,
      { host: { renderPart } },
    );
    await expect.element(page.getByText('Where the work happens')).toBeVisible();
    const ofCommits = () =>
      parts.map(([, { query }]) => query).findLast(({ select }) => select[0] === 'Commit');
    expect(ofCommits()?.filters).toMatchObject([
      { target: 'Person', attribute: 'uuid', comparison: { IN: [ADA] } },
      { target: 'Commit', attribute: 'isMerge' },
      DEFAULT_BRANCH,
    ]);
    parts.length = 0;
    await userEvent.click(page.getByRole('button', { name: 'Remove Default branch, show All branches' }));
    await expect
      .element(page.getByRole('button', { name: /^All branches .*default branch only/ }))
      .toBeVisible();
    expect(ofCommits()?.filters).toHaveLength(2);
  });

  it('say of what counts the commits of all branches that it does', async () => {
    showPage(ADA);
    await expect
      .element(page.getByRole('group', { name: 'In all' }))
      .toHaveTextContent('Commits on all branches1,204');
    clear();
    showPage(ADA, '?t=work');
    await expect.element(page.getByText('Commits of all branches are counted here.')).toBeVisible();
    clear();
    showPage(COMMIT, '?t=work');
    await expect.element(page.getByText('By relation')).toBeVisible();
    expect(page.getByText('Commits of all branches are counted here.').elements()).toEqual([]);
  });

  it('draws charts of the time that the address names, 30 days of a person without one', async () => {
    const asked: Query[] = [];
    const renderPart: Host['renderPart'] = (_, props) => {
      if ('query' in props) asked.push(props.query);
      return null;
    };
    const showFor = (search: string) =>
      show(
        <MemoryRouter initialEntries={[`/${ORG}/entity/${ADA}${search}`]}>
          <App />
        </MemoryRouter>,
        { host: { renderPart } },
      );
    showFor('');
    await expect.poll(() => asked.at(-1)?.duration).toBe('P30D');
    clear();
    const host = showFor('?range=P90D');
    await expect.poll(() => asked.at(-1)?.duration).toBe('P90D');
    await userEvent.click(page.getByText('All time'));
    const path = `/${ORG}/entity/${ADA}`;
    expect(calls(host, 'navigate').at(-1)).toEqual(['navigate', `${path}?range=all`, { replace: true }]);
    await userEvent.click(page.getByText('30 days'));
    expect(calls(host, 'navigate').at(-1)).toEqual(['navigate', path, { replace: true }]);
  });

  it('open with the view of their history that the address names, and keep another there', async () => {
    const host = showPage(COMMIT, '?t=history&history=around');
    await expect.element(page.getByText(/^0 other events within a day/)).toBeVisible();
    await userEvent.click(page.getByText('Time machine'));
    const to = `/${ORG}/entity/${COMMIT}?t=history&history=machine`;
    expect(calls(host, 'navigate')).toEqual([['navigate', to, { replace: true }]]);
  });

  it('lists who is a member now with the role, and apart from them who was', async () => {
    showPage(TEAM, '?t=work');
    await expect.element(page.getByText('lead', { exact: true })).toBeVisible();
    const before = page.getByRole('region', { name: 'Members before' });
    await expect.element(before.getByRole('link', { name: 'Grace Hopper' })).toBeVisible();
    await expect.element(before).toHaveTextContent('until Dec 10, 2025');
    expect(before.getByRole('link', { name: 'Ada Lovelace' }).elements()).toEqual([]);
  });

  it.each(['overview', 'work'])(
    'says on the %s of a branch why it has no commits of its own',
    async (tab) => {
      showPage(OLDER, `?t=${tab}`);
      await expect
        .element(
          page.getByText('All commits of this branch are on other branches too, and are counted there.'),
        )
        .toBeVisible();
      expect(page.getByText('Commits over time').elements()).toEqual([]);
    },
  );

  it('say why a measure is missing, and show the fields of the org’s own', async () => {
    showPage(PULL, '?t=properties');
    const rows = page.getByRole('tabpanel');
    await expect.element(rows.getByText('Not merged yet.')).toBeVisible();
    const text = () => [...document.querySelectorAll('dl > div')].map((each) => each.textContent);
    expect(text()).toEqual(
      expect.arrayContaining(['Working cycle timeNot merged yet.', 'Risk score1,300', 'Effort2h 30m']),
    );
    expect(text().filter((each) => each?.startsWith('Why'))).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  it('draw how long a pull request was in each stage, and say why one is missing', async () => {
    showPage(PULL);
    await expect.element(page.getByText('Where its time went')).toBeVisible();
    const stages = [...(document.querySelector('dl')?.children ?? [])];
    expect(stages.map((each) => each.textContent)).toEqual([
      'Working pickup time1h',
      'Working review time3h',
      'Working merge timeNot approved yet.',
    ]);
    const widths = stages.map((each) => each.querySelector('[aria-hidden]')?.clientWidth ?? 0);
    expect(widths[1]).toBeGreaterThan(widths[0] ?? 0);
    expect(widths[2]).toBe(0);
    expect(await violations()).toEqual([]);
  });

  it('has the text of a file, with who last changed its lines', async () => {
    showPage(TEXT_FILE, '?t=content');
    const content = page.getByRole('region', { name: 'Content' });
    await expect.element(content.getByText('line 1 of the old file', { exact: true })).toBeVisible();
    const rows = content.getByRole('row');
    expect(rows.elements()).toHaveLength(40);
    expect(rows.elements()[0]?.textContent).toContain('8f3c2e1 Ada Lovelace Nov 18, 2026');
    expect(rows.elements()[1]?.textContent).toBe('2line 2 of the old file');
    expect(await violations()).toEqual([]);
  });

  it('keeps the filters of its timeline in the address, and begins with those that it names', async () => {
    const named = [{ field: 'action', mode: 'include', values: ['created'] }];
    const host = showPage(
      COMMIT,
      `?t=history&shown=apart&events=${encodeURIComponent(JSON.stringify(named))}`,
    );
    await expect.element(page.getByText('Action is created')).toBeVisible();
    await expect.element(page.getByLabelText('Group similar events')).not.toBeChecked();
    await userEvent.click(page.getByRole('button', { name: 'Remove filter Action' }));
    await expect
      .poll(() => calls(host, 'navigate').at(-1)?.slice(1))
      .toEqual([`/${ORG}/entity/${COMMIT}?t=history&shown=apart`, { replace: true }]);
  });

  it('tells on its system info which sources know it, and the accounts of a person', async () => {
    showPage(ADA, '?t=system');
    const accounts = page.getByRole('region', { name: 'Accounts' });
    await expect.element(accounts.getByRole('row', { name: /GitHub ada-l .*by its login/ })).toBeVisible();
    const sources = page.getByRole('region', { name: 'Sources' });
    await expect
      .element(sources.getByRole('row', { name: /cairn .*Nov 20, 2026, 10:30 am.*Nov 21, 2026, 10:30 am/ }))
      .toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('is richer for superusers: they have the analytics of a pull request', async () => {
    showPage(PULL);
    await expect.element(page.getByRole('tab', { name: 'History' })).toBeVisible();
    expect(page.getByRole('tab', { name: 'Analytics' }).elements()).toEqual([]);
    clear();
    const user = { ...createFakeHost().user, superuser: true };
    show(
      <MemoryRouter initialEntries={[`/${ORG}/entity/${PULL}?t=analytics`]}>
        <App />
      </MemoryRouter>,
      { host: { user } },
    );
    await expect.element(page.getByRole('tab', { name: 'Analytics' })).toBeVisible();
    await expect.element(page.getByText('Metrics dashboard not found')).toBeVisible();
  });

  it('shows the board that is saved for its kind', async () => {
    vi.stubGlobal('fetch', withBoard);
    const parts: unknown[] = [];
    const renderPart: Host['renderPart'] = (name, props) => {
      parts.push([name, props]);
      return null;
    };
    show(
      <MemoryRouter initialEntries={[`/${ORG}/entity/${PULL}`]}>
        <App />
      </MemoryRouter>,
      { host: { renderPart } },
    );
    await expect
      .poll(() => parts)
      .toContainEqual([
        'workspace/Board',
        { boardId: BOARD.id, entity: { kind: 'PullRequest', uuid: PULL } },
      ]);
  });

  it('of a kind without a page have an overview only where a text or a saved board fills it', async () => {
    const tabs = () =>
      page
        .getByRole('tab')
        .elements()
        .map(({ textContent }) => textContent);
    const generic = (
      <MemoryRouter initialEntries={[`/${ORG}/entity/${PULL}`]}>
        <App kindPages={[]} />
      </MemoryRouter>
    );
    const renderPart: Host['renderPart'] = (name) => <p>{name}</p>;
    show(generic, { host: { renderPart } });
    await expect.element(page.getByRole('tab', { name: 'Work', selected: true })).toBeVisible();
    expect(tabs()).toEqual(['Work', 'History', 'Properties', 'System info']);
    clear();
    vi.stubGlobal('fetch', withBoard);
    show(generic, { host: { renderPart } });
    await expect.element(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible();
    await expect.element(page.getByText('workspace/Board')).toBeVisible();
  });

  it('is called by its id when it has no name', async () => {
    const host = showPage(NAMELESS);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(`Entity #${NAMELESS}`);
    await expect
      .poll(() => calls(host, 'setTitle').at(-1))
      .toEqual(['setTitle', `Entity #${NAMELESS}`, 'Branch']);
  });

  it.each([
    ['a missing entity', '00000000-0000-4000-8000-999999999999', 'Entity not found'],
    ['an id that is none', 'nonsense', 'Entity not found'],
    ['an entity without a type', UNTYPED, 'Entity with unexpected data'],
  ])('says so: %s', async (_, uuid, text) => {
    showPage(uuid);
    await expect.element(page.getByText(text)).toBeVisible();
  });

  it('say that there is no org', async () => {
    show(
      <MemoryRouter initialEntries={[`/${ORG}/entity/${COMMIT}`]}>
        <App />
      </MemoryRouter>,
      { host: { org: { ...createFakeHost().org, id: '' as OrgId } } },
    );
    await expect.element(page.getByText('orgId is undefined')).toBeVisible();
  });

  it('offers a retry when the service fails', async () => {
    showPage(BROKEN);
    await expect.element(page.getByText('The entity could not be read')).toBeVisible();
    const before = vi.mocked(fetch).mock.calls.length;
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => vi.mocked(fetch).mock.calls.length).toBeGreaterThan(before);
  });
});
