import { AppError, type FoundEntity, type Role } from '@cairn/contracts';
import type { Host } from '@cairn/host';
import { createFakeHost } from '@cairn/host/fake';
import { plantedPages } from '@cairn/host/planted';
import { aNote, plantedSavedTypes } from '@cairn/saved/planted';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createStore } from 'zustand';
import { clearShell, drawShell, type ShellParts } from '../../test/shell-under-test.tsx';
import { useCommands } from '../commands/commands.ts';
import { useCommandKeys } from '../commands/use-command-keys.ts';
import { usePageCommands } from '../commands/use-page-commands.ts';
import { MAIN, type Panes } from '../navigation/panes.ts';
import { locationOf } from '../navigation/saved-tabs.ts';
import { Palette } from './palette.tsx';
import { Shortcuts } from './shortcuts.tsx';

const ignore = () => undefined;
const onClose = vi.fn();
const onActivate = vi.fn();
const pane = (id: string, title: string) => ({
  id,
  title,
  location: locationOf('/acme/library'),
  dirty: false,
  visited: 0,
});
const navigation = {
  store: createStore<Panes>(() => ({
    active: MAIN,
    main: pane(MAIN, ''),
    tabs: [pane('t1', 'Weekly board')],
  })),
  activate: onActivate,
};
type Shown = 'palette' | 'shortcuts' | 'nothing';

function Chrome({ host, shown }: { host: ReturnType<typeof createFakeHost>; shown: Shown }): ReactNode {
  usePageCommands(host);
  useCommandKeys(useCommands(), shown === 'nothing');
  return (
    <>
      <p>ShellParts</p>
      <Palette open={shown === 'palette'} onClose={onClose} navigation={navigation} />
      <Shortcuts open={shown === 'shortcuts'} onClose={ignore} />
    </>
  );
}

function draw(shown: Shown, role: Role = 'admin', drawn: ShellParts = {}, change: Partial<Host> = {}) {
  const host = createFakeHost({ org: { ...createFakeHost().org, role }, ...change });
  return drawShell(<Chrome host={host} shown={shown} />, { ...drawn, host });
}
const option = (name: string | RegExp) => page.getByRole('option', { name });
const field = () => page.getByRole('combobox');

beforeEach(() => vi.clearAllMocks());
afterEach(clearShell);

