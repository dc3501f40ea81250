import { PAGES } from '@cairn/host';
import { createFakeHost } from '@cairn/host/fake';
import type { Role } from '@cairn/contracts';
import type { Root } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { drawSettings } from '../test/settings-page.tsx';

const own = PAGES.filter(({ part, opens }) => part === 'settings/App' && !opens);
const menu = () => page.getByRole('navigation', { name: 'Settings' });
const links = () =>
  menu()
    .getByRole('link')
    .elements()
    .map((link) => link.textContent);

let root: Root | undefined;
const draw = (path: string, role: Role) => {
  root = drawSettings(path, { host: createFakeHost({ org: { ...createFakeHost().org, role } }) });
};
afterEach(() => {
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
});

describe('the settings pages of the table', () => {
  it.each(own)('$path has a component', async ({ path }) => {
    const folder = path.split('/').at(-1) ?? '';
    const loaded = (await import(`./${folder}/page.tsx`)) as { Page?: unknown };
    expect(loaded.Page).toBeTypeOf('function');
  });

  it('are listed by their groups, and for admins with those of admins', async () => {
    draw('preferences', 'admin');
    await expect.element(page.getByRole('heading', { name: 'Preferences' })).toBeVisible();
    expect(links()).toEqual([
      'Back to Acme',
      'Preferences',
      'Logins',
      'Notifications',
      'Shortcuts',
      'General',
      'Working calendars',
      'Statuses',
      'Integrations',
      'Users',
      'Members',
      'Audit log',
    ]);
    await expect
      .element(menu().getByRole('link', { name: 'Preferences' }))
      .toHaveAttribute('aria-current', 'page');
  });

  it('are refused and left out of the menu for a role below theirs', async () => {
    draw('integrations', 'user');
    await expect.element(page.getByText('unauthorized access')).toBeVisible();
    expect(links()).not.toContain('Integrations');
  });

  it('begin with the preferences', async () => {
    draw('', 'user');
    await expect.element(page.getByRole('heading', { name: 'Preferences' })).toBeVisible();
  });

  it('say so where there is none', async () => {
    draw('nowhere', 'user');
    await expect.element(page.getByText('There is no such settings page')).toBeVisible();
  });
});
