import type { OrgId } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import type { Host } from '@cairn/host';
import { MemoryRouter } from 'react-router-dom';
import { DEFAULT_BRANCH, type Query } from '@cairn/query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { App } from './app.tsx';
import { EntityDrawer } from './entity-drawer.tsx';
import {
  ADA,
  BROKEN,
  CHILD,
  COMMIT,
  FORMERLY,
  MERGE,
  NAMELESS,
  OLDER,
  PULL,
  ORG,
  PARENT,
  TEAM,
  TEXT_FILE,
  WITHOUT_PATCHES,
  UNTYPED,
} from '../test/entities.ts';
import { fakeFetch } from '../test/fake-graph.ts';
import { calls, clear, show, violations } from '../test/show.tsx';

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

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(fakeFetch));
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const showPage = (uuid: string, search = '', options: { scheme?: 'light' | 'dark' } = {}) =>
  show(
    <MemoryRouter initialEntries={[`/${ORG}/entity/${uuid}${search}`]}>
      <App />
    </MemoryRouter>,
    options,
  );

describe('the page of a commit', () => {
  it('says what it is, who made it, when, and what it is made of', async () => {
    const host = showPage(COMMIT);
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('Plan questions offline, phase by phase');
    await expect.element(page.getByRole('link', { name: 'Ada Lovelace' })).toBeVisible();
    await expect.element(page.getByText('committed by Grace Hopper, Nov 18, 2026, 10:30 am')).toBeVisible();
    await expect.element(page.getByText('8f3c2e1', { exact: true })).toBeVisible();
    await expect.element(page.getByText('people are listed by name and never ranked')).toBeVisible();
    await expect.element(page.getByText('Reviewed-by')).toBeVisible();
    await expect.element(page.getByText('5 files changed')).toBeVisible();
    await expect
      .poll(() => calls(host, 'setTitle').at(-1))
      .toEqual(['setTitle', 'Plan questions offline, phase by phase']);
  });

  it('takes the present address in the place of a former one, and stays elsewhere', async () => {
    const host = showPage(FORMERLY, '?t=history');
    await expect
      .poll(() => calls(host, 'navigate'))
      .toEqual([['navigate', `/${ORG}/entity/${COMMIT}?t=history`, { replace: true }]]);
    clear();
    const other = showPage(COMMIT.toUpperCase());
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Plan questions');
    expect(calls(other, 'navigate')).toEqual([]);
  });

  it('copies the whole SHA', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    showPage(COMMIT);
    await userEvent.click(page.getByRole('button', { name: 'Copy SHA' }));
    await expect.poll(() => write.mock.calls.at(-1)?.[0]).toBe('8f3c2e1d0b4a59687786a5b4c3d2e1f00918273a');
    await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  });

  it('steps to its parent and to the next commit', async () => {
    const host = showPage(COMMIT);
    await userEvent.click(page.getByRole('button', { name: 'Parent commit: Lay out the workspace' }));
    await userEvent.click(page.getByRole('button', { name: 'Next commit: Serve ask' }));
    await expect
      .poll(() => calls(host, 'navigate'))
      .toEqual([
        ['navigate', `/${ORG}/entity/${PARENT}`],
        ['navigate', `/${ORG}/entity/${CHILD}`],
      ]);
  });

  it('offers its actions as commands with keys', async () => {
    const host = showPage(COMMIT);
    type PageCommand = { keys: string; run: () => void };
    const commands = () => (calls(host, 'addCommands').at(-1)?.[1] ?? []) as readonly PageCommand[];
    await expect.poll(() => commands().map(({ keys }) => keys)).toEqual(['o e', '[', ']']);
    for (const { run } of commands().slice(1)) run();
    await expect
      .poll(() => calls(host, 'navigate'))
      .toEqual([
        ['navigate', `/${ORG}/entity/${PARENT}`],
        ['navigate', `/${ORG}/entity/${CHILD}`],
      ]);
  });

  it('is called in the tab what its address says', async () => {
    const details = encodeURIComponent(JSON.stringify({ title: 'My title' }));
    const named = showPage(COMMIT, `?d=${details}`);
    await expect.poll(() => calls(named, 'setTitle').at(-1)).toEqual(['setTitle', 'My title']);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Plan questions');
  });

  it.each(['{', '{"title":""}', '{"title":5}', 'null'])(
    'keeps its name where the address says %s',
    async (d) => {
      const host = showPage(COMMIT, `?d=${encodeURIComponent(d)}`);
      await expect
        .poll(() => calls(host, 'setTitle').at(-1))
        .toEqual(['setTitle', 'Plan questions offline, phase by phase']);
    },
  );

  it('keeps the tab in the address, as a step of the history', async () => {
    const host = showPage(COMMIT, '?t=history');
    await expect.element(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true');
    await userEvent.click(page.getByRole('tab', { name: 'Properties' }));
    await expect
      .poll(() => calls(host, 'navigate'))
      .toEqual([['navigate', `/${ORG}/entity/${COMMIT}?t=properties`]]);
  });

  it('shows the lines that a diff leaves out', async () => {
    showPage(COMMIT, '?t=change-set');
    const file = page.getByRole('region', { name: 'svc-chat/src/main.ts' });
    await expect.element(file).toBeVisible();
    file.element().scrollIntoView();
    await expect.element(file).toHaveTextContent('Line 10, changed');
    await expect.element(file).not.toHaveTextContent('line 1 of the old file');
    await userEvent.click(file.getByRole('button', { name: 'Show 8 lines before' }));
    await expect.element(file).toHaveTextContent('line 1 of the old file');
    await expect.element(file).toHaveTextContent('line 8 of the old file');
    await expect.element(file).toHaveTextContent('Line 10, changed');
    expect(file.getByRole('button', { name: /^Show \d+ lines before/ }).elements()).toEqual([]);
  });

  it('remembers which files were viewed, and folds them', async () => {
    localStorage.clear();
    showPage(COMMIT, '?t=change-set');
    const viewed = page.getByRole('checkbox', { name: 'Viewed svc-chat/src/app.ts' });
    const file = page.getByRole('region', { name: 'svc-chat/src/app.ts' });
    await expect.element(file.getByText('const handlers').first()).toBeVisible();
    await userEvent.click(viewed);
    await expect.element(page.getByText('1 viewed')).toBeVisible();
    expect(file.getByText('const handlers').elements()).toEqual([]);
    clear();
    showPage(COMMIT, '?t=change-set');
    await expect.element(viewed).toBeChecked();
    await userEvent.click(viewed);
    await expect.element(file.getByText('const handlers').first()).toBeVisible();
    expect(localStorage).toHaveLength(0);
  });

  it('colours the words of a diff by their language', async () => {
    showPage(COMMIT, '?t=change-set');
    await expect.poll(() => document.querySelector('.token.keyword')?.textContent).toBe('const');
  });

  it('lists the files, filters them, and leads to the diff of one', async () => {
    showPage(COMMIT, '?t=change-set');
    const table = page.getByRole('grid', { name: 'Changed files' });
    await expect.element(table.getByText('README.md')).toBeVisible();
    await expect.element(page.getByText('Binary file, so there is no text to compare.')).toBeVisible();
    await expect.element(page.getByText('A large diff of 421 lines.')).toBeVisible();
    await userEvent.fill(page.getByRole('textbox', { name: 'Filter files' }), 'chat APP');
    await expect.element(table.getByText('README.md')).not.toBeInTheDocument();
    await userEvent.click(table.getByText('app.ts'));
    const diff = page.getByRole('region', { name: 'svc-chat/src/app.ts' });
    await expect.element(diff.getByRole('button').first()).toHaveFocus();
    await expect.element(diff.getByText('The graph decides again what the caller may see.')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect
      .element(diff.getByText('The graph decides again what the caller may see.'))
      .not.toBeInTheDocument();
  });

  it('shows a large diff when it is asked for, and both sides on demand', async () => {
    showPage(COMMIT, '?t=change-set');
    await userEvent.click(page.getByRole('button', { name: 'Show diff' }));
    await expect.element(page.getByText('export const line7 = 7;')).toBeInTheDocument();
    await expect.poll(() => document.querySelectorAll('.diff-split').length).toBe(0);
    await userEvent.click(page.getByText('Split', { exact: true }));
    await expect.poll(() => document.querySelectorAll('.diff-split').length).toBe(3);
  });

  it('says why a merge has no diff', async () => {
    showPage(MERGE, '?t=change-set');
    await expect.element(page.getByText('No diff data available')).toBeVisible();
    await expect
      .element(page.getByText('A merge brings no change of its own', { exact: false }))
      .toBeVisible();
  });

  it('says of a merge that it changes nothing itself, where its files would be', async () => {
    showPage(MERGE);
    await expect.element(page.getByRole('heading', { name: 'No files changed' })).toBeVisible();
    await expect.element(page.getByText(/^A merge brings no change of its own/)).toBeVisible();
  });

  it('lists the files of a source that tells no texts, and says once that there are none', async () => {
    showPage(WITHOUT_PATCHES, '?t=change-set');
    await expect
      .element(page.getByRole('grid', { name: 'Changed files' }).getByText('README.md'))
      .toBeVisible();
    await expect.element(page.getByText('No diff data available')).toBeVisible();
    expect(page.getByRole('region', { name: 'README.md' }).elements()).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  it('opens in Explore as a query', async () => {
    const host = showPage(COMMIT);
    await userEvent.click(page.getByRole('link', { name: 'Open in Explore' }));
    await expect
      .poll(() => String(calls(host, 'navigate')[0]?.[1]))
      .toMatch(new RegExp(`^/${ORG}/explore\\?s=`));
  });

  it('keeps ids in System info and out of Properties', async () => {
    showPage(COMMIT, '?t=system');
    await expect.element(page.getByText('cairn@8f3c2e1d0b4a59687786a5b4c3d2e1f00918273a')).toBeVisible();
    await userEvent.click(page.getByRole('tab', { name: 'System info' }));
    expect(page.getByText('Is a merge').elements()).toEqual([]);
  });
});

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
    const ofCommits = () => parts.map(([, { query }]) => query).find(({ select }) => select[0] === 'Commit');
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
      expect.arrayContaining(['Cycle timeNot merged yet.', 'Risk score1,300', 'Effort2h 30m']),
    );
    expect(text().filter((each) => each?.startsWith('Why'))).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  it('draw how long a pull request was in each stage, and say why one is missing', async () => {
    showPage(PULL);
    await expect.element(page.getByText('Where its time went')).toBeVisible();
    const stages = [...(document.querySelector('dl')?.children ?? [])];
    expect(stages.map((each) => each.textContent)).toEqual([
      'Pickup time1h',
      'Review time3h',
      'Merge timeNot approved yet.',
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
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.includes('/deep-links/')
        ? Promise.resolve(Response.json({ data: [BOARD], more: false, total: 1, counts: null, notice: null }))
        : fakeFetch(url, init),
    );
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
    await expect.poll(() => parts).toContainEqual(['workspace/Board', { boardId: BOARD.id }]);
  });

  it('is called by its id when it has no name', async () => {
    const host = showPage(NAMELESS);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(`Entity #${NAMELESS}`);
    await expect.poll(() => calls(host, 'setTitle').at(-1)).toEqual(['setTitle', `Entity #${NAMELESS}`]);
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

describe('the drawer', () => {
  const open = (uuid: string, onMove: (uuid: string) => void, onTitle = vi.fn(), onPast = vi.fn()) =>
    show(
      <EntityDrawer
        uuid={uuid}
        siblings={[PARENT, COMMIT, CHILD]}
        onMove={onMove}
        onPast={onPast}
        onTitle={onTitle}
      />,
    );

  it('moves through its list by the arrow keys', async () => {
    const onMove = vi.fn();
    const onTitle = vi.fn();
    open(COMMIT, onMove, onTitle);
    await expect.element(page.getByRole('heading', { level: 3 }).first()).toHaveTextContent('Plan questions');
    // Title and keys are set up after the visible content is drawn.
    await expect.poll(() => onTitle.mock.calls.at(-1)).toEqual(['Plan questions offline, phase by phase']);
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    await expect.poll(() => onMove.mock.calls).toEqual([[CHILD], [PARENT]]);
  });

  it('leaves the arrow keys to what uses them itself', async () => {
    const onMove = vi.fn();
    open(COMMIT, onMove);
    await userEvent.click(page.getByRole('tab', { name: 'Change set' }));
    await userEvent.click(page.getByRole('textbox', { name: 'Filter files' }));
    await userEvent.keyboard('{ArrowDown}');
    expect(onMove).not.toHaveBeenCalled();
  });

  it('moves by j and k too', async () => {
    const onMove = vi.fn();
    open(COMMIT, onMove);
    await expect.element(page.getByRole('heading', { level: 3 }).first()).toHaveTextContent('Plan questions');
    await userEvent.keyboard('jk');
    await expect.poll(() => onMove.mock.calls).toEqual([[CHILD], [PARENT]]);
  });

  it('moves from a tab as from anywhere', async () => {
    const onMove = vi.fn();
    open(COMMIT, onMove);
    await userEvent.click(page.getByRole('tab', { name: 'Properties' }));
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => onMove.mock.calls).toEqual([[CHILD]]);
  });

  it('asks for what follows its list at its end', async () => {
    const onMove = vi.fn();
    const onPast = vi.fn();
    open(CHILD, onMove, vi.fn(), onPast);
    await expect.element(page.getByRole('heading', { level: 3 }).first()).toHaveTextContent('Serve ask');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => onPast.mock.calls).toEqual([[1]]);
    expect(onMove).not.toHaveBeenCalled();
  });

  it('tells what a link leads to while the pointer stays on it', async () => {
    open(COMMIT, vi.fn());
    await userEvent.hover(page.getByRole('link', { name: 'Ada Lovelace' }).first());
    const card = page.getByRole('tooltip');
    await expect.element(card).toHaveTextContent('Person');
    await expect.element(card).toHaveTextContent('ada@example.com');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => card.query()).toBeNull();
  });

  it('opens what is related in the drawer', async () => {
    const host = open(COMMIT, vi.fn());
    await userEvent.click(page.getByRole('link', { name: 'Ada Lovelace' }).first());
    await expect.poll(() => calls(host, 'openEntity')).toEqual([['openEntity', ADA]]);
  });
});

describe.each(['light', 'dark'] as const)('in the %s theme', (scheme) => {
  it.each(['overview', 'work', 'change-set', 'history', 'properties', 'system'])(
    'axe finds nothing on %s',
    async (tab) => {
      showPage(COMMIT, `?t=${tab}`, { scheme });
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (tab === 'change-set')
        await expect.element(page.getByText('export function createApp').first()).toBeVisible();
      if (tab === 'history') await expect.element(page.getByText(/^7 events/)).toBeVisible();
      expect(await violations()).toEqual([]);
    },
  );
});