describe('search or ask', () => {
  it('lists recent saved things by type and opens one', async () => {
    const links = [
      aNote({ id: 'b1', name: 'Delivery', type: 'dashboard-v1' }),
      aNote({ id: 'n1', name: 'Why builds wait' }),
    ];
    const host = draw('palette', 'admin', { links, types: plantedSavedTypes });
    await expect.element(page.getByText('Recent Boards')).toBeVisible();
    await expect.element(page.getByText('Recent Notes')).toBeVisible();
    await option(/Why builds wait/).click();
    expect(host.calls.at(-1)).toEqual(['openTab', { url: '/acme/notes/n1', title: 'Why builds wait' }]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('finds entities of the graph and opens the page of one', async () => {
    const found = [{ uuid: 'p1', kind: 'Person', name: 'Evan You', hint: 'evan@one.example', exact: false }];
    const host = draw('palette', 'admin', { found });
    await field().fill('evan');
    await expect.element(page.getByText('People · 1')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(host.calls.at(-1)).toEqual([
      'openTab',
      { url: '/acme/entity/p1', title: 'Evan You', kind: 'Person' },
    ]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('previews the chosen thing in words', async () => {
    draw('palette', 'admin', {
      links: [aNote({ id: 'n1', name: 'Why builds wait', description: 'The queue in numbers' })],
      types: plantedSavedTypes,
    });
    await expect
      .element(page.getByRole('region', { name: 'Preview' }))
      .toHaveTextContent(/Why builds waitNote · .*changed .* · The queue in numbers/);
  });

  it('previews what an entity is related to', async () => {
    const uuid = '00000000-0000-4000-8000-000000000001';
    const found = [{ uuid, kind: 'Person', name: 'Evan You', hint: null, exact: true }];
    draw('palette', 'admin', { found });
    await field().fill('evan');
    await expect
      .element(page.getByRole('region', { name: 'Preview' }))
      .toHaveTextContent('Evan YoupersonTeams: Core · Commits: 42');
  });

  it('previews status, person, place and time of an entity before it is read', async () => {
    const outage: FoundEntity = {
      uuid: '00000000-0000-4000-8000-000000000002',
      kind: 'Issue',
      badge: 'incident',
      name: 'Checkout is down',
      hint: 'OPS-7',
      exact: true,
      status: 'In Progress',
      at: '2020-05-08T10:00:00.000Z',
      by: { uuid: 'p1', name: 'Evan You' },
      place: 'Operations',
    };
    draw('palette', 'admin', { found: [outage] });
    await field().fill('ops-7');
    await expect
      .element(page.getByRole('region', { name: 'Preview' }))
      .toHaveTextContent(/Checkout is downincidentIn ProgressEvan YouOperationsMay 8, 2020/);
  });

  it('previews the picture of a saved thing', async () => {
    const links = [aNote({ id: 'n1', name: 'Why builds wait', hasThumbnail: true })];
    draw('palette', 'admin', { links, types: plantedSavedTypes });
    const picture = page.getByRole('region', { name: 'Preview' }).getByRole('presentation');
    await expect.element(picture).toHaveAttribute('src', expect.stringMatching(/^data:image/));
    const { width, height } = picture.element().getBoundingClientRect();
    expect([width, height]).toEqual([160, 90]);
  });

  it('shows an open tab that is found by its title', async () => {
    draw('palette');
    await field().fill('weekly');
    await option(/Weekly board/).click();
    expect(onActivate).toHaveBeenCalledWith('t1');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('says that it waits for the end of typing, and that nothing matches', async () => {
    draw('palette');
    const status = page.getByRole('status');
    const seen = new Set<string>();
    const watcher = new MutationObserver(() => seen.add(status.element().textContent));
    await expect.element(status).toBeInTheDocument();
    watcher.observe(status.element(), { characterData: true, childList: true, subtree: true });
    await field().fill('zzz');
    await expect.element(status).toHaveTextContent('typing...');
    await expect.element(status).toHaveTextContent('no matches');
    expect([...seen].filter(Boolean)).toEqual(['typing...', 'searching...', 'no matches']);
    watcher.disconnect();
    await field().fill('');
    await expect.element(status).toHaveTextContent('');
  });

  it('lists what was saved and what is popular when it is asked to, and stays open', async () => {
    draw('palette', 'admin', { links: [aNote({ id: 'b1', name: 'Delivery', type: 'dashboard-v1' })] });
    await option('Show saved and popular').click();
    await expect.element(page.getByText('Saved Boards')).toBeVisible();
    await expect.element(page.getByText('Popular Boards')).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('writes the name of an entity in the place of an @mention of a question', async () => {
    const found = [{ uuid: 'p1', kind: 'Person', name: 'Evan You', hint: 'evan@one.example', exact: false }];
    const host = draw('palette', 'admin', { found });
    await field().fill('commits by @evan');
    await expect.element(page.getByText('People · 1')).toBeVisible();
    await userEvent.keyboard('{Enter}this year');
    await expect.element(field()).toHaveValue('commits by Evan You this year');
    await expect.element(option('Generate a question with commits by Evan You this year')).toBeVisible();
    expect(host.calls.filter(([name]) => name === 'navigate')).toEqual([]);
  });

  it('finds a planted type by its name, with how many there are', async () => {
    draw('palette', 'admin', {
      links: [aNote({ id: 'n1', name: 'Why builds wait' })],
      types: plantedSavedTypes,
    });
    await field().fill('builds');
    await expect.element(page.getByText('Notes · 1')).toBeVisible();
    await expect.element(option(/Why builds wait/)).toBeVisible();
  });

  it('asks a question of the data by Enter, and anything by its own line, in a tab', async () => {
    const host = draw('palette');
    await field().fill('flurbed commits');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => host.calls.at(-1))
      .toEqual(['ask', 'flurbed commits', { questionOnly: true, inTab: true }]);
    await option('Find anything with flurbed commits').click();
    await expect
      .poll(() => host.calls.at(-1))
      .toEqual(['ask', 'flurbed commits', { questionOnly: false, inTab: true }]);
    await expect.poll(() => onClose).toHaveBeenCalledTimes(2);
  });

  it.each([
    [
      'why it has no answer',
      () => Promise.reject(new AppError('invalid_query', 'Nothing is known.')),
      'alert',
      'Nothing is known.',
    ],
    ['that no topic has the name', () => Promise.resolve(false), 'status', 'no matches'],
  ] as const)('stays open and says %s', async (_, ask, role, words) => {
    draw('palette', 'admin', {}, { ask });
    await field().fill('analyse delivery');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole(role)).toHaveTextContent(words);
    await expect.element(field()).toHaveValue('analyse delivery');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('goes to a page by its command', async () => {
    const host = draw('palette', 'admin', { pages: plantedPages });
    await field().fill('go to out');
    await userEvent.keyboard('{Enter}');
    expect(host.calls.at(-1)).toEqual(['navigate', '/acme/outlook']);
  });
});

describe('the commands of pages', () => {
  it('run by their keys', async () => {
    const host = draw('nothing', 'admin', { pages: plantedPages });
    await expect.element(page.getByText('ShellParts')).toBeVisible();
    for (const [keys, address] of [
      ['gh', '/acme/home'],
      ['gs', '/acme/settings/preferences'],
      ['gi', '/acme/settings/integrations'],
      ['go', '/acme/outlook'],
    ] as const) {
      await userEvent.keyboard(keys);
      expect(host.calls.at(-1)).toEqual(['navigate', address]);
    }
  });

  it('are listed among the shortcuts for those who may open the page', async () => {
    draw('shortcuts', 'admin', { pages: plantedPages });
    await expect.element(page.getByText('Go to Outlook')).toBeVisible();
    clearShell();
    const host = draw('shortcuts', 'user', { pages: plantedPages });
    await expect.element(page.getByText('Go to Library')).toBeVisible();
    expect(page.getByText('Go to Outlook').query()).toBeNull();
    expect(page.getByText('Go to Integrations').query()).toBeNull();
    expect(host.calls).toEqual([]);
  });
});
