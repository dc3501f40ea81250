import { PAGES } from '@cairn/host';
import { createFakeHost } from '@cairn/host/fake';
import { atLeast, ROLES, type Role } from '@cairn/contracts';
import type { Root } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { drawSettings } from '../test/settings-page.tsx';

const own = PAGES.filter(({ part, opens }) => part === 'settings/App' && !opens);
/** Everybody of a locked org is led to it. */
const SUBSCRIPTIONS = 'settings/subscriptions';
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

  it('are refused for a role below theirs', async () => {
    draw('integrations', 'user');
    await expect.element(page.getByText('unauthorized access')).toBeVisible();
  });

  const REFUSED = own.flatMap(({ path, role }) =>
    ROLES.filter((each) => role && !atLeast(each, role)).map((each) => ({ path, role: each })),
  );

  it('are open to everybody only where they concern everybody', () => {
    const open = own.filter(({ role }) => role === undefined).map(({ path }) => path);
    const personal = ['preferences', 'logins', 'notifications', 'shortcuts'];
    const ofTheOrg = ['general', 'working-calendars', 'statuses'];
    const atLeastAllowed = [...personal, ...ofTheOrg].map((name) => `settings/${name}`);
    expect(atLeastAllowed).toEqual(expect.arrayContaining(open.filter((path) => path !== SUBSCRIPTIONS)));
  });

  it.each(REFUSED)('refuse $path to a $role', async ({ path, role }) => {
    draw(`/${path}`, role);
    await expect.element(page.getByText('unauthorized access')).toBeVisible();
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
