import type { OrgId, Role } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import { plantedPages } from '@cairn/host/planted';
import { aNote, plantedSavedTypes } from '@cairn/saved/planted';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clearShell, drawShell, type ShellParts } from '../../test/shell-under-test.tsx';
import { Sidebar, type SidebarProps } from './sidebar.tsx';

const ignore = () => undefined;
const hostAs = (role: Role) => createFakeHost({ org: { ...createFakeHost().org, role } });
const draw = (path: string | null, drawn: ShellParts = {}, part: Partial<SidebarProps> = {}) =>
  drawShell(
    <Sidebar
      path={path}
      mode="main"
      collapsed={false}
      onCollapse={ignore}
      onLeaveSettings={ignore}
      onSearch={ignore}
      onShortcuts={ignore}
      onSignOut={ignore}
      tabs={() => null}
      bell={null}
      banner={() => null}
      locked={false}
      {...part}
    />,
    drawn,
  );
const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
const names = () =>
  page
    .getByRole('navigation')
    .getByRole('link')
    .elements()
    .map((element) => element.getAttribute('aria-label') ?? element.textContent);

const board = aNote({ id: 'b1', name: 'Delivery', type: 'dashboard-v1', isBookmarked: true });
const query = aNote({ id: 'q1', name: 'Commits', type: 'explore-v1', isBookmarked: true });

afterEach(clearShell);

describe('the sidebar', () => {
  it('hides the search on the page for newcomers', async () => {
    draw('/acme/home');
    await expect.element(page.getByRole('button', { name: 'Search or ask' })).toBeVisible();
    clearShell();
    draw('/acme/onboarding');
    await expect.element(page.getByRole('link', { name: 'Home' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Search or ask' }).query()).toBeNull();
  });

  it('lists the pages of its sections in the order of the table', async () => {
    draw('/acme/home');
    await expect.element(link('Home')).toBeVisible();
    expect(names().filter((name) => !name?.startsWith('Integrations'))).toEqual([
      'Home',
      'Teams',
      'Competencies',
      'Feed',
      'Library',
      'Explore',
      'Settings',
    ]);
    await expect.element(link('Settings')).toHaveAttribute('href', '/acme/settings/preferences');
  });

  it('shows where one is in a menu that is taller than the window', async () => {
    await page.viewport(1024, 480);
    draw('/acme/settings/system/reports', { host: hostAs('super') }, { mode: 'settings', collapsed: true });
    await expect.element(link('Reports')).toBeInViewport();
    await page.viewport(1280, 800);
  });

  it('leads to the page of the person that the user is, where that is known', async () => {
    const person = { uuid: 'p1', name: 'Ada', method: 'decision' as const };
    const host = draw('/acme/home', { person });
    await page.getByRole('button', { name: 'Account of Ada' }).click();
    await page.getByRole('menuitem', { name: 'Your page' }).click();
    expect(host.calls).toContainEqual(['navigate', '/acme/entity/p1']);
    clearShell();
    draw('/acme/home');
    await page.getByRole('button', { name: 'Account of Ada' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Your page' }).query()).toBeNull();
  });

  it('marks the page that the main pane shows, and none while a tab is shown', async () => {
    draw('/acme/settings/logins');
    await expect.element(link('Settings')).toHaveAttribute('aria-current', 'page');
    await expect.element(link('Home')).not.toHaveAttribute('aria-current');
    clearShell();
    draw(null);
    await expect.element(link('Settings')).not.toHaveAttribute('aria-current');
  });

  it('lists favorites, and marks one that has a path of its own', async () => {
    draw('/acme/boards/b1', {
      links: [board, query, { ...board, id: 'b2', name: 'Other', isBookmarked: false }],
    });
    await expect.element(link('Delivery')).toHaveAttribute('aria-current', 'page');
    await expect
      .element(link('Commits'))
      .toHaveAttribute('href', expect.stringMatching(/^\/acme\/explore\?/));
    expect(names()).not.toContain('Other');
  });

  it('stays without favorites while nothing is marked as one', async () => {
    draw('/acme/home');
    await expect.element(link('Home')).toBeVisible();
    expect(page.getByRole('region', { name: 'Favorites' }).query()).toBeNull();
  });

  it('leads only those to the integrations who may open them', async () => {
    draw('/acme/home', { host: hostAs('admin') });
    await expect.element(page.getByRole('link', { name: /^Integrations/ })).toBeVisible();
    clearShell();
    draw('/acme/home', { host: hostAs('user') });
    await expect.element(page.getByRole('group', { name: 'No source yet' })).toBeVisible();
    expect(page.getByRole('link', { name: /^Integrations/ }).query()).toBeNull();
  });

  it('shows an icon for each integration with its status', async () => {
    const at = '2026-11-01T00:00:00Z';
    const parts: ShellParts = {
      integrations: ['git', 'jira', 'snyk'],
      sourceTypes: [
        { type: 'git', provides: ['git'] },
        { type: 'jira', provides: ['jira'] },
        { type: 'snyk', provides: ['snyk'] },
      ],
      sources: [
        { id: 's1', type: 'git', name: 'cairn', status: 'active', erroredAt: null, lastIngestedAt: at },
        { id: 's2', type: 'jira', name: 'Jira', status: 'error', erroredAt: at, lastIngestedAt: at },
        { id: 's3', type: 'snyk', name: 'Snyk', status: 'paused', erroredAt: null, lastIngestedAt: at },
      ].map((source) => ({ ...source, progress: { state: 'done', phases: [], current: null } }) as never),
    };
    draw('/acme/home', { ...parts, host: hostAs('user') });
    const icons = page.getByRole('list', { name: 'Integrations' });
    await expect.element(icons.getByRole('img', { name: 'Git: connected' })).toBeVisible();
    await expect.element(icons.getByRole('img', { name: 'Jira: cannot be read' })).toBeVisible();
    await expect.element(icons.getByRole('img', { name: 'Snyk: paused' })).toBeVisible();
    expect(icons.getByRole('img').elements()).toHaveLength(3);
    expect(icons.getByRole('link').elements()).toEqual([]);
    clearShell();
    draw('/acme/home', { ...parts, host: hostAs('admin') });
    await expect
      .element(icons.getByRole('link', { name: 'Jira: cannot be read' }))
      .toHaveAttribute('href', '/acme/settings/integrations/jira');
  });

  it('leads to the help that the installation names, to the shortcuts and the API', async () => {
    const { user } = createFakeHost();
    const help = { docs: 'https://docs.example.org/' };
    const onShortcuts = vi.fn<() => void>();
    draw('/acme/home', { host: createFakeHost({ user: { ...user, help } }) }, { onShortcuts });
    await page.getByRole('button', { name: 'Need help?' }).click();
    const docs = page.getByRole('menuitem', { name: 'Help docs' });
    await expect.element(docs).toHaveAttribute('href', help.docs);
    const items = page.getByRole('menuitem').elements();
    expect(items.map((item) => item.textContent?.replace('?', ''))).toEqual([
      'Help docs',
      'Keyboard shortcuts',
      'Description of the API',
    ]);
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    expect(onShortcuts).toHaveBeenCalledOnce();
  });
});

describe('entries that only a test has', () => {
  it('show a planted page to those who may open it', async () => {
    draw('/acme/outlook', { pages: plantedPages, host: hostAs('admin') });
    await expect.element(link('Outlook')).toHaveAttribute('href', '/acme/outlook');
    await expect.element(link('Outlook')).toHaveAttribute('aria-current', 'page');
    clearShell();
    draw('/acme/home', { pages: plantedPages, host: hostAs('user') });
    await expect.element(link('Home')).toBeVisible();
    expect(link('Outlook').query()).toBeNull();
  });

  it('show a favorite of a planted type, which leads to its address', async () => {
    const links = [aNote({ id: 'n1', name: 'Why builds wait', isBookmarked: true })];
    draw('/acme/notes/n1', { links, types: plantedSavedTypes });
    await expect.element(link('Why builds wait')).toHaveAttribute('href', '/acme/notes/n1');
    await expect.element(link('Why builds wait')).toHaveAttribute('aria-current', 'page');
  });
});

describe('the sidebar in the settings', () => {
  const settings = (role: Role, part: Partial<SidebarProps> = {}, path = '/acme/settings/preferences') =>
    draw(path, { host: hostAs(role) }, { mode: 'settings', ...part });

  it('lists the pages of the settings by their groups, and for admins those of admins', async () => {
    settings('admin');
    await expect.element(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
    await expect.element(link('Preferences')).toHaveAttribute('aria-current', 'page');
    const listed = (group: string) =>
      page
        .getByRole('region', { name: group })
        .getByRole('link')
        .elements()
        .map((element) => element.textContent);
    expect(listed('Personal')).toEqual(['Preferences', 'Logins', 'Notifications', 'Shortcuts']);
    expect(listed('Organization')).toEqual(
      expect.arrayContaining(['General', 'Integrations', 'Users', 'Members']),
    );
    expect(link('Home').query()).toBeNull();
    clearShell();
    settings('user');
    await expect.element(link('Preferences')).toBeVisible();
    expect(names()).not.toContain('Users');
  });

  it('lists the prompt instructions to superusers alone', async () => {
    const host = hostAs('super');
    const drawFor = (superuser: boolean) =>
      draw(
        '/acme/settings/preferences',
        { host: { ...host, user: { ...host.user, superuser } } },
        { mode: 'settings' },
      );
    drawFor(true);
    await expect.element(link('Prompt Instructions')).toBeVisible();
    clearShell();
    drawFor(false);
    await expect.element(link('Preferences')).toBeVisible();
    expect(link('Prompt Instructions').query()).toBeNull();
  });

  it('leads back to the org, and collapsed it keeps its names as labels', async () => {
    const onLeaveSettings = vi.fn<() => void>();
    settings('admin', { onLeaveSettings, collapsed: true });
    await expect.element(link('Preferences')).toBeVisible();
    await page.getByRole('button', { name: 'Back to Acme' }).click();
    expect(onLeaveSettings).toHaveBeenCalledOnce();
  });

  it('of a locked org opens the page of the subscription alone', async () => {
    settings('admin', { locked: true });
    await expect.element(link('Preferences')).toHaveAttribute('aria-disabled', 'true');
    expect(page.getByRole('button', { name: 'Back to Acme' }).query()).toBeNull();
  });
});

describe("the org's name", () => {
  it('opens the list of the orgs of the user', async () => {
    const own = createFakeHost().org;
    const orgs = [own, { ...own, id: 'zenith' as OrgId, name: 'Zenith' }];
    draw('/acme/home', { host: createFakeHost({ orgs }) });
    await page.getByRole('button', { name: 'Organization: Acme' }).click();
    await expect
      .element(page.getByRole('menuitem', { name: 'Zenith' }))
      .toHaveAttribute('href', '/zenith/home');
    await expect
      .element(page.getByRole('menuitem', { name: 'Acme' }))
      .toHaveAttribute('aria-current', 'true');
  });
});
